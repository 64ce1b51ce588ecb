//! Promises about the path that is written into an agent's configuration.

use super::*;
use std::fs;
use std::os::unix::fs::symlink;

/// A place that lasts, for tests: below the build folder, but without the mark of a cache.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let base = Path::new(env!("CARGO_MANIFEST_DIR"));
        Self(
            tempfile::Builder::new()
                .prefix(".lasting-")
                .tempdir_in(base)
                .expect("a folder"),
        )
    }

    fn path(&self, name: &str) -> PathBuf {
        fs::canonicalize(self.0.path())
            .expect("it exists")
            .join(name)
    }

    /// Puts both programs into a folder.
    fn programs(&self, folder: &str) -> PathBuf {
        fs::create_dir_all(self.path(folder)).unwrap();
        for name in ["rejoin", HELPER] {
            let path = self.path(folder).join(name);
            fs::File::create(&path).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        self.path(folder)
    }

    fn linked(&self, folder: &str, to: &str) {
        fs::create_dir_all(self.path(folder)).unwrap();
        for name in ["rejoin", HELPER] {
            let link = self.path(folder).join(name);
            let _ = fs::remove_file(&link);
            symlink(self.path(to).join(name), link).unwrap();
        }
    }

    fn started(&self, word: &str, program: &str) -> Started {
        Started {
            word: word.into(),
            program: self.path(program),
        }
    }

    fn world(&self, path: &str) -> World {
        World::of(&[(
            "PATH",
            Path::new(&path.replace('@', self.path("").to_str().unwrap())),
        )])
    }
}

fn found(world: &World, started: &Started) -> Result<PathBuf, Error> {
    locate(world, started, None)
}

#[test]
fn the_link_that_people_use_is_written_and_not_the_version_behind_it() {
    let place = Place::new();
    place.programs("versions/1.0/bin");
    place.programs("versions/1.1/bin");
    place.linked("bin", "versions/1.0/bin");
    let started = place.started("rejoin", "versions/1.0/bin/rejoin");
    let world = place.world("/nowhere:@/bin");
    assert_eq!(
        found(&world, &started).unwrap(),
        place.path("bin/rejoin-hook")
    );
    place.linked("bin", "versions/1.1/bin");
    let started = place.started("rejoin", "versions/1.1/bin/rejoin");
    assert_eq!(
        found(&world, &started).unwrap(),
        place.path("bin/rejoin-hook")
    );
}

#[test]
fn the_word_that_started_us_counts_where_the_path_leads_elsewhere() {
    let place = Place::new();
    place.programs("old");
    place.programs("real");
    place.linked("bin", "real");
    let word = place.path("bin/./rejoin");
    let started = place.started(word.to_str().unwrap(), "real/rejoin");
    assert_eq!(
        found(&place.world("@/old"), &started).unwrap(),
        place.path("bin/rejoin-hook")
    );
}

#[test]
fn a_program_that_nothing_leads_to_is_taken_from_where_it_is() {
    let place = Place::new();
    place.programs("bin");
    let started = place.started("rejoin", "bin/rejoin");
    assert_eq!(
        found(&place.world(""), &started).unwrap(),
        place.path("bin/rejoin-hook")
    );
}

#[test]
fn a_link_without_the_hook_program_beside_it_does_not_fall_back_to_a_version() {
    let place = Place::new();
    place.programs("versions/1.0");
    fs::create_dir(place.path("bin")).unwrap();
    symlink(place.path("versions/1.0/rejoin"), place.path("bin/rejoin")).unwrap();
    let started = place.started("rejoin", "versions/1.0/rejoin");
    let error = found(&place.world("@/bin"), &started).expect_err("no helper");
    assert_eq!(error.code, "no-helper");
}

#[test]
fn a_place_that_does_not_last_is_refused_unless_it_is_named() {
    let place = Place::new();
    for folder in [
        "opt/Cellar/rejoin/1.0/bin",
        "cache/_npx/abc/bin",
        "target/debug",
    ] {
        place.programs(folder);
        fs::File::create(place.path("target").join(CACHE_MARK)).ok();
        let program = format!("{folder}/rejoin");
        let started = place.started("rejoin", &program);
        let error = found(&place.world(""), &started).expect_err(folder);
        assert_eq!(error.code, "fleeting-place");
        assert!(error.remedy.is_some());
        let helper = place.path(folder).join(HELPER);
        assert_eq!(
            locate(&place.world(""), &started, Some(&helper)).unwrap(),
            helper
        );
    }
    let temporary = tempfile::tempdir_in("/tmp").unwrap();
    let world = World::of(&[]);
    assert!(is_fleeting(&world, &temporary.path().join(HELPER)));
    let world = World::of(&[("TMPDIR", &place.path("scratch"))]);
    assert!(is_fleeting(&world, &place.path("scratch/bin").join(HELPER)));
}

#[test]
fn a_named_helper_must_be_there_under_its_own_name() {
    let place = Place::new();
    place.programs("bin");
    let mut world = World::of(&[]);
    world.cwd = place.path("bin");
    let started = Started::default();
    let helper = locate(&world, &started, Some(Path::new("../bin/./rejoin-hook"))).unwrap();
    assert_eq!(helper, place.path("bin/rejoin-hook"));
    for wrong in ["rejoin", "gone/rejoin-hook", "."] {
        let error = locate(&world, &started, Some(Path::new(wrong))).expect_err(wrong);
        assert_eq!(error.code, "no-helper");
    }
}
