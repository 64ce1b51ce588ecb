//! The small worlds. Two keys, the ids A, B and C, up to four processes.

use rejoin_model::Locking::{GivesUp, Never, Waits};
use rejoin_model::{Locking, Protocol, Role, Saying, Scenario};

pub(crate) const A: Saying = (0, 'A');
pub(crate) const B: Saying = (0, 'B');
pub(crate) const C: Saying = (0, 'C');
pub(crate) const OTHER: Saying = (1, 'A');

pub(crate) const fn waits(saying: Saying) -> Role {
    Role::Writer(saying, Waits)
}

pub(crate) const fn lockless(saying: Saying) -> Role {
    Role::Writer(saying, Never)
}

const fn writer(saying: Saying, locking: Locking) -> Role {
    Role::Writer(saying, locking)
}

/// Three writers, one log, a process killed, a full disk.
pub(crate) fn writers(protocol: Protocol) -> Scenario {
    Scenario {
        kills: 1,
        short_writes: 1,
        log: vec![B],
        ..Scenario::new(protocol, &[waits(A), waits(B), waits(OTHER)])
    }
}

/// One key that goes to B and back while the same is said twice.
pub(crate) fn back_and_forth(protocol: Protocol) -> Scenario {
    Scenario {
        kills: 1,
        ..Scenario::new(protocol, &[waits(A), waits(B), waits(A)])
    }
}

/// Writers with the lock, without it, and one that loses patience; a full disk.
pub(crate) fn writers_without_lock(protocol: Protocol) -> Scenario {
    Scenario {
        kills: 1,
        short_writes: 1,
        log: vec![B],
        ..Scenario::new(protocol, &[waits(A), lockless(B), writer(A, GivesUp)])
    }
}

/// Every record fills a segment.
pub(crate) fn closing(protocol: Protocol) -> Scenario {
    Scenario {
        kills: 1,
        segment_records: 1,
        log: vec![B],
        ..Scenario::new(protocol, &[waits(A), waits(B), waits(OTHER)])
    }
}

/// A writer opens the log, and much later looks at heads, which cover its successor.
pub(crate) fn closing_under_a_slow_writer(protocol: Protocol) -> Scenario {
    Scenario {
        kills: 1,
        segment_records: 2,
        log: vec![B, A],
        ..Scenario::new(protocol, &[waits(C), waits(OTHER), waits(B)])
    }
}

/// The same beside a writer without the lock.
pub(crate) fn closing_without_lock(protocol: Protocol) -> Scenario {
    Scenario {
        kills: 1,
        segment_records: 1,
        log: vec![B],
        ..Scenario::new(protocol, &[waits(A), lockless(B), waits(OTHER)])
    }
}

/// A reader beside a writer that closes a segment, and gc.
pub(crate) fn reading(protocol: Protocol) -> Scenario {
    Scenario {
        kills: 1,
        segment_records: 2,
        segment: vec![A, OTHER],
        log: vec![B, OTHER],
        ..Scenario::new(protocol, &[waits(A), Role::Gc, Role::Reader])
    }
}

/// The same with a writer without the lock.
pub(crate) fn reading_without_lock(protocol: Protocol) -> Scenario {
    let roles = [waits(A), lockless(B), Role::Gc, Role::Reader];
    Scenario {
        roles: roles.to_vec(),
        kills: 0,
        ..reading(protocol)
    }
}

/// Two runs of gc, the first of which may be killed, beside a writer and a reader.
pub(crate) fn collecting_twice(protocol: Protocol) -> Scenario {
    let roles = [waits(A), Role::Gc, Role::Gc, Role::Reader];
    Scenario {
        kills: 1,
        segment_records: 1,
        segment: vec![A],
        log: vec![B],
        ..Scenario::new(protocol, &roles)
    }
}

/// gc beside two writers with the lock and one without.
pub(crate) fn collecting_without_lock(protocol: Protocol) -> Scenario {
    let roles = [waits(A), waits(OTHER), lockless(B), Role::Gc];
    Scenario {
        roles: roles.to_vec(),
        kills: 0,
        ..collecting_twice(protocol)
    }
}

/// Two runs of gc beside a writer without the lock; one of all is killed.
pub(crate) fn collecting_twice_without_lock(protocol: Protocol) -> Scenario {
    let roles = [waits(A), lockless(B), Role::Gc, Role::Gc];
    Scenario {
        roles: roles.to_vec(),
        ..collecting_twice(protocol)
    }
}

/// The first writers of all; a process is killed, and the power goes.
pub(crate) fn power(protocol: Protocol) -> Scenario {
    Scenario {
        kills: 1,
        power_losses: 1,
        ..Scenario::new(protocol, &[waits(A), waits(B), waits(OTHER)])
    }
}

/// The same with a writer without the lock.
pub(crate) fn power_without_lock(protocol: Protocol) -> Scenario {
    Scenario {
        kills: 1,
        power_losses: 1,
        ..Scenario::new(protocol, &[waits(A), lockless(B), waits(OTHER)])
    }
}

/// Nobody has locks, and the power goes.
pub(crate) fn power_without_any_lock(protocol: Protocol) -> Scenario {
    let roles = [lockless(A), lockless(B), lockless(OTHER)];
    Scenario {
        roles: roles.to_vec(),
        ..power(protocol)
    }
}

/// The power goes while segments are closed.
pub(crate) fn power_closing(protocol: Protocol) -> Scenario {
    let roles = [waits(A), lockless(B), waits(OTHER)];
    Scenario {
        segment_records: 1,
        log: vec![B],
        roles: roles.to_vec(),
        ..power(protocol)
    }
}

/// The power goes beside two runs of gc.
pub(crate) fn power_collecting(protocol: Protocol) -> Scenario {
    let roles = [waits(A), Role::Gc, Role::Gc];
    Scenario {
        segment_records: 1,
        segment: vec![A],
        log: vec![B],
        roles: roles.to_vec(),
        ..power(protocol)
    }
}

/// The same with a writer without the lock.
pub(crate) fn power_collecting_without_lock(protocol: Protocol) -> Scenario {
    let roles = [waits(A), lockless(B), Role::Gc];
    Scenario {
        roles: roles.to_vec(),
        kills: 0,
        ..power_collecting(protocol)
    }
}
