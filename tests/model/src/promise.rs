//! The sentences of the contract, each looked at in every state.

use crate::scenario::Scenario;
use crate::world::World;

/// A sentence of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum Promise {
    /// An acknowledged record is in what every later reader reads.
    AcknowledgedStays,
    /// At every moment a reader finds every segment that it needs.
    NothingIsMissing,
    /// A record is read as often as it was appended.
    ReadOnce,
    /// What was read is a beginning of what is read later.
    ReadInOrder,
    /// A writer that has nothing to say is right: at some moment since it began, the last
    /// record under its key said the same.
    KnownIsTrue,
    /// What heads return was, since they were asked, the last record under that key.
    HeadsAreRight,
    /// A file gets a segment name that no other has, above what the checkpoint covers.
    SegmentsStay,
    /// No acknowledged record is only in what a checkpoint wrongly claims to cover.
    FoldedIsKept,
    /// Damage hides no whole record.
    DamageHidesNothing,
    /// Whoever is not killed comes to an end.
    EverybodyEnds,
    /// What a writer took for known is still there after the power went.
    KnownStays,
}

impl Promise {
    /// What the contract promises.
    pub const CONTRACT: [Self; 11] = [
        Self::AcknowledgedStays,
        Self::NothingIsMissing,
        Self::ReadOnce,
        Self::ReadInOrder,
        Self::KnownIsTrue,
        Self::HeadsAreRight,
        Self::SegmentsStay,
        Self::FoldedIsKept,
        Self::DamageHidesNothing,
        Self::EverybodyEnds,
        Self::KnownStays,
    ];

    pub(crate) const fn bit(self) -> u16 {
        1 << self as u8
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::AcknowledgedStays => "an acknowledged record stays",
            Self::NothingIsMissing => "no segment is missing",
            Self::ReadOnce => "a record is read as often as it was appended",
            Self::ReadInOrder => "what was read is a beginning of what is read later",
            Self::KnownIsTrue => "what is known is true",
            Self::HeadsAreRight => "heads are right",
            Self::SegmentsStay => "no segment name is taken twice",
            Self::FoldedIsKept => "what is folded is kept",
            Self::DamageHidesNothing => "damage hides no whole record",
            Self::EverybodyEnds => "everybody comes to an end",
            Self::KnownStays => "what is known stays",
        }
    }

    pub(crate) fn first_of(bits: u16) -> Option<Self> {
        Self::CONTRACT
            .into_iter()
            .find(|promise| bits & promise.bit() != 0)
    }
}

/// Looks at everything that can be told from one state, and notes what is broken and what
/// each writer could have seen by now.
pub(crate) fn look(world: &mut World, scenario: &Scenario) {
    let all = world.disk.read(true);
    let reads_on = scenario.protocol.reads_on_in_line;
    if !reads_on && world.disk.read(reads_on) != all {
        world.breaks(Promise::DamageHidesNothing);
    }
    let Some(read) = all else {
        return world.breaks(Promise::NothingIsMissing);
    };
    for record in 0..scenario.records() {
        let times = read.iter().filter(|&&found| found == record).count();
        if times > usize::from(world.appended[usize::from(record)]) {
            world.breaks(Promise::ReadOnce);
        }
        if times == 0 && world.acknowledged >> record & 1 == 1 {
            world.breaks(Promise::AcknowledgedStays);
            if world.in_covered_segment(record) {
                world.breaks(Promise::FoldedIsKept);
            }
        }
        if times == 0 && world.known >> record & 1 == 1 {
            world.breaks(Promise::KnownStays);
        }
    }
    world.show_last(scenario, &read);
}
