//! The picker's picture: rows, the chosen one in full, and the keys. A pure function of
//! what is shown and of the terminal's size.

use super::text::{Colours, Style, columns, cut, padded, styled, wrapped};
use crate::answer::NAMES;

/// Rows besides those of the list and of the preview: query, names, rule, keys.
const FIXED: usize = 4;

/// Rows from which there is room for a preview.
const ROWS_WITH_PREVIEW: usize = 14;

/// What the keys do, shortest last words first to go on a narrow terminal.
const KEYS: &str = "Enter resume  ^F fork  ^T pin here  ^Y copy  Esc leave";

const HEADINGS: [&str; CELLS] = ["AGENT", "ID", "DIRECTORY", "PANE", "LAST SEEN (UTC)"];

/// Cells of a row.
pub const CELLS: usize = 5;

/// Number of the cell that is cut first, because its end says least.
const DIRECTORY: usize = 2;
const PANE: usize = 3;

/// Least columns of a cell that is cut.
const CELL_MIN: usize = 6;

/// Columns between cells.
const GAP: usize = 2;

/// Columns of the mark in front of the chosen row.
const MARK: usize = 2;

/// One conversation.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its cells, safe for a terminal.
    pub cells: [String; CELLS],
    /// Whether its pane holds it now.
    pub now: bool,
}

/// What is shown.
pub struct View<'v> {
    /// What it is about.
    pub title: &'v str,
    /// Says why it is asked; safe for a terminal.
    pub note: Option<&'v str>,
    /// What was typed, safe for a terminal.
    pub query: &'v str,
    /// All rows.
    pub rows: &'v [Row],
    /// Numbers of those that match.
    pub found: &'v [usize],
    /// Which of these is chosen.
    pub at: usize,
    /// Named lines about it.
    pub preview: &'v [(&'static str, String)],
    pub colours: Colours,
}

/// How many rows the list gets, and how many the preview.
pub fn split(rows: usize, note: Option<&str>, found: usize) -> (usize, usize) {
    let fixed = FIXED + usize::from(note.is_some());
    let free = rows.saturating_sub(fixed);
    if rows < ROWS_WITH_PREVIEW {
        return (rows.saturating_sub(fixed - 1), 0);
    }
    let list = found.clamp(1, free * 2 / 5);
    (list, free - list)
}

/// Returns the lines, none wider than the terminal, and the column of the caret.
pub fn draw(view: &View<'_>, wide: usize, high: usize) -> (Vec<String>, usize) {
    let (list, preview) = split(high, view.note, view.found.len());
    let (query, caret) = query(view, wide);
    let widths = widths(view.rows, wide);
    let headings = HEADINGS.map(str::to_owned);
    let headings = format!("{:MARK$}{}", "", cells(&headings, &widths));
    let mut lines = vec![query];
    lines.extend(view.note.map(|note| cut(note, wide)));
    lines.push(styled(view.colours, Style::Faint, &cut(&headings, wide)));
    lines.extend(listed(view, &widths, list, wide));
    if preview > 0 {
        lines.push(styled(view.colours, Style::Faint, &"-".repeat(wide)));
        lines.extend(previewed(view, preview, wide));
    }
    lines.truncate(high.saturating_sub(1).max(1));
    if high > 1 {
        let keys = cut(KEYS, wide);
        lines.push(styled(view.colours, Style::Faint, &keys));
    }
    (lines, caret)
}

/// The end of a query that is longer than the line is what is typed on.
fn query(view: &View<'_>, wide: usize) -> (String, usize) {
    let count = format!("  {}/{}", view.found.len(), view.rows.len());
    let prompt = cut(&format!("{}> ", view.title), wide / 2);
    let room = wide.saturating_sub(columns(&prompt) + columns(&count) + 1);
    let mut query = view.query;
    while columns(query) > room {
        let mut rest = query.chars();
        rest.next();
        query = rest.as_str();
    }
    let caret = columns(&prompt) + columns(query);
    let prompt = styled(view.colours, Style::Name, &prompt);
    let count = cut(&count, wide.saturating_sub(caret));
    let count = styled(view.colours, Style::Faint, &count);
    (format!("{prompt}{query}{count}"), caret)
}

/// Each cell is as wide as its widest text; where that is too much, the directory and the
/// pane share what the others leave.
fn widths(rows: &[Row], wide: usize) -> [usize; CELLS] {
    let mut widths = HEADINGS.map(columns);
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(&row.cells) {
            *width = (*width).max(columns(cell));
        }
    }
    let used = MARK + GAP * (CELLS - 1) + widths.iter().sum::<usize>();
    let over = used.saturating_sub(wide);
    if over > 0 {
        let both = widths[DIRECTORY] + widths[PANE];
        let left = both.saturating_sub(over).max(2 * CELL_MIN);
        widths[PANE] = widths[PANE].min((left / 2).max(left.saturating_sub(widths[DIRECTORY])));
        widths[DIRECTORY] = left - widths[PANE];
    }
    widths
}

fn cells(cells: &[String; CELLS], widths: &[usize; CELLS]) -> String {
    let padded: Vec<String> = cells
        .iter()
        .zip(widths)
        .map(|(cell, width)| padded(cell, *width))
        .collect();
    padded.join(&" ".repeat(GAP)).trim_end().to_owned()
}

/// The chosen row stands in the window of the list that is shown.
fn listed(view: &View<'_>, widths: &[usize; CELLS], list: usize, wide: usize) -> Vec<String> {
    let top = (view.at + 1).saturating_sub(list);
    let shown = view.found.iter().enumerate().skip(top).take(list);
    let rows = shown.filter_map(|(place, number)| Some((place, view.rows.get(*number)?)));
    let mut lines: Vec<String> = rows
        .map(|(place, row)| {
            let chosen = place == view.at;
            let mark = if chosen { "> " } else { "  " };
            let style = match (chosen, row.now) {
                (true, _) => Style::Chosen,
                (false, true) => Style::Plain,
                (false, false) => Style::Faint,
            };
            let line = format!("{mark}{}", cells(&row.cells, widths));
            styled(view.colours, style, &cut(&line, wide))
        })
        .collect();
    if lines.is_empty() {
        lines.push(cut("  nothing matches", wide));
    }
    lines
}

/// Where there is no room for names beside the text, they are left out.
fn previewed(view: &View<'_>, most: usize, wide: usize) -> Vec<String> {
    let beside = if wide < 2 * NAMES { 0 } else { NAMES + 1 };
    let mut lines = Vec::new();
    for (name, text) in view.preview {
        let name = padded(name, beside);
        for (number, text) in wrapped(text, wide - beside).into_iter().enumerate() {
            let name = match number {
                0 => styled(view.colours, Style::Faint, &name),
                _ => " ".repeat(beside),
            };
            lines.push(format!("{name}{text}"));
        }
    }
    lines.truncate(most);
    lines.resize(most, String::new());
    lines
}

#[cfg(test)]
mod tests;
