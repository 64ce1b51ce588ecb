//! Promises of the payload reader. All documents are made here or trimmed from recorded payloads;
//! none comes from another test collection.

mod chunks;
mod differential;
mod documents;
mod fields;
mod grammar;
mod limits;
mod pointers;
mod reading;
