//! Asks a person which conversation is meant: a list that narrows while they type, the
//! chosen row in full, and what is to be done with it.
//!
//! It must never choose by itself, not even the only row.

mod entry;
mod keys;
mod matching;
mod plain;
mod preview;
mod screen;
mod terminal;
mod text;

pub use entry::{Entry, all, near};
pub use terminal::can_ask;

use crate::answer::Answer;
use crate::command::list;
use crate::error::{Error, Kind};
use crate::print::plain;
use crate::world::World;
use keys::Key;
use matching::Matching;
use screen::{Row, View};
use terminal::{Event, Terminal};
use text::Colours;

/// Most characters of a query.
const QUERY_MAX: usize = 200;

/// What is to be done with a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Go on with it in this pane.
    Resume,
    /// Go on with a copy of it in this pane.
    Fork,
    /// Say that this pane holds it.
    Pin,
    /// Give out the command line that resumes it.
    Copy,
}

/// What a person chose.
pub struct Choice {
    pub entry: Entry,
    pub action: Action,
    /// The answer that was shown.
    pub answer: Answer,
}

/// What is asked.
pub struct Question<'q> {
    /// Stands in front of what is typed.
    pub title: &'q str,
    /// Says why it is asked, where that is not plain.
    pub note: Option<&'q str>,
    /// What is typed already.
    pub query: &'q str,
    /// What there is to choose from.
    pub entries: Vec<Entry>,
}

/// Asks; nothing means that the person left.
///
/// # Errors
/// There is no terminal, or it fails.
pub fn ask(world: &World, question: Question<'_>) -> Result<Option<Choice>, Error> {
    if !can_ask() {
        return Err(no_terminal(
            "standard input and standard error are no terminal",
        ));
    }
    let broken = |error| Error::new(Kind::System, format!("the terminal fails: {error}"));
    let mut dialogue = Dialogue::of(world, question);
    if !terminal::moves_caret(world) {
        let Dialogue {
            rows,
            matching,
            note,
            query,
            ..
        } = &mut dialogue;
        let chosen = plain::ask(rows, matching, *note, query).map_err(broken)?;
        return Ok(chosen.and_then(|(number, action)| dialogue.chosen(number, action)));
    }
    let mut terminal = Terminal::take().map_err(broken)?;
    loop {
        let (wide, high) = terminal.size();
        let (lines, caret) = dialogue.draw(wide, high);
        terminal.show(&lines, caret).map_err(broken)?;
        let key = match terminal.next().map_err(broken)? {
            Event::Key(key) => key,
            Event::Resized => continue,
            Event::Gone => return Ok(None),
        };
        match dialogue.turn(key, high) {
            Turn::On => {}
            Turn::Left => return Ok(None),
            Turn::Chosen(number, action) => return Ok(dialogue.chosen(number, action)),
        }
    }
}

fn no_terminal(cause: &str) -> Error {
    Error::new(Kind::Usage, cause)
        .code("no-terminal")
        .remedy("Run it in a terminal; `rejoin list` and `rejoin resolve PANE` need none.")
}

/// Where the conversation with the person stands.
struct Dialogue<'d> {
    world: &'d World,
    title: &'d str,
    note: Option<&'d str>,
    entries: Vec<Entry>,
    rows: Vec<Row>,
    matching: Matching,
    query: String,
    found: Vec<usize>,
    at: usize,
    /// The row that was looked up last, and its answer.
    answer: Option<(usize, Answer)>,
    colours: Colours,
}

/// What a key led to.
enum Turn {
    On,
    Left,
    Chosen(usize, Action),
}

