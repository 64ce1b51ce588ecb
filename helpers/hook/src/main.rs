//! `rejoin-hook AGENT [EVENT]`: installed as an agent's native hook.
//!
//! It must never hurt its agent: it exits 0 whatever happens, starts no process, writes
//! nothing but the bytes which that agent takes as "nothing to say", and takes bounded time.
#![cfg_attr(feature = "bare", no_std)]
#![no_main]

rejoin_entry::program!(rejoin_hook::run, on_panic = 0);
