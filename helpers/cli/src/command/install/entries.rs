//! Entries in a hooks file.

use super::{Install, explain, record, text_of};
use crate::consent::narrowed;
use crate::edit::file::Plan;
use crate::edit::place::{place, short};
use crate::edit::{Entries, Entry, Notation, Standing};
use crate::error::Error;
use crate::ledger::{Fresh, Part};
use rejoin_agents::Agent;
use std::path::Path;

impl Install<'_> {
    /// Puts the entries of an agent into its hooks file, and says so. Returns them as they
    /// stand there then.
    pub(super) fn entries(
        &mut self,
        agent: &Agent,
        install: &rejoin_agents::Install,
        notation: &Notation,
        helper: &Path,
    ) -> Result<Vec<Standing>, Error> {
        let entries = Entries {
            agent: agent.name,
            events: install.events,
            entry: Entry::new(helper, agent, install)?,
            matcher: install.matcher,
        };
        let path = place(self.world, agent, install.file)?;
        let put = self.put(&path, notation, &entries);
        let (changed, text) = put.map_err(|error| by_hand(error, notation, &entries))?;
        let shown = short(self.world, &path);
        let count = match entries.events.len() {
            1 => "1 hook".to_owned(),
            count => format!("{count} hooks"),
        };
        self.say(&match (changed, self.args.dry_run) {
            (false, _) => format!("{}: already installed in {shown}", agent.name),
            (true, false) => format!("{}: {count} in {shown}", agent.name),
            (true, true) => format!("{}: would put {count} into {shown}", agent.name),
        });
        let own = notation.standing(text.as_bytes(), agent.name);
        let own = own.map_err(|fault| explain(&path, &fault))?;
        for narrowed in narrowed(&own, install.matcher) {
            self.say(&format!("{}: {narrowed}", agent.name));
        }
        Ok(own)
    }

    /// Puts the entries into a file. Tells whether that changed it, and what it then says.
    fn put(
        &mut self,
        path: &Path,
        notation: &Notation,
        entries: &Entries<'_>,
    ) -> Result<(bool, String), Error> {
        let mut after = String::new();
        let changed = self.change(path, &mut |ledger, found| {
            let before = text_of(found, notation.absent())?;
            let explain = |fault| explain(&found.target, &fault);
            let own = notation.standing(before.as_bytes(), entries.agent);
            let fresh = match own.map_err(explain)?.is_empty() {
                true => Fresh::Yes,
                false => Fresh::No,
            };
            let mut record = record(ledger, found, entries.agent, Part::Hooks, fresh);
            let edited = notation.insert(before.as_bytes(), entries, &record.created);
            let edited = edited.map_err(explain)?;
            after.clone_from(&edited.text);
            if found.bytes.is_some() && edited.splices.is_empty() {
                return Ok(Plan::Keep);
            }
            record.notation = notation.clone();
            record.created = edited.created;
            record.add(before, &edited.text, edited.splices, fresh);
            ledger.put(record);
            Ok(Plan::Write(edited.text.into_bytes()))
        })?;
        Ok((changed, after))
    }
}

/// Says how a file that was refused gets its entries all the same.
fn by_hand(error: Error, notation: &Notation, entries: &Entries<'_>) -> Error {
    if error.remedy.is_some() {
        return error;
    }
    let snippet = notation.snippet(entries);
    error.remedy(format!(
        "Nothing was changed. Mend that and try again, or add this to the file by hand:\n{snippet}"
    ))
}
