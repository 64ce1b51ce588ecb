//! Knows where in the object the wanted fields are, and what has been found at each.
//!
//! Only one path can lead to fields at any time: the *tracked* objects, the root and those opened
//! at a key of some pointer. Keys elsewhere are never looked at.

use crate::text::Span;
use crate::{FIELDS_MAX, Fault, Field, KEY_BYTES_MAX, LEVELS_MAX, Misfit};

/// What has been seen at one field.
#[derive(Clone, Copy)]
pub(crate) enum Seen {
    Absent,
    Null,
    Flag(bool),
    Kept(Span),
    Refused(Fault),
}

/// The wanted fields. In each mask, bit `n` stands for field `n`.
pub(crate) struct Targets<'p> {
    fields: &'p [Field<'p>],
    seen: [Seen; FIELDS_MAX],
    /// Fields that lie in the tracked object of each level.
    inside: [u32; LEVELS_MAX],
    /// Fields whose key of each level was given. Never cleared: a second time is a fault.
    given: [u32; LEVELS_MAX],
    /// Depth of the innermost tracked object; those around it are all tracked.
    tracked_depth: usize,
    /// Fields at the key just read.
    here: u32,
    /// Fields below the key just read.
    below: u32,
}

impl<'p> Targets<'p> {
    /// Takes the fields if they can all be looked for with so much text memory.
    pub(crate) fn new(fields: &'p [Field<'p>], text_bytes: usize) -> Result<Self, Misfit> {
        if fields.len() > FIELDS_MAX {
            return Err(Misfit::Fields);
        }
        let mut needed = KEY_BYTES_MAX;
        for field in fields {
            if !is_usable(field.pointer.as_bytes()) {
                return Err(Misfit::Pointer);
            }
            needed = needed.saturating_add(field.bytes_max);
        }
        if needed > text_bytes {
            return Err(Misfit::Text);
        }
        Ok(Self {
            fields,
            seen: [Seen::Absent; FIELDS_MAX],
            inside: [u32::MAX; LEVELS_MAX],
            given: [0; LEVELS_MAX],
            tracked_depth: 1,
            here: 0,
            below: 0,
        })
    }

    /// Says whether a key at this depth can name a field.
    pub(crate) fn are_at(&self, depth: usize) -> bool {
        self.tracked_depth == depth
    }

    /// Takes note of a key of the innermost tracked object.
    pub(crate) fn key(&mut self, key: &[u8]) {
        let level = self.tracked_depth.wrapping_sub(1);
        let (Some(&inside), Some(given)) = (self.inside.get(level), self.given.get_mut(level))
        else {
            return;
        };
        let mut bit = 1;
        for (field, seen) in self.fields.iter().zip(&mut self.seen) {
            if inside & bit != 0
                && let Some(last) = names(field.pointer.as_bytes(), level, key)
            {
                if *given & bit != 0 {
                    *seen = Seen::Refused(Fault::Twice);
                } else if last {
                    self.here |= bit;
                } else {
                    self.below |= bit;
                }
                *given |= bit;
            }
            bit <<= 1;
        }
    }

    /// How many bytes of a string that begins now are wanted, if any.
    pub(crate) fn bytes_wanted(&self) -> Option<usize> {
        let mut here = self.here;
        let mut wanted = None;
        for field in self.fields {
            if here & 1 != 0 {
                wanted = wanted.max(Some(field.bytes_max));
            }
            here >>= 1;
        }
        wanted
    }

    /// Takes note of the value at the key just read.
    pub(crate) fn value(&mut self, value: Seen) {
        let mut here = self.here;
        for seen in &mut self.seen {
            if here == 0 {
                break;
            }
            if here & 1 != 0 {
                *seen = value;
            }
            here >>= 1;
        }
        self.here = 0;
        self.below = 0;
    }

    /// Takes note of an object that opens at the key just read.
    pub(crate) fn object(&mut self) {
        if self.below != 0
            && let Some(inside) = self.inside.get_mut(self.tracked_depth)
        {
            *inside = self.below;
            self.tracked_depth += 1;
        }
        self.value(Seen::Refused(Fault::WrongType));
    }

    /// Takes note that the container at this depth closes.
    pub(crate) fn close(&mut self, depth: usize) {
        if self.tracked_depth == depth {
            self.tracked_depth = depth.wrapping_sub(1);
        }
    }

    /// Gives what has been seen at a field, and how long it may be.
    pub(crate) fn seen(&self, field: usize) -> Option<(Seen, usize)> {
        Some((*self.seen.get(field)?, self.fields.get(field)?.bytes_max))
    }
}

/// The keys of a pointer, still escaped. The first piece is what stands before the first slash.
fn keys(pointer: &[u8]) -> impl Iterator<Item = &[u8]> {
    pointer.split(|byte| *byte == b'/').skip(1)
}

/// Says whether `key` is the pointer's key at this level; if so, whether it is the last one.
fn names(pointer: &[u8], level: usize, key: &[u8]) -> Option<bool> {
    let mut keys = keys(pointer).skip(level);
    let mut key = key.iter();
    let mut escaped = keys.next()?.iter();
    while let Some(&byte) = escaped.next() {
        let byte = match byte {
            b'~' if escaped.next() == Some(&b'0') => b'~',
            b'~' => b'/',
            other => other,
        };
        if key.next() != Some(&byte) {
            return None;
        }
    }
    key.next().is_none().then(|| keys.next().is_none())
}

/// Says whether a pointer is well formed and within the bounds.
fn is_usable(pointer: &[u8]) -> bool {
    let mut levels = 0;
    for key in keys(pointer) {
        levels += 1;
        if key.len() > KEY_BYTES_MAX {
            return false;
        }
    }
    let mut tilde = false;
    for byte in pointer {
        if tilde && !matches!(byte, b'0' | b'1') {
            return false;
        }
        tilde = *byte == b'~';
    }
    !tilde && pointer.first() == Some(&b'/') && levels <= LEVELS_MAX
}
