//! Every rule of the fold, with its stable word and one sentence for people.
//!
//! A word that was released keeps its meaning: checkpoints and callers hold it.

use super::Rule;

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident = $word:literal, $text:literal;)*) => {
        $(
            #[doc = $text]
            pub const $name: Rule = Rule { word: $word, text: $text };
        )*

        /// Every rule.
        pub const RULES: &[Rule] = &[$($name),*];
    };
}

// How the pane of a publication is found, strongest evidence first.
rules! {
    IN_LAUNCH = "in-launch",
        "The publisher is the launched process or descends from it.";
    LAUNCH_TERMINAL = "launch-terminal",
        "The publisher is the foreground job of the terminal in which this pane was launched.";
    NAMED = "named",
        "The publisher's surroundings name this pane, and no launch contradicts them.";
    IN_TMUX = "in-tmux",
        "The surroundings name this tmux pane, and the publisher descends from that tmux server.";
    IN_MULTIPLEXER = "in-multiplexer",
        "The surroundings name this pane of a multiplexer, and the publisher descends from its server.";
    IN_TERMINAL = "in-terminal",
        "The publisher has this terminal, and descends from the leader of its session.";

    // Why there is no pane.
    NAMED_OUTSIDE_LAUNCH = "named-outside-launch",
        "The surroundings name a pane which has a launch that the publisher does not belong to.";
    ORPHANED = "orphaned",
        "The agent was gone when its hook began to run, so that nobody vouches for the pane.";
    OTHER_TMUX = "other-tmux",
        "The surroundings name a tmux pane, but the publisher does not descend from that server.";
    OTHER_MULTIPLEXER = "other-multiplexer",
        "The surroundings name a pane of a multiplexer, but the publisher does not descend from its server.";
    NO_PANE = "no-pane",
        "Nothing about the publisher names a pane.";
    BACKGROUND = "background",
        "The publisher is a background worker, whose surroundings may be those of another pane.";

    // Why a publication is a child.
    SUBAGENT = "subagent",
        "The event comes from a subagent of the conversation.";
    UNDER_AGENT = "under-agent",
        "Another agent stands between the publisher and the pane.";
    UNDER_OWNER = "under-owner",
        "The publisher descends from the agent that owns the pane.";
    NESTED_MARK = "nested-mark",
        "The publisher carries the mark of a nested agent and is not what the terminal shows.";
    OWNER_ALIVE = "owner-alive",
        "The agent that owns the pane was alive and is still what the pane shows.";
    NOT_SHOWN = "not-shown",
        "The publisher is not the foreground job of the pane's terminal.";
    HEADLESS = "headless",
        "A run without a person does not displace a person's conversation.";

    // Why another publisher owns the pane now.
    FIRST_OWNER = "first-owner",
        "The first publisher of a generation owns the pane.";
    SAME_OWNER = "same-owner",
        "The agent that owns the pane published it.";
    OWNER_GONE = "owner-gone",
        "The agent that owned the pane was gone.";
    OWNER_UNKNOWN = "owner-unknown",
        "Nobody knew whether the agent that owned the pane was alive; it has the pane back if it speaks.";
    OWNER_BACK = "owner-back",
        "The agent from which the pane was taken, because nobody knew that it was alive, speaks.";
    OWNER_OTHER_BOOT = "owner-other-boot",
        "The agent that owned the pane ran before this host was started.";
    SHOWN_INSTEAD = "shown-instead",
        "Another job is the foreground of the terminal that the owner had.";

    // What a publication by the owner does.
    FIRST_ID = "first-id",
        "It is the first conversation of this generation.";
    RESUMED = "resumed",
        "The pane holds the same conversation in a new generation.";
    REPEATED = "repeated",
        "The pane holds this conversation already.";
    NEW_ID = "new-id",
        "The owner began or prompted another conversation.";
    BACK_AGAIN = "back-again",
        "The owner began or prompted an earlier conversation of this pane anew.";
    FORK_PARENT = "fork-parent",
        "A fork names its parent first; the child is still to come.";
    FORK_CHILD = "fork-child",
        "It is the first other conversation after the launch of a fork.";
    UNUSED_ENDED = "unused-ended",
        "A conversation ended unused, and the one before it had not ended: that one is held again.";
    ENDED = "ended",
        "The conversation ended; the pane keeps it.";
    RESUME_FAILED = "resume-failed",
        "The conversation that was asked for ended without having begun.";
    END_OF_OTHER = "end-of-other",
        "The end of a conversation that the pane does not hold moves nothing.";
    SUPERSEDED = "superseded",
        "An earlier conversation of this pane comes back only by a new begin or prompt.";
    NEVER_ADOPTS = "never-adopts",
        "An event of this class does not move a pane that has a conversation.";
    UNKNOWN_CLASS = "unknown-class",
        "The class of the event is not known to this version.";
    OLDER_GENERATION = "older-generation",
        "The publisher belongs to an earlier launch of this pane.";

    // Other records.
    LAUNCHED = "launched",
        "A launch opened a new generation of the pane.";
    LOCATED = "located",
        "A start or `rejoin save` saw where the pane stands.";
    ADDRESS_OF_NOTHING = "address-of-nothing",
        "Nothing else is known about the pane whose address this is.";
    CARRIED = "carried",
        "The pane continues another one, and holds what that one held.";
    NOTHING_TO_CARRY = "nothing-to-carry",
        "The pane that was to be continued holds no conversation, or is the same.";
    PINNED = "pinned",
        "A person asserted that the pane holds this conversation.";
    PIN_STANDS = "pin-stands",
        "A person asserted another conversation here, and the pane's agent has not resumed that one since.";
    PIN_SPENT = "pin-spent",
        "The conversation that a person asserted was resumed, and its agent went on with this one.";
    CLEARED = "cleared",
        "A person wanted the pane to start fresh.";
    EXCLUDED = "excluded",
        "A person cleared this conversation here; a pin of it or a launch that asks for it brings it back.";
    DISMISSED = "dismissed",
        "A person no longer wants to be offered what the pane holds.";
    PARKED = "parked",
        "The conversation was put aside because the pane changes to another agent.";
    NOT_HELD = "not-held",
        "The pane does not hold the conversation that is named.";
    FORKED = "forked",
        "A conversation was begun from another one in this pane.";
    ADOPTED = "adopted",
        "The child of the launched fork was found without a hook.";
    IMPORTED = "imported",
        "Another program remembered this conversation, and nothing better is known here.";
    IMPORT_KNOWN = "import-known",
        "Another program remembered this conversation; what is known here outranks it.";
    WITNESSED = "witnessed",
        "The agent's own list says that the pane's process holds this conversation; no hook said anything.";
    CONFIRMED = "confirmed",
        "The agent's own list says the same.";
    CONTRADICTED = "contradicted",
        "The agent's own list says that the pane's process holds another conversation.";
    NO_SUCH_PROCESS = "no-such-process",
        "The process which it names was neither launched in a pane nor owns one.";
    LAUNCH_REPEATED = "launch-repeated",
        "This launch is recorded already.";
    NOT_STARTED = "not-started",
        "The launched program could not be started.";
    NO_SUCH_LAUNCH = "no-such-launch",
        "The launch which it names is not remembered, or is not the pane's last.";
    PAYLOAD_REFUSED = "payload-refused",
        "A hook did not accept the payload.";
    UNKNOWN_KIND = "unknown-kind",
        "The kind of the record is not known to this version.";
}
