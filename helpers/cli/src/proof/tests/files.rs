//! Where a transcript is found, and which of several.

use super::*;

#[test]
fn a_transcript_that_names_the_id_proves_it_at_its_own_place() {
    let (lab, store) = (Lab::new(), lines("p/{cwd|dashes}/{id}.jsonl"));
    let cwd = lab.path("work/a.b");
    let place = format!("p/{}/{A}.jsonl", lab.dashed("work/a.b"));
    let found = lab.look(&store, None, &[&cwd]);
    assert_eq!(found.proof, Proof::Absent);
    let path = lab.put(&place, &header(A));
    let found = lab.look(&store, None, &[&cwd]);
    assert_eq!((&found.proof, found.path), (&Proof::Proven, Some(path)));
    assert_eq!(found.filed, Some(cwd));
}

#[test]
fn a_wrong_published_path_does_not_hide_the_right_one() {
    // As after a resume from another directory.
    let (lab, store) = (Lab::new(), lines("p/{cwd|dashes}/{id}.jsonl"));
    let launched = lab.path("work/a-b");
    let wrong = lab.root().join(format!("p/-elsewhere/{A}.jsonl"));
    let path = lab.put(
        &format!("p/-own-place/{A}.jsonl"),
        &header_in(A, Path::new("/own")),
    );
    let found = lab.look(&store, Some(&wrong), &[&launched]);
    assert_eq!((&found.proof, found.path), (&Proof::Proven, Some(path)));
    assert_eq!(found.cwd.as_deref(), Some(Path::new("/own")));
    assert_eq!(found.filed, None);
}

#[test]
fn a_published_path_that_is_no_transcript_is_not_read_as_one() {
    let json = Proves::Json {
        id: "/id",
        cwd: None,
    };
    let (lab, store) = (Lab::new(), store("s/{id}/meta.json", json));
    let path = lab.put(&format!("s/{A}/meta.json"), &header(A).replace('\n', " "));
    // One object is one object.
    assert!(unreadable(
        &lab.look(&store, None, &[]).proof,
        "not a JSON object"
    ));
    lab.put(
        &format!("s/{A}/meta.json"),
        &format!("{{\"id\":\n\"{A}\"}}\n"),
    );
    let updates = lab.put(&format!("s/{A}/updates.jsonl"), &header(B));
    let folder = lab.root().join("s").join(A);
    for published in [&updates, &folder] {
        let found = lab.look(&store, Some(published), &[]);
        assert_eq!(
            (&found.proof, &found.path),
            (&Proof::Proven, &Some(path.clone()))
        );
    }
}

#[test]
fn a_transcript_of_another_conversation_is_named() {
    let (lab, store) = (Lab::new(), lines("p/{*}/{id}.jsonl"));
    lab.put(&format!("p/x/{A}.jsonl"), &header(B));
    assert_eq!(
        lab.look(&store, None, &[]).proof,
        Proof::Other(B.to_owned())
    );
    // What proves the id outranks what contradicts it.
    let path = lab.put(&format!("p/y/{A}.jsonl"), &header(A));
    let found = lab.look(&store, None, &[]);
    assert_eq!((found.proof, found.path), (Proof::Proven, Some(path)));
}

#[test]
fn a_name_that_several_ids_share_contradicts_nothing() {
    let (lab, store) = (Lab::new(), lines("t/{*}/chats/session-{*}-{id|8}.jsonl"));
    lab.put(
        "t/p/chats/session-1-aaaaaaaa.jsonl",
        &header("aaaaaaaa-other"),
    );
    assert_eq!(lab.look(&store, None, &[]).proof, Proof::Absent);
    lab.put("t/p/chats/session-2-aaaaaaaa.jsonl", &header(A));
    assert_eq!(lab.look(&store, None, &[]).proof, Proof::Proven);
}

#[test]
fn twins_are_all_named_and_none_is_taken_for_the_right_one() {
    let (lab, store) = (Lab::new(), lines("t/{*}/chats/session-{*}-{id|8}.jsonl"));
    let one = lab.put("t/p/chats/session-1-aaaaaaaa.jsonl", &header(A));
    let two = lab.put("t/p/chats/session-2-aaaaaaaa.jsonl", &header(A));
    let found = lab.look(&store, None, &[]);
    assert_eq!((&found.proof, &found.path), (&Proof::Proven, &None));
    assert_eq!(found.twins, [one.clone(), two.clone()]);
    // The one that was published is it; the other is named all the same.
    let found = lab.look(&store, Some(&two), &[]);
    assert_eq!(
        (&found.proof, &found.path),
        (&Proof::Proven, &Some(two.clone()))
    );
    assert_eq!(found.twins, [two, one.clone()]);
    // A clean-up that deletes both leaves nothing that could be promised.
    fs::remove_file(&one).expect("removed");
    let found = lab.look(&store, Some(&one), &[]);
    assert!(
        found.twins.is_empty() && found.path != Some(one),
        "{found:?}"
    );
}