impl<'d> Dialogue<'d> {
    fn of(world: &'d World, question: Question<'d>) -> Self {
        let rows: Vec<Row> = question.entries.iter().map(|e| row(world, e)).collect();
        let text =
            |(row, entry): (&Row, &Entry)| format!("{} {}", row.cells.join(" "), plain(entry.id()));
        let texts = rows.iter().zip(&question.entries).map(text).collect();
        let mut dialogue = Self {
            world,
            title: question.title,
            note: question.note,
            rows,
            entries: question.entries,
            matching: Matching::of(texts),
            query: question.query.chars().take(QUERY_MAX).collect(),
            found: Vec::new(),
            at: 0,
            answer: None,
            colours: match terminal::wants_colours(world) {
                true => Colours::On,
                false => Colours::Off,
            },
        };
        dialogue.search();
        dialogue
    }

    fn search(&mut self) {
        self.found = self.matching.find(&self.query);
        self.at = 0;
    }

    fn draw(&mut self, wide: usize, high: usize) -> (Vec<String>, usize) {
        let number = self.found.get(self.at).copied();
        let preview = number.map_or_else(Vec::new, |number| {
            self.look_up(number);
            match (&self.answer, self.entries.get(number)) {
                (Some((_, answer)), Some(entry)) => preview::lines(entry, answer),
                _ => Vec::new(),
            }
        });
        let view = View {
            title: self.title,
            note: self.note,
            query: &plain(&self.query).to_string(),
            rows: &self.rows,
            found: &self.found,
            at: self.at,
            preview: &preview,
            colours: self.colours,
        };
        screen::draw(&view, wide, high)
    }

    /// Asks for a row only when it is shown: that looks into the agent's store.
    fn look_up(&mut self, number: usize) {
        if self.answer.as_ref().is_some_and(|(of, _)| *of == number) {
            return;
        }
        let entry = self.entries.get(number);
        self.answer = entry.map(|e| (number, Answer::of(self.world, e.binding.clone())));
    }

    fn turn(&mut self, key: Key, high: usize) -> Turn {
        let page = screen::split(high, self.note, self.found.len()).0.max(1);
        let last = self.found.len().saturating_sub(1);
        let action = match key {
            Key::Leave => return Turn::Left,
            Key::Enter => Action::Resume,
            Key::Fork => Action::Fork,
            Key::Pin => Action::Pin,
            Key::Copy => Action::Copy,
            _ => {
                match key {
                    Key::Up => self.at = self.at.saturating_sub(1),
                    Key::Down => self.at = (self.at + 1).min(last),
                    Key::PageUp => self.at = self.at.saturating_sub(page),
                    Key::PageDown => self.at = (self.at + page).min(last),
                    Key::First => self.at = 0,
                    Key::Last => self.at = last,
                    _ => self.edit(key),
                }
                return Turn::On;
            }
        };
        match self.found.get(self.at) {
            Some(number) => Turn::Chosen(*number, action),
            None => Turn::On,
        }
    }

    fn edit(&mut self, key: Key) {
        match key {
            Key::Text(text) if self.query.chars().count() < QUERY_MAX => self.query.push(text),
            Key::Backspace => drop(self.query.pop()),
            Key::EraseAll => self.query.clear(),
            Key::EraseWord => {
                let kept = self.query.trim_end();
                let kept = kept.rfind(' ').map_or(0, |space| space + 1);
                self.query.truncate(kept);
            }
            _ => return,
        }
        self.search();
    }

    fn chosen(mut self, number: usize, action: Action) -> Option<Choice> {
        self.look_up(number);
        let (_, answer) = self.answer?;
        let entry = self.entries.into_iter().nth(number)?;
        Some(Choice {
            entry,
            action,
            answer,
        })
    }
}

fn row(world: &World, entry: &Entry) -> Row {
    let cwd = entry.cwd().map(|cwd| list::short(world, cwd));
    Row {
        cells: [
            plain(entry.agent()).to_string(),
            preview::short(entry.id()),
            cwd.unwrap_or_default(),
            plain(&entry.binding.pane).to_string(),
            plain(&list::to_the_minute(entry.last_seen())).to_string(),
        ],
        now: entry.now,
    }
}
