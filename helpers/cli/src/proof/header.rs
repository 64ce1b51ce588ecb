//! What the beginning of a transcript says, read as it comes and in fixed memory, however
//! long a line is and whatever stands in it.

use super::{PATH_BYTES_MAX, directory};
use rejoin_agents::ID_BYTES_MAX;
use rejoin_payload::{
    Field, Found, KEY_BYTES_MAX, PAYLOAD_BYTES_MAX, Reason, Step, Walker, only_whitespace,
};
use std::io::{self, Read};
use std::path::PathBuf;

/// How much of a transcript of lines is read, in bytes. Its header may carry an agent's
/// whole instructions, with tools and pasted files: some MB were seen.
pub(super) const LINES_BYTES_MAX: usize = 16 * 1024 * 1024;

/// How much of a transcript that is one object is read: it holds the conversation.
const OBJECT_BYTES_MAX: usize = PAYLOAD_BYTES_MAX;

/// How much is read at once.
const CHUNK_BYTES: usize = 64 * 1024;

/// Open containers that are remembered, in words of one bit each: a header is a few deep.
const NESTING_WORDS: usize = 1024;

/// Room for a key and the three texts.
const TEXT_BYTES: usize = KEY_BYTES_MAX + 2 * ID_BYTES_MAX + PATH_BYTES_MAX;

/// Where the header says what.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pointers {
    pub(super) id: &'static str,
    pub(super) cwd: Option<&'static str>,
    pub(super) needs: Option<&'static str>,
}

/// What it says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) id: String,
    pub(super) cwd: Option<PathBuf>,
    /// The conversation that it builds on.
    pub(super) needs: Option<String>,
}

/// Reads up to `lines` lines of one object each, until all that is pointed at was said.
///
/// # Errors
/// No line names an id; with what is wrong with the first that could not be understood.
pub(super) fn of_lines(input: impl Read, pointers: Pointers, lines: u32) -> Result<Header, String> {
    let mut input = Chunks::of(input, LINES_BYTES_MAX);
    let mut said = Said::default();
    let mut wrong = None;
    for line in 1..=lines {
        match input.object(pointers, &mut said, Until::Newline) {
            Ok(()) => {}
            Err(Wrong::End) if line > 1 => break,
            Err(error) => {
                wrong = wrong.or_else(|| Some(error.reason("line", line)));
                if error.is_last() {
                    break;
                }
            }
        }
        if said.is_all(pointers) {
            break;
        }
    }
    let none = match lines {
        1 => "its first line names no conversation".to_owned(),
        lines => format!("none of its first {lines} lines names a conversation"),
    };
    said.header().ok_or_else(|| wrong.unwrap_or(none))
}

/// Reads one object.
///
/// # Errors
/// It is not whole, or names no id.
pub(super) fn of_object(input: impl Read, pointers: Pointers) -> Result<Header, String> {
    let mut said = Said::default();
    Chunks::of(input, OBJECT_BYTES_MAX)
        .object(pointers, &mut said, Until::End)
        .map_err(|error| error.reason("file", 1))?;
    said.header().ok_or("it names no conversation".to_owned())
}

/// Where an object must end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    Newline,
    End,
}

/// What was said so far; what was said first counts.
#[derive(Default)]
struct Said {
    id: Option<String>,
    cwd: Option<PathBuf>,
    needs: Option<String>,
}

impl Said {
    fn is_all(&self, wanted: Pointers) -> bool {
        self.id.is_some()
            && (self.cwd.is_some() || wanted.cwd.is_none())
            && (self.needs.is_some() || wanted.needs.is_none())
    }

    fn add(&mut self, walker: &Walker<'_, '_>, wanted: Pointers) {
        let text = |field| match walker.found(field) {
            Found::Text(text) if !text.is_empty() => Some(text),
            _ => None,
        };
        let owned = |field| text(field).map(str::to_owned);
        self.id = self.id.take().or_else(|| owned(0));
        let cwd = || wanted.cwd.and_then(|_| directory(text(1)?.as_bytes()));
        self.cwd = self.cwd.take().or_else(cwd);
        let needs = || wanted.needs.and_then(|_| owned(2));
        self.needs = self.needs.take().or_else(needs);
    }

    fn header(self) -> Option<Header> {
        let Self { id, cwd, needs } = self;
        Some(Header {
            id: id?,
            cwd,
            needs,
        })
    }
}

