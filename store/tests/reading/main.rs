//! What the reader promises about any file, and that it reads what the writers write.
#![cfg(feature = "reader")]

mod damage;
mod laws;
mod lines;
mod wire;
mod written;
