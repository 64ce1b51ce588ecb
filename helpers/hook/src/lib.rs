//! The native hook as one readable story: read the payload, take the identity out of
//! it, see who published it, and append what is new to the log.
//!
//! No heap and no threads; facts are recorded here, and judged by whoever reads the log.
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]

mod identity;
mod input;
mod memory;
mod others;
mod own;
mod publisher;
mod record;
mod surroundings;

use identity::Fields;
use memory::Memory;
use rejoin_agents::{Agent, Payload};
use rejoin_entry::Start;
use rejoin_payload::Walker;
use rejoin_platform::Process;
use surroundings::Surroundings;

/// Runs the hook; the exit code is always 0.
#[must_use]
pub fn run(start: Start) -> i32 {
    let mut arguments = start.arguments().skip(1).map(core::ffi::CStr::to_bytes);
    let (agent, event) = (arguments.next(), arguments.next());
    let Some(memory) = memory::take() else {
        return 0;
    };
    let surroundings = Surroundings::new(start);
    let mut own = |name| own::find(name, &surroundings, &mut memory.folder);
    let known = agent.and_then(|name| rejoin_agents::find(name).or_else(|| own(name)));
    match known.and_then(|agent| Some((agent, agent.payload.as_ref()?))) {
        Some((agent, payload)) => {
            let event = event.and_then(|event| core::str::from_utf8(event).ok());
            publish(agent, payload, event, &surroundings, memory);
            input::reply(agent.reply);
        }
        None => input::drain_all(&mut memory.input.chunk),
    }
    0
}

/// Reads one payload and appends what it says. There is nobody to tell of a failure:
/// the agent must not notice, and `rejoin doctor` finds out what is missing.
fn publish(
    agent: &'static Agent,
    payload: &'static Payload,
    event: Option<&str>,
    surroundings: &Surroundings,
    memory: &mut Memory,
) {
    let fields = Fields::of(payload);
    let (text, nesting) = (&mut memory.payload.text, &mut memory.payload.nesting);
    let Ok(mut walker) = Walker::new(fields.as_slice(), text, nesting) else {
        return;
    };
    let publisher = publisher::find();
    let chunk = &mut memory.input.chunk;
    let identity = identity::read(
        agent,
        payload,
        event,
        surroundings,
        &fields,
        &mut walker,
        chunk,
    );

    let Some(publisher) = publisher else { return };
    let identity = identity.and_then(|identity| {
        let foreign = runs_for_another(agent, surroundings, &publisher);
        if foreign {
            Err("foreign-agent")
        } else {
            Ok(identity)
        }
    });
    rejoin_entry::ignore_file_size_limit();
    let Some(mut log) = record::open(surroundings, &mut memory.folder) else {
        return;
    };
    let records = &mut memory.records;
    let _ = match identity {
        Ok(identity) => {
            let store = memory
                .input
                .as_path()
                .and_then(|room| surroundings.store(agent, room));
            record::publication(
                &mut log,
                records,
                agent,
                &identity,
                store,
                surroundings,
                &publisher,
            )
        }
        Err(reason) => record::refusal(&mut log, records, agent, reason, surroundings, &publisher),
    };
}

/// Tells whether another agent runs this agent's entry, as some do. A variable alone
/// does not say so: this agent may have been started below the other one.
fn runs_for_another(agent: &Agent, surroundings: &Surroundings, publisher: &Process) -> bool {
    match publisher::agent_of(agent, publisher.name()) {
        Some(known) => known != agent.name,
        None => surroundings.marked(agent.publisher.foreign, publisher),
    }
}
