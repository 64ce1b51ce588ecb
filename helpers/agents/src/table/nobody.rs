//! An agent that says nothing: what a read one is made from.

use crate::{Agent, IdForm, Publisher, Root, Store};
#[cfg(feature = "whole")]
use crate::{Argv, Conversations, Exec, Heard, Install, Known, Launch, Proof, Shape, Unit, Way};

/// An agent that says nothing. What a hook has no use for stays so.
pub(super) const NOBODY: Agent = Agent {
    name: "",
    #[cfg(feature = "whole")]
    title: "",
    #[cfg(feature = "whole")]
    programs: &[],
    processes: &[],
    #[cfg(feature = "whole")]
    runtimes: &[],
    #[cfg(feature = "whole")]
    seen: &[],
    #[cfg(feature = "whole")]
    read: &[],
    #[cfg(feature = "whole")]
    install: Install {
        shape: Shape::None,
        file: "",
        exec: Exec::Line,
        timeout_s: 0,
        unit: Unit::Seconds,
        events: &[],
        under: None,
        version: None,
        matcher: None,
        event_key: None,
        name_key: None,
        text: None,
        source: None,
        list: None,
        consent: None,
        reason: None,
        known: Known::Read,
        also: &[],
    },
    events: &[],
    payload: None,
    #[cfg(feature = "whole")]
    conversations: Conversations {
        heard: Heard::Never,
        several: false,
    },
    publisher: Publisher {
        background: &[],
        headless: &[],
        nested: &[],
        foreign: &[],
    },
    id: IdForm(&[]),
    #[cfg(feature = "whole")]
    id_example: "",
    #[cfg(feature = "whole")]
    config: None,
    store: Store {
        root: Root {
            routes: &[],
            home: "",
        },
        #[cfg(feature = "whole")]
        transcript: None,
        #[cfg(feature = "whole")]
        per_cwd: false,
        #[cfg(feature = "whole")]
        proof: Proof::Directory,
        #[cfg(feature = "whole")]
        known: Known::Read,
    },
    #[cfg(feature = "whole")]
    argv: Argv {
        fresh: NO_WAY,
        resume: NO_WAY,
        fork: NO_WAY,
        asks: &[],
    },
    #[cfg(feature = "whole")]
    launch: Launch {
        args: &[],
        env: &[],
        keep: &[],
    },
    reply: "",
    #[cfg(feature = "whole")]
    quirks: &[],
};

#[cfg(feature = "whole")]
const NO_WAY: Way = Way::Refused {
    code: "",
    cause: "",
    remedy: "",
};
