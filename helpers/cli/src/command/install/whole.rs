//! A file that is ours as a whole, and the word without which an agent does not load it.

use super::{Install, explain, record, text_of};
use crate::edit::file::{Plan, shown};
use crate::edit::list::Listed;
use crate::edit::place::{place, short};
use crate::edit::{Splice, Whole};
use crate::error::{Error, Kind};
use crate::ledger::{Fresh, Part};
use rejoin_agents::{Agent, ListEntry};
use std::path::Path;

impl Install<'_> {
    /// Puts a file of ours where its agent looks for it, and says so.
    pub(super) fn whole(
        &mut self,
        agent: &Agent,
        install: &rejoin_agents::Install,
        helper: &Path,
    ) -> Result<(), Error> {
        let Some(whole) = Whole::of(agent, install) else {
            let source = install.source.unwrap_or_default();
            let cause = format!("this program has no plugin source {source:?}");
            return Err(Error::new(Kind::Damaged, cause).remedy("Install rejoin again."));
        };
        let text = whole.text(helper)?;
        let path = place(self.world, agent, install.file)?;
        let changed = self.change(&path, &mut |ledger, found| {
            let before = text_of(found, "")?;
            if found.bytes.is_some() && before == text {
                return Ok(Plan::Keep);
            }
            let known = ledger.find(&found.target, agent.name, Part::File);
            let as_we_left_it =
                known.is_some_and(|known| known.original(before.as_bytes()).is_some());
            if found.bytes.is_some() && !whole.is(before) && !as_we_left_it {
                return Err(foreign(&found.target));
            }
            let mut record = record(ledger, found, agent.name, Part::File, Fresh::Yes);
            // Whatever of ours stood there, nothing of a person's did.
            record.created_file = true;
            record.add(
                "",
                &text,
                vec![Splice::insertion(0, text.as_str())],
                Fresh::Yes,
            );
            ledger.put(record);
            Ok(Plan::Write(text.clone().into_bytes()))
        })?;
        let shown = short(self.world, &path);
        self.say(&match (changed, self.args.dry_run) {
            (false, _) => format!("{}: already installed in {shown}", agent.name),
            (true, false) => format!("{}: installed in {shown}", agent.name),
            (true, true) => format!("{}: would be installed in {shown}", agent.name),
        });
        match &install.list {
            Some(list) => self.listed(agent, list),
            None => Ok(()),
        }
    }

    /// Puts a word into a list of the agent's settings, and says so.
    fn listed(&mut self, agent: &Agent, list: &ListEntry) -> Result<(), Error> {
        let path = place(self.world, agent, list.file)?;
        let listed = Listed::of(list);
        let settings = listed.settings;
        let changed = self.change(&path, &mut |ledger, found| {
            let before = text_of(found, settings.absent())?;
            let explain = |fault| explain(&found.target, &fault);
            let known = ledger.find(&found.target, agent.name, Part::Word);
            let created = known.map(|known| known.created.clone()).unwrap_or_default();
            let edited = settings.insert(before.as_bytes(), listed.word(), &created);
            let edited = edited.map_err(explain)?;
            if found.bytes.is_some() && edited.splices.is_empty() {
                return Ok(Plan::Keep);
            }
            let mut record = record(ledger, found, agent.name, Part::Word, Fresh::Yes);
            record.word = Some(listed.clone());
            record.created = edited.created;
            record.add(before, &edited.text, edited.splices, Fresh::Yes);
            ledger.put(record);
            Ok(Plan::Write(edited.text.into_bytes()))
        });
        let changed = changed.map_err(|error| by_hand(error, list))?;
        let shown = short(self.world, &path);
        self.say(&match (changed, self.args.dry_run) {
            (false, _) => format!("{}: already listed in {shown}", agent.name),
            (true, false) => format!("{}: listed in {shown}", agent.name),
            (true, true) => format!("{}: would be listed in {shown}", agent.name),
        });
        Ok(())
    }
}

fn foreign(path: &Path) -> Error {
    let cause = format!("{} is not a file of rejoin", shown(path));
    Error::new(Kind::Refused, cause)
        .code("foreign-file")
        .remedy("It stays as it is. If nobody needs it, remove it and run `rejoin install` again.")
}

fn by_hand(error: Error, list: &ListEntry) -> Error {
    if error.remedy.is_some() {
        return error;
    }
    let (word, keys) = (
        list.entry,
        list.at.trim_start_matches('/').replace('/', "."),
    );
    error.remedy(format!(
        "Nothing was changed there. Mend that and try again, or add \"{word}\" to its list \
         {keys} by hand."
    ))
}
