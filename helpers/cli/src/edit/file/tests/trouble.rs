//! Writers that cross us, and disks that fail.

use super::*;
use std::path::PathBuf;

/// Does something of somebody else's at one kind of operation, some times over.
struct Meddler<F: FnMut()>(Step, usize, F);

impl<F: FnMut()> Gate for Meddler<F> {
    fn pass(&mut self, step: Step) -> io::Result<()> {
        if step == self.0 && self.1 > 0 {
            self.1 -= 1;
            (self.2)();
        }
        Ok(())
    }
}

#[test]
fn what_somebody_else_writes_meanwhile_is_not_lost() {
    let home = folder();
    let path = home.path().join("settings");
    put(&path, b"a", 0o600);
    let mut gate = Meddler(Step::Compare, 2, || {
        let mut bytes = fs::read(&path).unwrap();
        bytes.push(b'b');
        put(&path, &bytes, 0o600);
    });
    let mut plan = |found: &Found| {
        Ok(Plan::Write(
            [found.bytes.as_deref().unwrap_or_default(), b"!"].concat(),
        ))
    };
    assert!(change(&path, &mut gate, &mut plan).unwrap());
    assert_eq!(fs::read(&path).unwrap(), b"abb!");
    let mut gate = Meddler(Step::Compare, usize::MAX, || {
        let mut bytes = fs::read(&path).unwrap();
        bytes.push(b'c');
        put(&path, &bytes, 0o600);
    });
    let error = change(&path, &mut gate, &mut plan).expect_err("no end to it");
    assert_eq!(error.code, "busy");
    assert_eq!(fs::read(&path).unwrap(), b"abb!ccccc");
    assert_eq!(names(home.path()), ["settings"]);
}

#[test]
fn a_file_that_appears_meanwhile_is_not_overwritten() {
    let home = folder();
    let path = home.path().join("settings");
    let mut gate = Meddler(Step::Compare, 1, || put(&path, b"theirs", 0o600));
    let mut seen = Vec::new();
    let changed = change(&path, &mut gate, &mut |found| {
        seen.push(found.bytes.clone());
        Ok(if found.bytes.is_none() {
            Plan::Write(b"ours".to_vec())
        } else {
            Plan::Keep
        })
    });
    assert!(!changed.unwrap());
    assert_eq!(seen, [None, Some(b"theirs".to_vec())]);
    assert_eq!(fs::read(&path).unwrap(), b"theirs");
}

/// Lets the n-th operation fail.
struct Countdown(usize);

impl Gate for Countdown {
    fn pass(&mut self, _: Step) -> io::Result<()> {
        self.0 = self.0.wrapping_sub(1);
        if self.0 == 0 {
            Err(rustix::io::Errno::NOSPC.into())
        } else {
            Ok(())
        }
    }
}

fn fails_at_every_operation(prepare: impl Fn(&Path), plan: &Plan, expected: &[Option<Vec<u8>>]) {
    for count in 1.. {
        let home = folder();
        prepare(home.path());
        let before = names(home.path());
        let path = home.path().join("inner/settings");
        let done = change(&path, &mut Countdown(count), &mut |_| Ok(plan.clone()));
        let now = fs::read(&path).ok();
        if done.is_ok() {
            assert!(count > 2, "operations pass the gate");
            assert_eq!(now, expected[1]);
            return;
        }
        assert!(
            expected.contains(&now),
            "operation {count} left a half-written file"
        );
        let left: Vec<PathBuf> = fs::read_dir(home.path().join("inner"))
            .map(|items| items.map(|item| item.unwrap().path()).collect())
            .unwrap_or_default();
        assert!(
            left.iter().all(|left| *left == path),
            "operation {count} left {left:?}"
        );
        if now.is_none() && expected[0].is_none() {
            assert_eq!(
                names(home.path()),
                before,
                "operation {count} left a folder"
            );
        }
    }
}

#[test]
fn whichever_operation_fails_the_file_is_the_old_one_or_the_new_one() {
    let old = |home: &Path| {
        fs::create_dir(home.join("inner")).unwrap();
        put(&home.join("inner/settings"), &long(b'o'), 0o600);
    };
    let (before, after) = (Some(long(b'o')), Some(long(b'n')));
    fails_at_every_operation(
        old,
        &Plan::Write(long(b'n')),
        &[before.clone(), after.clone()],
    );
    fails_at_every_operation(|_| {}, &Plan::Write(long(b'n')), &[None, after]);
    fails_at_every_operation(old, &Plan::Delete, &[before, None]);
}