/// Why an object says nothing.
#[derive(Clone, Copy)]
enum Wrong {
    /// There is nothing more.
    End,
    /// It ends before it is whole.
    Cut,
    /// It is no JSON object, or more than one.
    NotJson,
    /// The bound was reached inside it.
    TooLong,
    /// The system refuses.
    System(io::ErrorKind),
}

impl Wrong {
    /// Tells whether nothing can be read behind it.
    const fn is_last(self) -> bool {
        !matches!(self, Self::NotJson)
    }

    fn reason(self, what: &str, number: u32) -> String {
        let what = match (what, number) {
            ("line", 1) => "its first line".to_owned(),
            ("line", number) => format!("line {number} of it"),
            _ => "it".to_owned(),
        };
        match self {
            Self::End => "it is empty".to_owned(),
            Self::Cut => format!("{what} ends before it is whole"),
            Self::NotJson => format!("{what} is not a JSON object"),
            Self::TooLong => format!("{what} is longer than is read"),
            Self::System(kind) => format!("{what} cannot be read: {kind}"),
        }
    }
}

/// Input that is read in pieces, up to a bound.
struct Chunks<R> {
    input: R,
    left: usize,
    chunk: Vec<u8>,
    at: usize,
}

impl<R: Read> Chunks<R> {
    const fn of(input: R, bytes_max: usize) -> Self {
        Self {
            input,
            left: bytes_max,
            chunk: Vec::new(),
            at: 0,
        }
    }

    /// Walks one object up to where it must end. A line that is none is passed over.
    fn object(&mut self, pointers: Pointers, said: &mut Said, until: Until) -> Result<(), Wrong> {
        // Where nothing is pointed at, the id is read once more.
        let fields = [
            (pointers.id, ID_BYTES_MAX),
            (pointers.cwd.unwrap_or(pointers.id), PATH_BYTES_MAX),
            (pointers.needs.unwrap_or(pointers.id), ID_BYTES_MAX),
        ]
        .map(|(pointer, bytes_max)| Field { pointer, bytes_max });
        let (mut text, mut nesting) = ([0; TEXT_BYTES], [0; NESTING_WORDS]);
        let mut walker =
            Walker::new(&fields, &mut text, &mut nesting).map_err(|_| Wrong::NotJson)?;
        let mut state = State::Nothing;
        let mut at_newline = false;
        while !at_newline && self.fill()? {
            let rest = self.chunk.get(self.at..).unwrap_or_default();
            let end = rest.iter().position(|&byte| byte == b'\n');
            let end = end.filter(|_| until == Until::Newline);
            let part = end.and_then(|end| rest.get(..end)).unwrap_or(rest);
            state = state.with(&mut walker, part)?;
            at_newline = end.is_some();
            self.at += part.len() + usize::from(at_newline);
        }
        match state {
            State::Nothing if !at_newline => Err(Wrong::End),
            State::Inside if !at_newline => Err(Wrong::Cut),
            State::Whole => {
                said.add(&walker, pointers);
                Ok(())
            }
            _ => Err(Wrong::NotJson),
        }
    }

    /// Makes sure that something can be read; false at the end.
    fn fill(&mut self) -> Result<bool, Wrong> {
        if self.at < self.chunk.len() {
            return Ok(true);
        }
        if self.left == 0 {
            return Err(Wrong::TooLong);
        }
        self.chunk.resize(CHUNK_BYTES.min(self.left), 0);
        let read = loop {
            match self.input.read(&mut self.chunk) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                other => break other.map_err(|error| Wrong::System(error.kind()))?,
            }
        };
        self.chunk.truncate(read);
        self.left -= read;
        self.at = 0;
        Ok(read > 0)
    }
}

/// How far an object was walked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Nothing,
    Inside,
    Whole,
    Broken,
}

impl State {
    fn with(self, walker: &mut Walker<'_, '_>, part: &[u8]) -> Result<Self, Wrong> {
        let whole_if = |holds| if holds { Self::Whole } else { Self::Broken };
        Ok(match self {
            Self::Broken => Self::Broken,
            Self::Whole => whole_if(only_whitespace(part)),
            Self::Nothing if part.is_empty() => Self::Nothing,
            Self::Nothing | Self::Inside => match walker.feed(part) {
                Step::More => Self::Inside,
                Step::Done { used } => {
                    whole_if(only_whitespace(part.get(used..).unwrap_or_default()))
                }
                Step::Invalid(Reason::TooLarge | Reason::TooDeep) => return Err(Wrong::TooLong),
                Step::Invalid(_) => Self::Broken,
            },
        })
    }
}
