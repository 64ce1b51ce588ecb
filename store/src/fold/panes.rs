//! All panes by their keys.
//!
//! A key is one piece of memory for all who name it, so that a record of a known pane needs
//! no other.

use std::collections::BTreeMap;
use std::sync::Arc;

use hashbrown::HashMap;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

use super::held::Held;
use super::pairs::sorted;

/// What each pane holds.
#[derive(Debug, Default)]
pub(super) struct Panes(HashMap<Arc<str>, Held>);

impl Panes {
    pub(super) fn get(&self, key: &str) -> Option<&Held> {
        self.0.get(key)
    }

    pub(super) fn get_mut(&mut self, key: &str) -> Option<&mut Held> {
        self.0.get_mut(key)
    }

    /// Returns the key of a pane, of a known one without other memory.
    pub(super) fn key(&self, key: &str) -> Arc<str> {
        let known = self.0.get_key_value(key);
        known.map_or_else(|| key.into(), |(key, _)| key.clone())
    }

    /// Returns what a pane holds, which is nothing if it is new.
    pub(super) fn of(&mut self, key: &Arc<str>) -> &mut Held {
        self.0.entry_ref(key).or_default()
    }

    /// Returns all, in no order.
    pub(super) fn all_mut(&mut self) -> impl Iterator<Item = &mut Held> {
        self.0.values_mut()
    }

    /// Returns all, in the order of their keys.
    pub(super) fn sorted(&self) -> Vec<(&Arc<str>, &Held)> {
        sorted(&self.0)
    }
}

impl Serialize for Panes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.sorted())
    }
}

impl<'de> Deserialize<'de> for Panes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let panes = BTreeMap::deserialize(deserializer)?;
        Ok(Self(panes.into_iter().collect()))
    }
}
