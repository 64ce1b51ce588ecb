//! `rejoin-exec [KEY=value ...] PROGRAM [ARG ...]`: becomes PROGRAM, in this very process,
//! with the given variables set. `rejoin-exec --fd N` and `rejoin-exec --ticket PATH`: becomes
//! what is handed over there, see `schemas/handover.md`.
//!
//! It must never start a shell, never put anything on the program's command line or
//! descriptors, and never begin before it knows that the call makes sense.
//!
//! Exit codes: 100 the call or what it hands over is wrong, 111 the system refused, 126 the
//! program is not the one that was meant or cannot be run, 127 it was not found; else the
//! program's own.
#![cfg_attr(feature = "bare", no_std)]
#![no_main]

rejoin_entry::program!(rejoin_exec::run, on_panic = 111);
