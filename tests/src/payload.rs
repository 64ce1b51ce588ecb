//! Conversation ids and small payloads for tests.

/// A conversation id.
pub const A: &str = "aaaaaaaa-0000-4000-8000-00000000000a";
/// Another one.
pub const B: &str = "bbbbbbbb-0000-4000-8000-00000000000b";
/// A third.
pub const C: &str = "cccccccc-0000-4000-8000-00000000000c";
/// A fourth.
pub const D: &str = "dddddddd-0000-4000-8000-00000000000d";

/// Makes the smallest payload that an agent would send for this event.
#[must_use]
pub fn payload(event: &str, id: &str) -> String {
    format!(r#"{{"session_id":"{id}","cwd":"/w","hook_event_name":"{event}"}}"#)
}
