//! Maps as a checkpoint keeps them: in the order of their keys, so that equal folds are equal
//! bytes. Those whose keys are no text are lists of pairs.

use core::hash::Hash;

use hashbrown::HashMap;
use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, Serializer};

pub(super) fn serialize<K, V, S>(map: &HashMap<K, V>, serializer: S) -> Result<S::Ok, S::Error>
where
    K: Serialize + Ord,
    V: Serialize,
    S: Serializer,
{
    serializer.collect_seq(sorted(map))
}

pub(super) fn deserialize<'de, K, V, D>(deserializer: D) -> Result<HashMap<K, V>, D::Error>
where
    K: Deserialize<'de> + Eq + Hash,
    V: Deserialize<'de>,
    D: Deserializer<'de>,
{
    let pairs: Vec<(K, V)> = Vec::deserialize(deserializer)?;
    Ok(pairs.into_iter().collect())
}

/// Returns what is in a map, in the order of its keys.
pub(super) fn sorted<K: Ord, V>(map: &HashMap<K, V>) -> Vec<(&K, &V)> {
    let mut pairs: Vec<(&K, &V)> = map.iter().collect();
    pairs.sort_unstable_by_key(|&(key, _)| key);
    pairs
}