#[test]
fn the_same_id_in_two_directories_is_two_conversations_where_the_definition_says_so() {
    let (lab, shared) = (Lab::new(), lines("s/--{cwd|dashes}--/{*}_{id}.jsonl"));
    let own = Store {
        per_cwd: true,
        ..lines("s/--{cwd|dashes}--/{*}_{id}.jsonl")
    };
    let (here, there) = (lab.path("work/a.b"), lab.path("work/a-b"));
    // Both directories have one name in this layout.
    let place = format!("s/--{}--/1_{A}.jsonl", lab.dashed("work/a.b"));
    lab.put(&place, &header_in(A, &there));
    assert_eq!(lab.look(&shared, None, &[&here]).proof, Proof::Proven);
    assert_eq!(lab.look(&own, None, &[&here]).proof, Proof::Absent);
    assert_eq!(lab.look(&own, None, &[&there]).proof, Proof::Proven);
    let elsewhere = lab.path("work");
    assert_eq!(lab.look(&own, None, &[&elsewhere]).proof, Proof::Absent);
    assert_eq!(lab.look(&shared, None, &[&elsewhere]).proof, Proof::Proven);
    // What the agent published is what it meant.
    let found = lab.look(&own, Some(&lab.root().join(place)), &[&elsewhere]);
    assert_eq!((found.proof, found.cwd), (Proof::Proven, Some(there)));
}

#[test]
fn a_conversation_whose_earlier_part_is_gone_says_which() {
    let proof = Proves::Jsonl {
        id: "/payload/id",
        cwd: Some("/payload/cwd"),
        needs: Some("/payload/from"),
        lines: 1,
    };
    let (lab, store) = (Lab::new(), store("s/{*}/{*}/r-{*}-{id}.jsonl", proof));
    let ids = [A, B, "cccccccc-0000-4000-8000-00000000000c"];
    let line = |id: &str, from: &str| format!("{{\"payload\":{{\"id\":\"{id}\"{from}}}}}\n");
    let from = |id: &str| format!(",\"from\":\"{id}\"");
    let place = |id: &str| format!("s/2026/11/r-1-{id}.jsonl");
    lab.put(&place(A), &line(A, &from(B)));
    let found = lab.look(&store, None, &[]);
    assert_eq!(
        (&found.proof, found.lacks.as_deref()),
        (&Proof::Proven, Some(B))
    );
    let earlier = lab.put(&place(B), &line(B, &from(ids[2])));
    assert_eq!(lab.look(&store, None, &[]).lacks.as_deref(), Some(ids[2]));
    lab.put(&place(ids[2]), &line(ids[2], ""));
    assert_eq!(lab.look(&store, None, &[]).lacks, None);
    // A circle ends.
    lab.put(&place(ids[2]), &line(ids[2], &from(A)));
    assert_eq!(lab.look(&store, None, &[]).lacks, None);
    fs::remove_file(earlier).expect("removed");
    assert_eq!(lab.look(&store, None, &[]).lacks.as_deref(), Some(B));
}

#[test]
fn a_store_with_more_files_of_one_name_than_are_opened_says_so() {
    let (lab, store) = (Lab::new(), lines("s/{*}-{id}.jsonl"));
    for number in 0..64 {
        lab.put(&format!("s/{number}-{A}.jsonl"), &header(B));
    }
    assert_eq!(
        lab.look(&store, None, &[]).proof,
        Proof::Other(B.to_owned())
    );
    lab.put(&format!("s/64-{A}.jsonl"), &header(B));
    assert!(unreadable(
        &lab.look(&store, None, &[]).proof,
        "too many files"
    ));
}

#[test]
fn only_an_id_of_the_agents_form_becomes_a_path() {
    let agent = rejoin_agents::AGENTS.first().expect("one");
    let found = look(agent, Path::new("/nowhere"), "../../etc/passwd", None, &[]);
    assert_eq!(found.path, None);
    assert!(unreadable(&found.proof, "form"), "{found:?}");
}
