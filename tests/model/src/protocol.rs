//! The protocol as a list of its precautions, so that a test can take one of them away
//! and show that it is missed.

/// One precaution each; `true` is taken.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::struct_excessive_bools, reason = "each stands alone")]
pub struct Protocol {
    /// A writer looks, with the lock, whether the locked file is still named `log`.
    pub checks_name_after_lock: bool,
    /// A writer without the lock looks, after its write, whether the file is still so named.
    pub checks_name_after_loose_write: bool,
    /// A record is synced before it is acknowledged.
    pub syncs_record: bool,
    /// What is known and was not seen to be synced is synced by whoever finds it known.
    pub syncs_known: bool,
    /// The names are synced before the first record goes into an empty file.
    pub syncs_names_first: bool,
    /// A writer without the lock does so too.
    pub loose_syncs_names_first: bool,
    /// A slot is written before the header that vouches for it.
    pub slot_before_header: bool,
    /// Heads are used only if they cover the log exactly.
    pub compares_covered: bool,
    /// Heads of another boot are unknown.
    pub compares_boot: bool,
    /// A slot is valid only for the file of which it was written.
    pub slot_names_file: bool,
    /// Whoever starts heads anew empties all slots: what they say is of another file, or of
    /// a log that lost its end with the power.
    pub wipes_slots: bool,
    /// Heads are forgotten before a new file gets the name `log`.
    pub forgets_heads: bool,
    /// A file gets its segment name by a link, before it loses the name `log`; else by a
    /// rename, and a new one is made afterwards.
    pub links_segment: bool,
    /// That name is synced before the old one is taken away.
    pub syncs_segment_name: bool,
    /// The new file is locked before it is named `log`.
    pub locks_new_log: bool,
    /// A name that exists is not replaced.
    pub replaces_no_segment: bool,
    /// Numbers begin after what the checkpoint covers, and not with one.
    pub numbers_after_checkpoint: bool,
    /// A checkpoint gets its name under the lock of the log, so that what a number means
    /// does not change while a writer takes one.
    pub renames_checkpoint_under_lock: bool,
    /// A half record is cut off again.
    pub cuts: bool,
    /// A reader finds a record inside a damaged line.
    pub reads_on_in_line: bool,
    /// A reader, and gc, take a segment that is `log` too for the log.
    pub knows_linked_log: bool,
    /// A reader looks a second time at `log` and `checkpoint`, and starts over if they are
    /// other files.
    pub reader_looks_again: bool,
    /// A checkpoint's bytes are synced before it gets its name.
    pub syncs_checkpoint: bool,
    /// Its name is synced before a segment is removed.
    pub syncs_checkpoint_name: bool,
    /// gc syncs the names which it listed before it acts on them.
    pub gc_syncs_listed: bool,
}

impl Protocol {
    /// Every precaution.
    #[must_use]
    pub const fn whole() -> Self {
        Self {
            checks_name_after_lock: true,
            checks_name_after_loose_write: true,
            syncs_record: true,
            syncs_known: true,
            syncs_names_first: true,
            loose_syncs_names_first: true,
            slot_before_header: true,
            compares_covered: true,
            compares_boot: true,
            slot_names_file: true,
            wipes_slots: true,
            forgets_heads: true,
            links_segment: true,
            syncs_segment_name: true,
            locks_new_log: true,
            replaces_no_segment: true,
            numbers_after_checkpoint: true,
            renames_checkpoint_under_lock: true,
            cuts: false,
            reads_on_in_line: true,
            knows_linked_log: true,
            reader_looks_again: true,
            syncs_checkpoint: true,
            syncs_checkpoint_name: true,
            gc_syncs_listed: true,
        }
    }
}
