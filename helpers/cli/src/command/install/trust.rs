//! Giving an agent's consent to our entries, because a person said so.

use super::{Install, explain, record, text_of};
use crate::consent::{Consent, is_kept_by_position, keys, state_for, table};
use crate::edit::file::Plan;
use crate::edit::place::{place, short};
use crate::edit::{Splice, Standing};
use crate::error::Error;
use crate::ledger::{Fresh, Part};
use rejoin_agents::Agent;
use std::collections::BTreeMap;
use std::path::Path;

impl Install<'_> {
    /// Gives consent if a person said so, else says how they can.
    pub(super) fn consent(
        &mut self,
        agent: &'static Agent,
        consent: &rejoin_agents::Consent,
        helper: &Path,
        own: &[Standing],
    ) -> Result<(), Error> {
        if self.args.trust && is_kept_by_position(agent) {
            let wanted = keys(self.world, agent, own)?;
            return self.trust(agent, consent, &wanted);
        }
        let given = state_for(agent, self.world, Some(helper))?.consent;
        if matches!(given, Consent::Pending | Consent::Missing) {
            self.say(&format!("{}: not active yet. {}", agent.name, consent.ask));
        }
        Ok(())
    }

    /// Gives an agent's consent to our entries, as a person would have.
    fn trust(
        &mut self,
        agent: &Agent,
        consent: &rejoin_agents::Consent,
        wanted: &BTreeMap<String, String>,
    ) -> Result<(), Error> {
        let path = place(self.world, agent, consent.file)?;
        let changed = self.change(&path, &mut |ledger, found| {
            let before = text_of(found, "")?;
            let explain = |fault| explain(&found.target, &fault);
            let known = ledger.find(&found.target, agent.name, Part::Consent);
            let known = known
                .map(|record| record.consent.clone())
                .unwrap_or_default();
            let is_ours = |key: &String, hash: &String| {
                table::holds(
                    before,
                    consent.table,
                    &BTreeMap::from([(key.clone(), hash.clone())]),
                )
            };
            let ours: BTreeMap<_, _> = known
                .into_iter()
                .filter(|(key, hash)| is_ours(key, hash))
                .collect();
            let mut stale = ours.clone();
            stale.retain(|key, hash| wanted.get(key) != Some(hash));
            let text = table::withdraw(before, consent.table, &stale).map_err(explain)?;
            let text = table::give(&text, consent.table, wanted).map_err(explain)?;
            if text == before {
                return Ok(Plan::Keep);
            }
            let fresh = if ours.is_empty() {
                Fresh::Yes
            } else {
                Fresh::No
            };
            let mut record = record(ledger, found, agent.name, Part::Consent, fresh);
            record.consent = wanted.clone();
            record
                .consent
                .retain(|key, hash| ours.get(key) == Some(hash) || !is_ours(key, hash));
            record.add(
                before,
                &text,
                Splice::between(before, &text).into_iter().collect(),
                fresh,
            );
            ledger.put(record);
            Ok(Plan::Write(text.into_bytes()))
        })?;
        let shown = short(self.world, &path);
        self.say(&match (changed, self.args.dry_run) {
            (false, _) => format!("{}: already trusted in {shown}", agent.name),
            (true, false) => format!("{}: trusted in {shown}", agent.name),
            (true, true) => format!("{}: would be trusted in {shown}", agent.name),
        });
        Ok(())
    }
}
