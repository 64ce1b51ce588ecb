//! The sources of plugins, from `schemas/plugins`.

/// Sources by their names.
static SOURCES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/plugins.rs"));

/// Returns the source of this name.
pub(crate) fn source(name: &str) -> Option<&'static str> {
    let (_, source) = SOURCES.iter().find(|(known, _)| *known == name)?;
    Some(source)
}
