//! The words of a call: a program with leading assignments, or where it is handed over.
//! Pure.

use crate::names::Names;
use core::ffi::CStr;
use rustix::fd::RawFd;

/// Why a call makes no sense.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrong {
    /// No program after the assignments.
    NoProgram,
    /// The program's name is empty.
    EmptyProgram,
    /// The first word begins with a dash and is no option.
    Option,
    /// What follows `--fd` is not one number from 3 on.
    Descriptor,
    /// What follows `--ticket` is not one absolute path.
    Ticket,
}

impl Wrong {
    pub(crate) fn told(self) -> &'static [u8] {
        match self {
            Self::NoProgram => b"no program is named",
            Self::EmptyProgram => b"the program's name is empty",
            Self::Option => {
                b"no such option; for a program whose name begins with a dash, write its path"
            }
            Self::Descriptor => b"--fd takes one number from 3 on, and nothing may follow",
            Self::Ticket => b"--ticket takes one absolute path, and nothing may follow",
        }
    }
}

/// A call, taken apart. Words are kept as they came.
#[derive(Clone)]
pub(crate) enum Call<Words> {
    /// The program is named.
    Command(Command<Words>),
    /// It is handed over by the descriptor of this number, written so.
    Descriptor(RawFd, &'static CStr),
    /// It is handed over by the file at this path.
    Ticket(&'static CStr),
}

impl<Words: Iterator<Item = &'static CStr> + Clone> Call<Words> {
    /// Takes the words of a command line, our own name first.
    pub(crate) fn parse(mut words: Words) -> Result<Self, Wrong> {
        words.next();
        let first = words.clone().next().ok_or(Wrong::NoProgram)?;
        if first == c"--fd" {
            let word = only(words).ok_or(Wrong::Descriptor)?;
            let number = number(word.to_bytes()).ok_or(Wrong::Descriptor)?;
            return Ok(Self::Descriptor(number, word));
        }
        if first == c"--ticket" {
            let path = only(words).filter(|path| path.to_bytes().starts_with(b"/"));
            return path.map(Self::Ticket).ok_or(Wrong::Ticket);
        }
        Command::parse(words).map(Self::Command)
    }
}

/// Returns the word after the first, if it is the last.
fn only(mut words: impl Iterator<Item = &'static CStr>) -> Option<&'static CStr> {
    let word = words.nth(1)?;
    words.next().is_none().then_some(word)
}

/// Reads the number of a descriptor that is no standard stream: those are the program's.
fn number(word: &[u8]) -> Option<RawFd> {
    let digits = core::str::from_utf8(word).ok()?;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|&number| plain && number > 2)
}

/// A program, its arguments, and the variables that are given with it.
#[derive(Clone)]
pub(crate) struct Command<Words> {
    assignments: Words,
    assignment_count: usize,
    rest: Words,
    pub(crate) program: &'static CStr,
}

impl<Words: Iterator<Item = &'static CStr> + Clone> Command<Words> {
    /// Only leading words of the form `KEY=value` with a valid key are assignments: an
    /// equals sign in the program's path or in a later word means nothing.
    fn parse(mut words: Words) -> Result<Self, Wrong> {
        let assignments = words.clone();
        let mut assignment_count = 0;
        let mut rest = words.clone();
        loop {
            let word = words.next().ok_or(Wrong::NoProgram)?;
            if name_of(word).is_none() {
                return match word.to_bytes() {
                    [] => Err(Wrong::EmptyProgram),
                    [b'-', ..] => Err(Wrong::Option),
                    _ => Ok(Self {
                        assignments,
                        assignment_count,
                        rest,
                        program: word,
                    }),
                };
            }
            assignment_count += 1;
            rest = words.clone();
        }
    }

    /// Returns the program's argument list, its name first.
    pub(crate) fn arguments(&self) -> Words {
        self.rest.clone()
    }

    /// Returns the assignments in order, and how many they are.
    pub(crate) fn assignments(&self) -> (impl Iterator<Item = &'static CStr>, usize) {
        let assignments = self.assignments.clone().take(self.assignment_count);
        (assignments, self.assignment_count)
    }

    /// Returns the entries of the program's environment: `inherited` without the names
    /// that are given anew, then those. Of a name given twice the last counts. `names`
    /// holds the assignments.
    pub(crate) fn variables(
        &self,
        inherited: Words,
        names: &Names,
    ) -> impl Iterator<Item = &'static CStr> {
        let kept = inherited.filter(|entry| {
            let name = entry.to_bytes().split(|&byte| byte == b'=').next();
            names.last(name.unwrap_or_default()).is_none()
        });
        let given = self.assignments().0.enumerate();
        kept.chain(given.filter_map(|(at, entry)| names.is_last(at, entry).then_some(entry)))
    }

    /// Returns the value that a variable will have for the program.
    pub(crate) fn variable(
        mut inherited: Words,
        names: &Names,
        name: &[u8],
    ) -> Option<&'static [u8]> {
        let value = |entry: &'static CStr| entry.to_bytes().strip_prefix(name)?.strip_prefix(b"=");
        match names.last(name) {
            Some(given) => value(given),
            None => inherited.find_map(value),
        }
    }
}

