//! The short way meets every odd form, and leaves it to the parser.

use super::*;

const WRITTEN: &str = concat!(
    r#"{"kind":"publish","agent":"a","id":"i","child":"c","claim":{"token":"P","launch":"L","#,
    r#""tmux":{"socket":"/s","server":2,"pane":"%1"},"tty":3,"session":4},"#,
    r#""publisher":{"pid":5,"start":6},"store":"/d","cwd":"/w","transcript":"/t","#,
    r#""class":"prompt","event":"E","source":"s","at":"then","boot":"b","marks":["m"],"#,
    r#""name":"n","group":7,"foreground":true,"store_dev":8,"store_ino":9,"#,
    r#""above":[{"pid":1,"start":2,"name":"sh","agent":"o"}],"alive_of":["token"],"#,
    r#""alive":[{"pid":5,"start":6}]}"#,
);

#[test]
fn the_written_form_is_read_the_short_way_and_no_other_is() {
    let mut publish = Publish::default();
    assert_eq!(read(WRITTEN.as_bytes(), &mut publish), Some(()));
    let full: Publish = serde_json::from_str(WRITTEN).expect("JSON");
    assert_eq!(publish, full);
    for (from, to) in [
        (r#""id":"i""#, r#""id":"\u0069""#),
        (r#""tty":3"#, r#""tty":03"#),
        (r#""tty":3"#, r#""tty": 3"#),
        (r#""pid":5"#, r#""pid":4294967296"#),
        (r#""class":"prompt""#, r#""class":"teleport""#),
        (r#","at""#, r#","later":1,"at""#),
    ] {
        let other = WRITTEN.replacen(from, to, 1);
        assert_ne!(other, WRITTEN, "{from}");
        assert_eq!(read(other.as_bytes(), &mut publish), None, "{other}");
    }
}

#[test]
fn a_text_ends_at_the_first_byte_that_is_not_plain() {
    for end in 0..=255u8 {
        let ends = matches!(end, ..0x20 | b'"' | b'\\');
        for at in 0..20 {
            let mut bytes = [b'x'; 24];
            bytes[at] = end;
            bytes[21] = b'"';
            let expected = if ends { at } else { 21 };
            assert_eq!(plain(&bytes), expected, "{end:#x} at {at}");
            assert_eq!(plain(&bytes[..=at]), if ends { at } else { at + 1 });
        }
    }
}
