//! With every precaution, every promise is kept in every state.

use crate::{holds, scenarios};
use rejoin_model::Protocol;

macro_rules! promises {
    ($($name:ident: $scenario:ident;)*) => {$(
        #[test]
        fn $name() {
            holds(&scenarios::$scenario(Protocol::whole()));
        }
    )*};
}

promises! {
    writers_lose_nothing_and_say_nothing_twice: writers;
    a_pane_that_goes_back_is_not_taken_for_unchanged: back_and_forth;
    a_writer_without_the_lock_loses_nothing: writers_without_lock;
    a_segment_is_closed_once_and_whole: closing;
    a_slow_writer_is_not_misled_by_the_heads_of_a_later_file: closing_under_a_slow_writer;
    a_record_without_the_lock_is_never_left_in_a_closed_segment: closing_without_lock;
    a_reader_reads_everything_once_beside_writers_and_gc: reading;
    a_reader_misses_nothing_beside_a_writer_without_the_lock: reading_without_lock;
    a_killed_gc_is_finished_by_the_next: collecting_twice;
    gc_drops_nothing_that_came_late: collecting_without_lock;
    nor_does_the_gc_after_a_killed_one: collecting_twice_without_lock;
    what_was_acknowledged_outlives_the_power: power;
    also_what_was_appended_without_the_lock: power_without_lock;
    also_where_nobody_has_locks: power_without_any_lock;
    also_while_segments_are_closed: power_closing;
    also_while_gc_runs: power_collecting;
    also_while_gc_runs_beside_a_writer_without_the_lock: power_collecting_without_lock;
}