/// Returns the name of a word `KEY=value` whose key is a letter or underscore followed
/// by letters, digits and underscores.
pub(crate) fn name_of(word: &'static CStr) -> Option<&'static [u8]> {
    let bytes = word.to_bytes();
    let (name, _) = bytes.split_at(bytes.iter().position(|&byte| byte == b'=')?);
    let letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    let valid = name.first().is_some_and(letter)
        && name
            .iter()
            .all(|byte| letter(byte) || byte.is_ascii_digit());
    valid.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rejoin_entry::Lend;

    type Words = std::vec::IntoIter<&'static CStr>;

    fn parse(words: &[&'static CStr]) -> Result<Call<Words>, Wrong> {
        let words: Vec<_> = [c"rejoin-exec"].iter().chain(words).copied().collect();
        Call::parse(words.into_iter())
    }

    fn parsed(words: &[&'static CStr]) -> Command<Words> {
        match parse(words) {
            Ok(Call::Command(command)) => command,
            Ok(_) => panic!("a command"),
            Err(wrong) => panic!("{wrong:?}"),
        }
    }

    #[test]
    fn only_leading_words_with_a_valid_key_are_assignments() {
        let call = parsed(&[c"A=1", c"_b2=", c"prog", c"X=1"]);
        assert_eq!(call.program, c"prog");
        assert_eq!(call.arguments().collect::<Vec<_>>(), [c"prog", c"X=1"]);
        let (assignments, count) = call.assignments();
        assert_eq!(assignments.collect::<Vec<_>>(), [c"A=1", c"_b2="]);
        assert_eq!(count, 2);
        for program in [c"a/b=c/prog", c"=x", c"1A=x", c"A.B=1", c"\xff=1", c"A B=1"] {
            assert_eq!(parsed(&[program, c"y"]).program, program);
        }
    }

    #[test]
    fn a_missing_an_empty_and_a_dashed_program_are_refused() {
        assert_eq!(parse(&[]).err(), Some(Wrong::NoProgram));
        assert_eq!(parse(&[c"A=1"]).err(), Some(Wrong::NoProgram));
        assert_eq!(parse(&[c"A=1", c""]).err(), Some(Wrong::EmptyProgram));
        assert_eq!(parse(&[c"-x", c"3"]).err(), Some(Wrong::Option));
        assert_eq!(parse(&[c"A=1", c"--fd", c"3"]).err(), Some(Wrong::Option));
    }

    #[test]
    fn a_descriptor_is_one_number_that_is_no_standard_stream() {
        let call = parse(&[c"--fd", c"17"]);
        assert!(matches!(call, Ok(Call::Descriptor(17, word)) if word == c"17"));
        for word in [c"2", c"-3", c"+3", c"3x", c"", c"4294967299"] {
            assert_eq!(parse(&[c"--fd", word]).err(), Some(Wrong::Descriptor));
        }
        for words in [&[c"--fd"][..], &[c"--fd", c"3", c"true"]] {
            assert_eq!(parse(words).err(), Some(Wrong::Descriptor));
        }
    }

    #[test]
    fn a_ticket_is_one_absolute_path() {
        let call = parse(&[c"--ticket", c"/t"]);
        assert!(matches!(call, Ok(Call::Ticket(path)) if path == c"/t"));
        for words in [
            &[c"--ticket"][..],
            &[c"--ticket", c"t"],
            &[c"--ticket", c"/t", c"x"],
        ] {
            assert_eq!(parse(words).err(), Some(Wrong::Ticket));
        }
    }

    #[test]
    fn a_given_variable_replaces_the_inherited_one_and_the_last_one_counts() {
        let call = parsed(&[c"A=2", c"B=x\ny", c"A=3", c"prog"]);
        let inherited = vec![c"A=1", c"AA=1", c"odd", c"A=0", c"\xff=\xfe"].into_iter();
        static NAMES: Lend<Names> = Lend::new(Names::new());
        let names = NAMES.take().expect("lent once");
        let (assignments, count) = call.assignments();
        assert!(names.fill(assignments, count));
        let entries: Vec<_> = call.variables(inherited.clone(), names).collect();
        assert_eq!(entries, [c"AA=1", c"odd", c"\xff=\xfe", c"B=x\ny", c"A=3"]);
        let value = |name| Command::variable(inherited.clone(), names, name);
        assert_eq!(value(b"A"), Some(&b"3"[..]));
        assert_eq!(value(b"AA"), Some(&b"1"[..]));
        assert_eq!(value(b"D"), None);
    }
}
