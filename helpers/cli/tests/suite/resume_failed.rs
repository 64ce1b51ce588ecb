//! Resumes that come to nothing: the id stays, and nothing is tried for ever.

use crate::kit::{A, Said};
use crate::resume::*;

#[test]
fn a_resume_that_failed_is_not_tried_again_by_itself_more_than_every_other_time() {
    let (home, _) = held("claude", "#!/bin/sh\necho \"$*\"\nexit 1\n");
    let auto = || home.rejoin(&["resume", "work:1", "--auto"]).out;
    let resumed = format!("--resume {A}\n");
    assert_eq!(auto(), resumed);
    let fresh = auto();
    assert!(fresh.starts_with("--session-id "), "{fresh}");
    let answer = home.rejoin(&["resolve", "work:1", "--json"]).json();
    assert!(answer["history"].to_string().contains(A), "{answer}");
    assert_eq!(
        home.rejoin(&["resume", A]).out,
        resumed,
        "whoever names it gets it"
    );
}

#[test]
fn a_resume_that_is_interrupted_while_the_store_holds_the_conversation_did_not_fail() {
    let (home, cwd) = held("claude", "#!/bin/sh\necho \"$*\"\n");
    stored(&home, &cwd, A, A);
    for _ in 0..3 {
        let said = home.rejoin(&["resume", "work:1", "--auto"]);
        assert_eq!(said.out, format!("--resume {A}\n"));
    }
}

#[test]
fn a_program_that_cannot_be_started_is_recorded_as_such_and_the_id_stays() {
    let (home, _) = held("claude", "#!/no/such/interpreter\n");
    assert_eq!(home.rejoin(&["resume", "work:1"]).code, 126);
    let answer = home.rejoin(&["resolve", "work:1", "--json"]).json();
    assert_eq!(answer["id"], A);
    assert!(answer["flags"].to_string().contains("resume-failed"));
    home.program("claude", SAYS);
    let said = home.rejoin(&["resume", "work:1"]);
    assert!(
        said.out.starts_with(&format!("--resume {A}\n")),
        "{}",
        said.err
    );
}

#[test]
fn a_start_that_cannot_be_recorded_does_not_happen() {
    let (home, _) = held("claude", SAYS);
    let mut shell = std::process::Command::new("/bin/sh");
    // No file can grow.
    shell.args([
        "-c",
        "ulimit -f 0; exec \"$0\" resume work:1",
        crate::kit::REJOIN,
    ]);
    for (name, value) in home.command(&[]).get_envs() {
        shell.env(name, value.expect("set"));
    }
    let said: Said = shell
        .env_remove("REJOIN_PANE")
        .output()
        .expect("runs")
        .into();
    let recorded = said.err.contains("cannot be recorded") && said.err.contains("--print");
    assert!(
        said.code == 3 && said.out.is_empty() && recorded,
        "{}: {}",
        "not-recorded",
        said.err
    );
}
