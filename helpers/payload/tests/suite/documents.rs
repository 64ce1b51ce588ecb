//! Makes documents: fixed samples, random valid ones, and valid ones that were broken somewhere.

/// A small repeatable source of random numbers (xorshift); the same seed gives the same tests.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % bound
    }

    fn pick<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }
}

/// A valid object of about so many values, without a key given twice.
pub(crate) fn document(random: &mut Random, values: usize) -> String {
    let mut out = String::new();
    let mut left = values;
    space(random, &mut out);
    object(random, &mut left, 0, &mut out);
    space(random, &mut out);
    out
}

/// Changes, drops, doubles, adds or moves some bytes; often enough the result is still valid.
pub(crate) fn broken(random: &mut Random, payload: &[u8]) -> Vec<u8> {
    const LIKELY: &[u8] = b"{}[]\",:\\u0123456789eE+-. \n\ttrfalsn/\x00\x1f\x7f\x80\xc3\xff\xed";
    let mut bytes = payload.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        let byte = LIKELY[random.below(LIKELY.len())];
        match random.below(5) {
            0 => bytes[at] = byte,
            1 => bytes.insert(at, byte),
            2 if bytes.len() > 1 => drop(bytes.remove(at)),
            3 => {
                let end = (at + random.below(8)).min(bytes.len());
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece);
            }
            _ => bytes[at] ^= 1 << random.below(8),
        }
    }
    bytes
}

fn space(random: &mut Random, out: &mut String) {
    if random.below(4) == 0 {
        out.push_str(random.pick(&[" ", "\n", "\t", "\r\n", "   ", "\n        "]));
    }
}

fn value(random: &mut Random, left: &mut usize, depth: usize, out: &mut String) {
    *left = left.saturating_sub(1);
    match random.below(if depth < 100 { 10 } else { 7 }) {
        0 => out.push_str(random.pick(&["true", "false", "null"])),
        1 => number(random, out),
        2..=6 => string(random, out),
        7 => array(random, left, depth, out),
        _ => object(random, left, depth, out),
    }
}

fn object(random: &mut Random, left: &mut usize, depth: usize, out: &mut String) {
    const KEYS: &[&str] = &[
        "id",
        "session_id",
        "a",
        "b",
        "cwd",
        "a/b",
        "",
        "ids",
        "session",
        "A",
        "~",
    ];
    out.push('{');
    space(random, out);
    let mut comma = false;
    for key in KEYS {
        if *left == 0 || random.below(2) == 0 {
            continue;
        }
        if comma {
            out.push(',');
            space(random, out);
        }
        comma = true;
        out.push('"');
        key.chars()
            .for_each(|character| spell(random, character, out));
        out.push('"');
        space(random, out);
        out.push(':');
        space(random, out);
        value(random, left, depth + 1, out);
        space(random, out);
    }
    out.push('}');
}

fn array(random: &mut Random, left: &mut usize, depth: usize, out: &mut String) {
    out.push('[');
    space(random, out);
    for element in 0..random.below(5) {
        if *left == 0 {
            break;
        }
        if element > 0 {
            out.push(',');
            space(random, out);
        }
        value(random, left, depth + 1, out);
        space(random, out);
    }
    if out.ends_with(',') {
        out.push('0');
    }
    out.push(']');
}

fn number(random: &mut Random, out: &mut String) {
    out.push_str(random.pick(&["", "-"]));
    out.push_str(random.pick(&["0", "7", "10", "120938", "9007199254740993"]));
    out.push_str(random.pick(&["", ".0", ".25", ".000001"]));
    out.push_str(random.pick(&["", "e0", "E+10", "e-07", "E5"]));
}

fn string(random: &mut Random, out: &mut String) {
    const COMMON: &[char] = &[
        'a',
        'b',
        '/',
        ' ',
        '-',
        '7',
        '\u{e9}',
        '\u{20ac}',
        '\u{1f600}',
        '"',
        '\\',
        '{',
        '\u{a0}',
    ];
    const RARE: &[char] = &['\0', '\n', '\x1b', '\x7f', '\u{85}', '\u{2028}', '\u{ffff}'];
    out.push('"');
    for _ in 0..random.below(30) {
        let from = if random.below(60) == 0 { RARE } else { COMMON };
        let character = from[random.below(from.len())];
        spell(random, character, out);
    }
    out.push('"');
}

/// Writes a character raw or as one of its escapes.
fn spell(random: &mut Random, character: char, out: &mut String) {
    let short = match character {
        '"' => Some("\\\""),
        '\\' => Some("\\\\"),
        '/' => Some("\\/"),
        '\n' => Some("\\n"),
        _ => None,
    };
    match (random.below(8), short) {
        (0..4, Some(short)) => out.push_str(short),
        (0..7, _) if character >= ' ' && !matches!(character, '"' | '\\') => out.push(character),
        _ => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                let hex = format!("{unit:04x}");
                out.push_str("\\u");
                out.push_str(&if random.below(2) == 0 {
                    hex.to_uppercase()
                } else {
                    hex
                });
            }
        }
    }
}

/// Payloads in the shape that agents send, and the edges of each part of the grammar.
pub(crate) fn samples() -> Vec<Vec<u8>> {
    let mut samples = [
        r#"{
 "session_id": "7ed1586d-a362-4329-a841-2845d03ab315",
 "transcript_path": "/lab/home/.agent/projects/-lab-proj/7ed1586d.jsonl",
 "cwd": "/lab/proj",
 "effort": {
  "level": "medium"
 },
 "hook_event_name": "PreToolUse",
 "tool_input": {
  "command": "bash /lab/nested.sh",
  "description": "mock \"tool\" call"
 }
}"#,
        r#"{"session_id":"01a22d12-db7d-7321-a2c8-f80483f9a90e","agent_id":null,"cwd":"/lab","hook_event_name":"Interrupt","model":"m-5.1"}"#,
        "{\"a\":{\"b\":\"\\u00e9\\ud83d\\ude00\u{e9}\u{1f600}\"},\"id\":\"\\u0037\"}",
        r#"{"id":"1","i\u0064":"2","a":{"b":1},"a":{"b":"2"}}"#,
        r#"{"id":"\ud83d","a":{"b":"\ude00\ud83d"},"cwd":"\ud83dx"}"#,
        r#"{"n":[0,-0,1.5,-1.25e+10,1E-7,0e0],"l":[true,false,null],"e":[{},[],""]}"#,
        r#" { } "#,
        r#"{"id":"a"} trailing"#,
        r#"{"a":[[[{"b":[{}]}]]],"id":"\b\f\n\r\t"}"#,
        "{\"id\":\"raw\nnewline\"}",
        r#"{"cwd":"C:\Users\sam"}"#,
        r#"{"id":01}"#,
        r#"{"id":-}"#,
        r#"{"id":1.}"#,
        r#"{"id":tru}"#,
        r#"{"id":"\u00g0"}"#,
        r#"{"id":"a",}"#,
        r#"{"id":[}]"#,
        r#"{"id":"cut"#,
        "[]",
        "null",
        "",
        " \n",
        "\u{feff}{}",
    ]
    .map(|sample| sample.as_bytes().to_vec())
    .to_vec();
    samples.push(
        b"{\"id\":\"\xc3\",\"a\":{\"b\":\"\xf0\x9f\x98\"},\"\xff\":\"\xed\xa0\x80\"}".to_vec(),
    );
    samples.push(format!("{{\"a\":{}{}}}", "[".repeat(70), "]".repeat(70)).into_bytes());
    samples
}
