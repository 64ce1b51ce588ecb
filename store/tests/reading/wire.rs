//! The records that writers write, read back.

use rejoin_store::event::{Class, Event};
use rejoin_store::frame::RECORD_BYTES_MAX;
use rejoin_store::json::Writer;
use rejoin_store::multiplexer::{Place, Places};
use rejoin_store::reader::Piece;
use rejoin_store::record::{self, Process};

use crate::lines::{framed, pieces};

#[test]
fn unknown_fields_and_kinds_are_no_damage() {
    let log = [
        framed(r#"{"kind":"refused","agent":"a","reason":"r","claim":{"tty":0,"session":1,"x":{}},"later":[1]}"#),
        framed(r#"{"pane":"P1","kind":"tilt"}"#),
        framed(r#"{"kind":"t\u0069lt","pane":7}"#),
    ]
    .concat();
    let read = pieces(&log);
    let Piece::Record {
        event: Event::Refused(refused),
        ..
    } = &read[0]
    else {
        panic!("{read:?}");
    };
    assert_eq!(refused.reason, "r");
    for (piece, pane) in read[1..].iter().zip([Some("P1"), None]) {
        let Piece::Record { event, .. } = piece else {
            panic!("{piece:?}");
        };
        let pane = pane.map(str::to_owned);
        let kind = "tilt".to_owned();
        assert_eq!(*event, Event::Unknown { kind, pane });
    }
}

pub(crate) fn written(write: impl FnOnce(&mut Writer<'_>)) -> String {
    let mut buffer = vec![0; RECORD_BYTES_MAX];
    let mut json = Writer::new(&mut buffer);
    write(&mut json);
    String::from_utf8(json.text().expect("it fits").to_vec()).expect("UTF-8")
}

/// A publication with every field, some of them not UTF-8.
fn whole_publication() -> String {
    let within = Place {
        multiplexer: "kitty",
        session: b"7\xff",
        pane: "1",
    };
    let publication = record::Publication {
        agent: "alpha",
        id: "A\u{1}\"",
        child: Some("T"),
        claim: record::Claim {
            token: Some("P1"),
            launch: Some("L"),
            tmux: Some(record::Tmux {
                socket: b"/tmp/\xff",
                server: 2,
                pane: "%1",
            }),
            within: Places::recorded([within].into_iter()),
            tty: 34_823,
            session: 3,
        },
        publisher: record::Process { pid: 10, start: 11 },
        store: Some(b"/s\xfe"),
        cwd: Some("/w\u{fc}"),
        transcript: Some("/t"),
        class: record::Class::Prompt,
        event: "E",
        source: Some("why"),
    };
    let facts = record::Facts {
        boot: "b",
        at: "then",
        marks: &["nested"],
        name: b"al\xffpha",
        group: 12,
        foreground: true,
        above: &[record::Ancestor {
            process: record::Process { pid: 3, start: 4 },
            name: b"sh",
            agent: Some("beta"),
        }],
        alive: Some(&[record::Process { pid: 5, start: 6 }]),
        alive_of: &["token"],
        store: Some((7, 8)),
    };
    written(|json| {
        publication.write_identity(json);
        publication.write_facts(json, &facts);
    })
}

#[test]
fn a_publication_reads_back_with_every_field_and_byte() {
    let json = whole_publication();
    let Ok(Event::Publish(read)) = Event::parse(json.as_bytes()) else {
        panic!("{json}");
    };
    assert_eq!((read.id.as_str(), read.class), ("A\u{1}\"", Class::Prompt));
    let tmux = read.claim.tmux.as_ref().expect("tmux");
    assert_eq!(tmux.socket.as_bytes(), b"/tmp/\xff");
    assert_eq!(read.claim.within[0].session.as_bytes(), b"7\xff");
    assert_eq!(read.name.as_bytes(), b"al\xffpha");
    assert_eq!(read.store.as_ref().expect("store").as_bytes(), b"/s\xfe");

    let mut before: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    before.as_object_mut().expect("an object").remove("kind");
    assert_eq!(
        serde_json::to_value(&*read).expect("JSON"),
        before,
        "nothing is left out"
    );
}

#[test]
fn launches_and_refusals_read_back_with_every_field() {
    let launch = written(|json| {
        record::Launch {
            launch: "L",
            pane: "P1",
            process: record::Process { pid: 1, start: 2 },
            tty: 3,
            agent: Some("alpha"),
            program: b"/bin/\xff",
            program_identity: Some((6, 7)),
            wrapper: Some("alpha-at-work"),
            argv: &[b"alpha", b"--word", b"\xfe"],
            left_out: 2,
            cwd: b"/w",
            store: Some(b"/s"),
            store_identity: Some((4, 5)),
            store_by: Some("ALPHA_HOME"),
            filesystem: Some("host"),
            asked: Some(record::Asked {
                how: "fork",
                id: Some("A"),
                new: Some("B"),
            }),
            boot: "b",
            at: "then",
        }
        .write(json);
    });
    let refusal = written(|json| {
        let refusal = record::Refusal {
            agent: "alpha",
            claim: record::Claim {
                token: Some("P1"),
                ..record::Claim::default()
            },
            reason: "no-id",
        };
        refusal.write_identity(json);
        refusal.write_facts(json, "then");
    });
    let not_started = written(|json| {
        record::NotStarted {
            launch: "L",
            pane: "P1",
            exit_code: 127,
            at: "then",
        }
        .write(json);
    });
    let carry = written(|json| {
        record::Carry {
            pane: "P2",
            from: "P1",
            at: "then",
        }
        .write(json);
    });
    let address = written(|json| {
        record::Address {
            pane: "P1",
            multiplexer: "tmux",
            server: b"/tmp/\xff",
            place: "tmux:default:%1@x",
            session: Some("work"),
            window: Some(1),
            window_name: Some("edit"),
            layout: Some("b25d,80x24,0,0,0"),
            index: Some(0),
            title: Some("a\tb"),
            left: true,
            at: "then",
        }
        .write(json);
    });
    for json in [launch, refusal, not_started, address, carry]
        .into_iter()
        .chain(words())
    {
        let back = match Event::parse(json.as_bytes()).expect("a record") {
            Event::Launch(launch) => serde_json::to_value(&*launch),
            Event::Refused(refused) => serde_json::to_value(&refused),
            Event::NotStarted(failure) => serde_json::to_value(&failure),
            Event::Address(address) => serde_json::to_value(&*address),
            Event::Carry(carry) => serde_json::to_value(&carry),
            Event::Pin(pin) => serde_json::to_value(&*pin),
            Event::Clear(clear) => serde_json::to_value(&*clear),
            Event::Dismiss(dismiss) => serde_json::to_value(&*dismiss),
            Event::Park(park) => serde_json::to_value(&*park),
            Event::Import(import) => serde_json::to_value(&*import),
            Event::Fork(fork) => serde_json::to_value(&*fork),
            Event::Adopt(adopt) => serde_json::to_value(&*adopt),
            Event::Witness(witness) => serde_json::to_value(&*witness),
            other => panic!("{other:?}"),
        };
        let mut before: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        before.as_object_mut().expect("an object").remove("kind");
        assert_eq!(back.expect("JSON"), before);
    }
}

#[test]
fn a_class_of_a_later_version_is_read_as_other() {
    let json = whole_publication().replace(r#""class":"prompt""#, r#""class":"teleport""#);
    let Ok(Event::Publish(read)) = Event::parse(json.as_bytes()) else {
        panic!("{json}");
    };
    assert_eq!(read.class, Class::Other);
}

/// Every word about a pane, with all that it can say.
fn words() -> Vec<String> {
    let conversation = record::Named {
        agent: "alpha",
        id: "A",
        store: Some(b"/s\xff"),
        store_identity: Some((1, 2)),
        filesystem: Some("host"),
        transcript: Some(b"/s/a"),
        cwd: Some(b"/w"),
    };
    let (pane, at) = ("P1", "then");
    let revision = record::Revision {
        bytes: Some(9),
        hash: Some("fnv1a:00"),
        entry: Some("e9"),
    };
    let fork = record::Fork {
        pane,
        launch: Some("L"),
        parent: conversation,
        child: Some("B"),
        revision,
        cut: record::Cut::Before("e9"),
        inherits: &["history", "directory"],
        program: Some(b"/bin/alpha"),
        cwd: Some(b"/w"),
        at,
    };
    let stays = true;
    let process = Process { pid: 7, start: 8 };
    let boot = "b";
    vec![
        written(|json| {
            record::Pin {
                pane,
                conversation,
                stays,
                at,
            }
            .write(json)
        }),
        written(|json| {
            record::Clear {
                pane,
                conversation,
                at,
            }
            .write(json)
        }),
        written(|json| {
            record::Dismiss {
                pane,
                conversation,
                at,
            }
            .write(json)
        }),
        written(|json| {
            record::Park {
                pane,
                conversation,
                at,
            }
            .write(json)
        }),
        written(|json| {
            record::Import {
                pane,
                conversation,
                from: "x",
                at,
            }
            .write(json)
        }),
        written(|json| {
            record::Adopt {
                pane,
                launch: "L",
                conversation,
                at,
            }
            .write(json)
        }),
        written(|json| {
            record::Witness {
                process,
                boot,
                conversation,
                at,
            }
            .write(json)
        }),
        written(|json| fork.write(json)),
    ]
}
