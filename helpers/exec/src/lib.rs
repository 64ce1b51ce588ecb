//! Takes a call apart and becomes the program that it names, or the one that it is handed.
//! No heap, no shell.
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

mod call;
mod command;
mod deadline;
mod descriptor;
mod handed;
mod names;
mod refusal;
mod search;
mod ticket;

use call::Call;
use rejoin_entry::{Lend, Start, Words};
use rejoin_handover::STRINGS_MAX;

/// Places for the program's arguments and the end of their list.
const ARGUMENT_PLACES: usize = STRINGS_MAX + 1;

/// Places for the program's variables and the end of their list: the terminal's own come
/// from here, the others are given, so there may be as many of each.
const VARIABLE_PLACES: usize = 2 * STRINGS_MAX + 1;

/// What a program is started with.
struct Lists {
    arguments: Words<ARGUMENT_PLACES>,
    variables: Words<VARIABLE_PLACES>,
}

static LISTS: Lend<Lists> = Lend::new(Lists {
    arguments: Words::new(),
    variables: Words::new(),
});

/// Becomes the program; returns an exit code only if that was not possible.
#[must_use]
pub fn run(start: Start) -> i32 {
    let call = match Call::parse(start.arguments()) {
        Ok(call) => call,
        Err(wrong) => return refusal::wrong(wrong),
    };
    let Some(lists) = LISTS.take() else {
        return refusal::too_many();
    };
    match call {
        Call::Command(command) => command::become_it(&command, start.environment(), lists),
        Call::Descriptor(number, word) => {
            handed::by_descriptor(number, word, start.environment(), lists)
        }
        Call::Ticket(path) => handed::by_ticket(path, start.environment(), lists),
    }
}
