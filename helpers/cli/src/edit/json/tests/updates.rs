//! One entry an event, whatever was there before, and everybody else's as it was.

use super::*;

fn entry_of(folder: &str) -> String {
    format!(
        "{{\"type\":\"command\",\"command\":\"{folder}/rejoin-hook\",\"args\":[\"{}\"],\"timeout\":5}}",
        agent().name
    )
}

fn file_with(begin: &str) -> String {
    let prompt = entry_of("/b");
    format!("{{\"hooks\":{{\"Begin\":[{begin}],\"Prompt\":[{{\"hooks\":[{prompt}]}}]}}}}")
}

fn made_of(text: &str) -> Edited {
    insert(
        text.as_bytes(),
        &entries(),
        Outline::Groups,
        &Created::default(),
    )
    .expect("reads well")
}

#[test]
fn another_path_of_the_program_is_updated_in_place() {
    let text = file_with(&format!(
        "{{\"hooks\":[{}]}},{{\"hooks\":[1]}}",
        entry_of("/old")
    ));
    let edited = made_of(&text);
    assert_eq!(edited.text, text.replace("/old/", "/b/"));
    assert_eq!(undone(&edited), text);
}

#[test]
fn an_entry_of_the_other_form_or_with_another_limit_is_updated_in_place() {
    let name = agent().name;
    for old in [
        format!(
            "{{\"type\":\"command\",\"command\":\"'/x y/rejoin-hook' {name}\",\"timeout\":5000}}"
        ),
        format!("{{\"command\":\"rejoin-hook\",\"args\":[\"{name}\"]}}"),
    ] {
        let edited = made_of(&file_with(&format!("{{\"hooks\":[{old}]}}")));
        assert_eq!(
            edited.text,
            file_with(&format!("{{\"hooks\":[{}]}}", entry_of("/b")))
        );
    }
}

#[test]
fn a_second_entry_of_ours_goes() {
    let own = entry_of("/b");
    let wanted = file_with(&format!("{{\"hooks\":[{own}]}}"));
    for begin in [
        format!("{{\"hooks\":[{own}]}},{{\"hooks\":[{own}]}}"),
        format!("{{\"hooks\":[{own},{own}]}}"),
        format!("{{\"hooks\":[{own},{}]}}", entry_of("/old")),
    ] {
        assert_eq!(made_of(&file_with(&begin)).text, wanted);
    }
}

#[test]
fn an_event_that_is_no_longer_wanted_loses_our_entry_only() {
    let own = entry_of("/b");
    let base = file_with(&format!("{{\"hooks\":[{own}]}}"));
    let with = |gone: &str| base.replace("\"Prompt\"", &format!("\"Gone\":{gone},\"Prompt\""));
    let text = with(&format!("[{{\"hooks\":[1,{own}]}},{{\"hooks\":[{own}]}}]"));
    assert_eq!(made_of(&text).text, with("[{\"hooks\":[1]}]"));
    let ours = Created {
        hooks: false,
        events: vec!["Gone".to_owned()],
        ..Created::default()
    };
    let text = with(&format!("[{{\"hooks\":[{own}]}}]"));
    let edited = insert(text.as_bytes(), &entries(), Outline::Groups, &ours).expect("reads well");
    assert_eq!(edited.text, base);
    assert_eq!(edited.created, Created::default());
}

#[test]
fn entries_of_another_agent_and_look_alikes_are_a_persons_own() {
    let name = agent().name;
    for foreign in [
        "{\"command\":\"/b/rejoin-hook\",\"args\":[\"other\"]}".to_owned(),
        format!("{{\"command\":\"/b/my-rejoin-hook\",\"args\":[\"{name}\"]}}"),
        format!("{{\"command\":\"/b/rejoin-hook {name} || true\"}}"),
        format!("{{\"command\":\"echo\",\"args\":[\"/b/rejoin-hook\",\"{name}\"]}}"),
    ] {
        let text = file_with(&format!("{{\"hooks\":[{foreign}]}}"));
        let edited = made_of(&text);
        assert!(edited.text.contains(&foreign), "{}", edited.text);
        assert!(edited.text.contains(&entry_of("/b")));
        assert!(removed(&edited).text.contains(&foreign));
    }
}

#[test]
fn an_entry_that_a_person_moved_into_a_group_of_theirs_leaves_the_group_behind() {
    let text = file_with(&format!(
        "{{\"matcher\":\"x\",\"hooks\":[{}]}}",
        entry_of("/b")
    ));
    let edited = made_of(&text);
    assert_eq!(edited.splices, []);
    let bare = remove(
        text.as_bytes(),
        agent().name,
        Outline::Groups,
        &Created::default(),
    )
    .expect("reads well");
    assert_eq!(
        bare.text,
        "{\"hooks\":{\"Begin\":[{\"matcher\":\"x\",\"hooks\":[]}],\"Prompt\":[]}}"
    );
}

#[test]
fn what_an_agent_wrote_anew_is_still_taken_out_whole() {
    let edited = inserted("{\n    // mine\n    \"model\": \"x\"\n}\n");
    let reprinted = "{\"model\":\"y\",\"hooks\":{\"Begin\":[{\"hooks\":[ENTRY]}],\
                     \"Prompt\":[{\"hooks\":[ENTRY]}]},\"theme\":1}"
        .replace("ENTRY", &entry_of("/b"));
    let bare = remove(
        reprinted.as_bytes(),
        agent().name,
        Outline::Groups,
        &edited.created,
    )
    .expect("reads well");
    assert_eq!(bare.text, "{\"model\":\"y\",\"theme\":1}");
    assert_eq!(bare.created, Created::default());
}

#[test]
fn a_container_of_ours_stays_if_somebody_uses_or_explains_it() {
    let edited = inserted("{}");
    let used = edited
        .text
        .replacen("\"Begin\": [", "\"Mine\": [], \"Begin\": [ // keep", 1);
    let bare = remove(
        used.as_bytes(),
        agent().name,
        Outline::Groups,
        &edited.created,
    )
    .expect("reads well");
    let squeezed: String = bare.text.split_whitespace().collect();
    assert_eq!(squeezed, "{\"hooks\":{\"Mine\":[],\"Begin\":[//keep]}}");
}

#[test]
fn a_cut_never_pulls_text_into_a_comment() {
    let own = entry_of("/b");
    for begin in [
        format!("// a\n{{\"hooks\":[{own}]}}"),
        format!("// a\n{{\"hooks\":[{own}]}}, // b\n1"),
        format!("1, // a\n{{\"hooks\":[{own}]}}"),
        format!("1 // a\n, {{\"hooks\":[{own}]}} /* b */ , // c\n"),
        format!("{{\"hooks\":[{own}]}} /* b */ , 1"),
        format!("// a\n{{\"hooks\":[{own}]}},1"),
    ] {
        let text = file_with(&begin);
        let bare = remove(
            text.as_bytes(),
            agent().name,
            Outline::Groups,
            &Created::default(),
        )
        .expect("reads well");
        assert!(!bare.text.contains("rejoin-hook"), "{}", bare.text);
        for comment in ["// a", "/* b */", "// c", "// b"] {
            assert_eq!(
                bare.text.contains(comment),
                text.contains(comment),
                "{}",
                bare.text
            );
        }
    }
}
