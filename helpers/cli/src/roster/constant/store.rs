//! Where an agent keeps conversations, and what in there proves one.

use super::{Facts, list, text};
use rejoin_agents as known;
use rejoin_definition::{Proof, Roots, Store};

pub(super) fn store(facts: Facts, store: Store) -> known::Store {
    known::Store {
        root: root(store.roots),
        transcript: store.transcript.map(text),
        per_cwd: store.per_cwd,
        proof: proof(store.proof),
        known: facts.known(store.read),
    }
}

pub(super) fn root(roots: Roots) -> known::Root {
    known::Root {
        routes: list(roots.routes, |route| known::Route {
            env: text(route.env),
            below: text(route.below),
        }),
        home: text(roots.home),
    }
}

fn proof(proof: Proof) -> known::Proof {
    match proof {
        Proof::Jsonl {
            id,
            cwd,
            needs,
            lines,
        } => known::Proof::Jsonl {
            id: text(id),
            cwd: cwd.map(text),
            needs: needs.map(text),
            lines,
        },
        Proof::Json { id, cwd } => known::Proof::Json {
            id: text(id),
            cwd: cwd.map(text),
        },
        Proof::Sqlite {
            file,
            table,
            id,
            cwd,
            parent,
            continued,
        } => known::Proof::Sqlite {
            file: text(file),
            table: text(table),
            id: text(id),
            cwd: cwd.map(text),
            parent: parent.map(text),
            continued: continued.map(|next| known::Continued {
                from: text(next.from),
                reason: text(next.reason),
                is: text(next.is),
                ended: text(next.ended),
                began: text(next.began),
            }),
        },
        Proof::Directory => known::Proof::Directory,
        Proof::None { reason } => known::Proof::None {
            reason: text(reason),
        },
    }
}
