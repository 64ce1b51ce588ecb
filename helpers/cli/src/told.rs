//! What a record states, in one line for people. It must never bring a byte of a record to
//! a terminal unescaped.

use crate::address;
use crate::print::plain;
use rejoin_store::event::{Event, Named, Publish};

/// Says in one line what a record states.
pub fn told(event: &Event) -> String {
    match event {
        Event::Publish(publish) => published(publish),
        Event::Launch(launch) => {
            let agent = launch.agent.as_deref().unwrap_or("another program");
            let asked = launch.asked.as_ref().map_or(String::new(), |asked| {
                let id = asked
                    .id
                    .as_deref()
                    .or(asked.new.as_deref())
                    .unwrap_or_default();
                format!(", asks to {} {}", plain(&asked.how), plain(id))
            });
            let (at, pane) = (plain(&launch.at), plain(&launch.pane));
            format!("{at}  launch   {} in {pane}{asked}", plain(agent))
        }
        Event::Refused(refused) => {
            let (at, agent, reason) = (
                plain(&refused.at),
                plain(&refused.agent),
                plain(&refused.reason),
            );
            format!("{at}  refused  {agent}: {reason}")
        }
        Event::Address(address) => {
            let (at, pane) = (plain(&address.at), plain(&address.pane));
            format!(
                "{at}  address  {pane} is {}",
                plain(&address::shown(address))
            )
        }
        Event::Carry(carry) => {
            let (at, from, to) = (plain(&carry.at), plain(&carry.from), plain(&carry.pane));
            format!("{at}  carry    {from} goes on as {to}")
        }
        Event::NotStarted(failed) => {
            let (at, launch) = (plain(&failed.at), plain(&failed.launch));
            format!("{at}  failed   launch {launch} did not start")
        }
        Event::Pin(pin) => word(&pin.at, "pin", &pin.pane, "holds", &pin.conversation),
        Event::Clear(clear) => word(
            &clear.at,
            "clear",
            &clear.pane,
            "starts fresh, without",
            &clear.conversation,
        ),
        Event::Dismiss(dismiss) => word(
            &dismiss.at,
            "dismiss",
            &dismiss.pane,
            "is not offered with",
            &dismiss.conversation,
        ),
        Event::Park(park) => word(
            &park.at,
            "park",
            &park.pane,
            "puts aside",
            &park.conversation,
        ),
        Event::Import(import) => {
            let from = format!("was remembered by {} with", plain(&import.from));
            word(
                &import.at,
                "import",
                &import.pane,
                &from,
                &import.conversation,
            )
        }
        Event::Adopt(adopt) => word(
            &adopt.at,
            "adopt",
            &adopt.pane,
            "has the child",
            &adopt.conversation,
        ),
        Event::Witness(witness) => {
            let process = format!("process {}", witness.process.pid);
            word(
                &witness.at,
                "witness",
                &process,
                "holds",
                &witness.conversation,
            )
        }
        Event::Fork(fork) => {
            let child = fork
                .child
                .as_deref()
                .unwrap_or("a child with an id to come");
            let (at, pane, child) = (plain(&fork.at), plain(&fork.pane), plain(child));
            let (parent, agent) = (plain(&fork.parent.id), plain(&fork.parent.agent));
            format!("{at}  fork     {child} from {parent} ({agent}) in {pane}")
        }
        Event::Unknown { kind, .. } => {
            format!("{:24}  {}  of a later version", "", plain(kind))
        }
    }
}

fn word(at: &str, kind: &str, of: &str, says: &str, named: &Named) -> String {
    let (at, of, id, agent) = (plain(at), plain(of), plain(&named.id), plain(&named.agent));
    format!("{at}  {kind:8} {of} {says} {id} ({agent})")
}

fn published(publish: &Publish) -> String {
    let class = serde_json::to_value(publish.class).unwrap_or_default();
    let child = publish.child.as_ref().map_or(String::new(), |child| {
        format!(", from its subagent {}", plain(child))
    });
    let marks = if publish.marks.is_empty() {
        String::new()
    } else {
        format!(" [{}]", plain(&publish.marks.join(", ")))
    };
    let (at, agent, id) = (
        plain(&publish.at),
        plain(&publish.agent),
        plain(&publish.id),
    );
    let class = class.as_str().unwrap_or("other").to_owned();
    format!(
        "{at}  {class:8} {agent} {id} ({}){child}{marks}",
        plain(&publish.event)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_told_in_one_harmless_line() {
        let event = Event::parse(
            br#"{"kind":"publish","agent":"a\u001b[2J","id":"x","publisher":{"pid":1,"start":2},
                "class":"prompt","event":"E\nF","at":"T","boot":"b","marks":["headless"]}"#,
        );
        let line = told(&event.expect("a record"));
        assert_eq!(line, "T  prompt   a\\u{1b}[2J x (E\\u{a}F) [headless]");
    }
}
