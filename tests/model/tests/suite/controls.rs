//! Each precaution is taken away once, and is missed: the model can see what it is for.

use crate::breaks;
use crate::scenarios::*;
use rejoin_model::{Promise, Protocol, Scenario};

macro_rules! controls {
    ($($name:ident: $precaution:ident = $taken:literal, $scenario:ident, $promise:ident;)*) => {$(
        #[test]
        fn $name() {
            let protocol = Protocol { $precaution: $taken, ..Protocol::whole() };
            breaks(Promise::$promise, $scenario(protocol));
        }
    )*};
}

controls! {
    a_writer_that_does_not_look_for_the_name_under_the_lock_loses_its_record:
        checks_name_after_lock = false, collecting_without_lock, AcknowledgedStays;
    a_writer_without_the_lock_that_does_not_look_afterwards_loses_its_record:
        checks_name_after_loose_write = false, collecting_without_lock, AcknowledgedStays;
    without_a_sync_the_record_goes_with_the_power:
        syncs_record = false, power, AcknowledgedStays;
    what_is_known_and_not_synced_goes_with_the_power:
        syncs_known = false, said_twice, KnownStays;
    without_an_early_sync_the_name_goes_with_the_power:
        syncs_names_first = false, power, AcknowledgedStays;
    also_if_only_those_without_the_lock_leave_it_out:
        loose_syncs_names_first = false, power_without_lock, AcknowledgedStays;
    a_header_before_its_slot_vouches_for_an_older_record:
        slot_before_header = false, back_and_forth, KnownIsTrue;
    heads_that_cover_less_than_the_log_are_wrong:
        compares_covered = false, back_and_forth, HeadsAreRight;
    heads_that_cover_less_make_a_writer_silent:
        compares_covered = false, back_again, KnownIsTrue;
    heads_of_another_boot_are_wrong:
        compares_boot = false, power_twice_said, KnownIsTrue;
    a_slot_of_another_file_makes_a_slow_writer_silent:
        slot_names_file = false, closing_under_a_slow_writer, KnownIsTrue;
    a_slot_from_before_the_power_went_names_a_record_of_another_pane:
        wipes_slots = false, power, HeadsAreRight;
    heads_that_are_not_forgotten_speak_of_the_closed_file:
        forgets_heads = false, closing_unnoticed, HeadsAreRight;
    a_rename_alone_can_lose_a_whole_segment:
        links_segment = false, power_closing, AcknowledgedStays;
    a_segment_name_that_is_not_synced_can_lose_a_whole_segment:
        syncs_segment_name = false, power_closing, AcknowledgedStays;
    a_new_log_without_its_lock_mixes_two_writers:
        locks_new_log = false, closing, HeadsAreRight;
    a_segment_can_be_replaced:
        replaces_no_segment = false, closing_twice, SegmentsStay;
    and_its_records_are_lost:
        replaces_no_segment = false, closing_twice, AcknowledgedStays;
    a_number_below_the_checkpoint_hides_a_segment:
        numbers_after_checkpoint = false, collecting_twice, FoldedIsKept;
    a_checkpoint_named_while_a_number_is_taken_hides_a_segment:
        renames_checkpoint_under_lock = false, collecting_twice, FoldedIsKept;
    a_cut_takes_the_record_of_a_writer_without_the_lock:
        cuts = true, writers_without_lock, AcknowledgedStays;
    a_reader_that_skips_lines_misses_a_record_behind_half_of_another:
        reads_on_in_line = false, writers_without_lock, DamageHidesNothing;
    a_segment_that_is_still_the_log_is_read_twice:
        knows_linked_log = false, reading, ReadOnce;
    a_reader_that_does_not_look_again_misses_a_segment:
        reader_looks_again = false, reading, AcknowledgedStays;
    a_checkpoint_that_is_not_synced_goes_with_the_power:
        syncs_checkpoint = false, power_collecting, NothingIsMissing;
    segments_removed_before_the_checkpoint_has_its_name_go_with_the_power:
        syncs_checkpoint_name = false, power_collecting, AcknowledgedStays;
    names_that_gc_saw_and_did_not_sync_make_records_count_twice:
        gc_syncs_listed = false, power_collecting, ReadOnce;
}

fn said_twice(protocol: Protocol) -> Scenario {
    Scenario {
        power_losses: 1,
        ..Scenario::new(protocol, &[waits(A), waits(A)])
    }
}

fn back_again(protocol: Protocol) -> Scenario {
    Scenario {
        kills: 1,
        ..Scenario::new(protocol, &[waits(A), lockless(B), waits(A)])
    }
}

fn power_twice_said(protocol: Protocol) -> Scenario {
    Scenario {
        power_losses: 1,
        ..back_and_forth(protocol)
    }
}

/// The first record of the new file is not noted: its writer is killed, or has no lock.
fn closing_unnoticed(protocol: Protocol) -> Scenario {
    Scenario {
        segment_records: 1,
        ..Scenario::new(protocol, &[waits(A), waits(OTHER), lockless(B), waits(B)])
    }
}

fn closing_twice(protocol: Protocol) -> Scenario {
    Scenario {
        segment: vec![A],
        ..closing(protocol)
    }
}
