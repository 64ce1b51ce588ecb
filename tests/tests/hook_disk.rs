//! Full disks and limits on file size: the hook stays quiet, leaves no half record, and
//! writes again as soon as there is room.

use rejoin_tests::{A, B, Home, Run, is_root, need, payload};
use std::fs;
use std::io::Write;
use std::path::Path;

fn prompt(id: &str) -> String {
    payload("UserPromptSubmit", id)
}

fn hook(home: &Home) -> Run {
    home.hook("claude").pane("P1")
}

#[test]
fn a_half_record_at_a_limit_on_file_size_hides_nothing() {
    let home = Home::new();
    hook(&home).input(prompt(A)).finish().quiet();
    let before = home.log().bytes();
    assert!(
        before.len() < 1_024,
        "the limit below must cut the second record"
    );
    // Blocks of 512 bytes, which is what a POSIX shell counts in.
    let script = "trap '' XFSZ; ulimit -f 2; exec \"$@\"";
    let run = home.run("/bin/sh").arguments(["-c", script, "sh"]);
    let run = run
        .argument(rejoin_tests::hook())
        .argument("claude")
        .pane("P2");
    run.input(prompt(B)).finish().quiet();
    assert!(home.log().bytes().starts_with(&before));
    hook(&home).input(prompt(B)).finish().quiet();
    let read = home.log().read();
    let ids: Vec<_> = read.records.iter().map(|record| &record["id"]).collect();
    assert_eq!(ids, [A, B]);
    assert!(read.damaged <= 1, "what was cut off is one line");
}

#[test]
fn a_limit_on_file_size_ends_no_hook_by_its_signal() {
    // The system's answer to a write beyond the limit is a signal that ends a program
    // which has not asked to be spared, and the agent would see its hook crash.
    for blocks in [0, 1, 2] {
        let home = Home::new();
        hook(&home).input(prompt(A)).finish().quiet();
        let before = home.log().bytes();
        let script = format!("ulimit -f {blocks}; exec \"$@\"");
        let run = home.run("/bin/sh").arguments(["-c", &script, "sh"]);
        let run = run
            .argument(rejoin_tests::hook())
            .argument("claude")
            .pane("P2");
        run.input(prompt(B)).finish().quiet();
        assert!(home.log().bytes().starts_with(&before), "{blocks}");
    }
}

/// A file system of a few pages, mounted for as long as this value lives.
struct SmallDisk<'p>(&'p Path);

impl<'p> SmallDisk<'p> {
    fn at(folder: &'p Path) -> Option<Self> {
        fs::create_dir(folder).expect("is made");
        let mut mount = std::process::Command::new("mount");
        mount
            .args(["-t", "tmpfs", "-o", "size=64k,mode=0700", "tmpfs"])
            .arg(folder);
        mount
            .status()
            .is_ok_and(|status| status.success())
            .then_some(Self(folder))
    }

    /// Writes until nothing fits any more.
    fn fill(&self) -> std::path::PathBuf {
        let ballast = self.0.join("ballast");
        let mut file = fs::File::create(&ballast).expect("is made");
        while file.write_all(&[0; 512]).is_ok() {}
        ballast
    }
}

impl Drop for SmallDisk<'_> {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(self.0).status();
    }
}

#[test]
fn a_full_disk_loses_nothing_that_was_there_and_the_next_record_is_whole() {
    need!(is_root(), "root, to mount a small file system");
    let home = Home::new();
    let folder = home.root().join("disk");
    let disk = SmallDisk::at(&folder);
    need!(disk.is_some(), "the right to mount");
    let disk = disk.expect("just asked");
    let run = |pane: &str, id: &str| {
        let hook = home
            .hook("claude")
            .variable("REJOIN_STATE_DIR", &folder)
            .pane(pane);
        hook.input(prompt(id)).finish().quiet();
    };
    run("first", A);
    let ballast = disk.fill();
    for pane in 0..16 {
        run(&format!("P{pane}"), B);
    }
    let log = rejoin_tests::Log::at(rejoin_tests::this_host_in(&folder).join("log"));
    let full = log.read();
    fs::remove_file(&ballast).expect("is removed");
    run("last", B);
    let after = log.read();
    assert_eq!(full.records[0]["id"], A);
    assert!(full.records.len() < 17, "the disk was full");
    let last = after.records.last().expect("one at least");
    assert_eq!(
        last["claim"]["token"], "last",
        "it is written as soon as there is room"
    );
}
