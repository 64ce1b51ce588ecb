//! A path in JSON: text, or an array of bytes where it is no text. No byte is replaced.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
use std::path::{Path, PathBuf};

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum PathText {
    Text(String),
    Bytes(Vec<u8>),
}

impl From<&Path> for PathText {
    fn from(path: &Path) -> Self {
        match path.to_str() {
            Some(text) => Self::Text(text.to_owned()),
            None => Self::Bytes(path.as_os_str().as_bytes().to_vec()),
        }
    }
}

impl From<PathText> for PathBuf {
    fn from(text: PathText) -> Self {
        match text {
            PathText::Text(text) => Self::from(text),
            PathText::Bytes(bytes) => Self::from(OsString::from_vec(bytes)),
        }
    }
}

pub(super) fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
    PathText::from(path).serialize(to)
}

pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<PathBuf, D::Error> {
    PathText::deserialize(from).map(PathBuf::from)
}

pub(super) mod list {
    //! The same for several paths.

    use super::{Deserialize as _, Deserializer, PathBuf, PathText, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(
        paths: &[PathBuf],
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_seq(paths.iter().map(|path| PathText::from(path.as_path())))
    }

    pub(in super::super) fn deserialize<'d, D: Deserializer<'d>>(
        from: D,
    ) -> Result<Vec<PathBuf>, D::Error> {
        Ok(Vec::<PathText>::deserialize(from)?
            .into_iter()
            .map(PathBuf::from)
            .collect())
    }
}
