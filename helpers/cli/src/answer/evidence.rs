//! What the agent's own store says about the conversation of a pane, held against what was
//! recorded. A contradiction is named and never settled here.

use super::parts::Transcript;
use super::{Answer, as_path, as_text};
use crate::print::plain;
use crate::proof::{self, Found, Proof};
use rejoin_agents::Agent;
use rejoin_store::binding::{Binding, Flag, State, Store};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// What the store knows better than the log.
#[derive(Default)]
pub(super) struct Held {
    /// The conversation in which this one goes on.
    pub(super) id: Option<String>,
    /// The directory that it belongs to.
    pub(super) cwd: Option<PathBuf>,
    /// The transcript that names it.
    pub(super) transcript: Option<PathBuf>,
}

impl Answer {
    /// Looks the id up in the agent's store.
    pub(super) fn prove(
        &mut self,
        agent: &Agent,
        root: &Path,
        binding: &Binding,
        id: &str,
    ) -> Held {
        self.warn_of_replaced(binding.store.as_ref(), root);
        let cwds = [&binding.cwd_launch, &binding.cwd_last];
        let cwds: Vec<&Path> = cwds.into_iter().flatten().map(as_path).collect();
        let published = binding.transcript.as_ref().map(as_path);
        let found = proof::look(agent, root, id, published, &cwds);
        let is_proven = found.proof == Proof::Proven;
        let said = binding.state == State::Published || binding.flags.contains(&Flag::Pinned);
        if is_proven && said {
            self.state = "proven";
            self.evidence
                .push("The agent's own store holds it.".to_owned());
        }
        let reason = self.judge(&found.proof);
        self.warn_of_contradictions(&found, &cwds);
        self.transcript = Some(Transcript {
            path: found
                .path
                .clone()
                .map(|path| as_text(path.into_os_string())),
            proof: found.proof.word(),
            reason,
        });
        Held {
            id: self.goes_on(agent, found.continued),
            cwd: found.filed.or(found.cwd),
            transcript: found.path.filter(|_| is_proven),
        }
    }

    /// Says what the proof means; returns why there is none.
    fn judge(&mut self, proof: &Proof) -> Option<String> {
        match proof {
            Proof::Other(other) => {
                let known = self.has("conflict");
                self.flag(!known, "conflict");
                let text = format!(
                    "The transcript names another conversation: {}",
                    plain(other)
                );
                self.warn("other-id", text);
                None
            }
            Proof::Absent => {
                self.warn(
                    "no-transcript",
                    "The agent's store holds no transcript of it (yet).",
                );
                None
            }
            Proof::Unreadable(reason) => Some(reason.clone()),
            Proof::Proven | Proof::Unknown => None,
        }
    }

    fn warn_of_contradictions(&mut self, found: &Found, recorded: &[&Path]) {
        if let Some(cwd) = &found.cwd
            && !recorded.is_empty()
            && !proof::is_one_of(cwd, recorded)
        {
            let text = format!(
                "The agent's store has it in another directory than its hooks said: {}",
                plain(cwd)
            );
            self.warn("other-directory", text);
        }
        if !found.twins.is_empty() {
            let files: Vec<String> = found
                .twins
                .iter()
                .map(|file| plain(file).to_string())
                .collect();
            let text = format!("Several files of the store name it: {}", files.join(", "));
            self.warn("several-transcripts", text);
        }
        if let Some(lacks) = &found.lacks {
            let text = format!(
                "It goes on from {}, which the store does not hold: what came before may be lost.",
                plain(lacks)
            );
            self.warn("earlier-missing", text);
        }
        if let Some(parent) = &found.parent {
            let text = format!("The store has it as a subagent's, of {}.", plain(parent));
            self.warn("subagent", text);
        }
    }

    /// Returns the conversation in which this one goes on, if that is beyond doubt.
    fn goes_on(&mut self, agent: &Agent, continued: Vec<String>) -> Option<String> {
        let (text, next) = match continued.as_slice() {
            [] => return None,
            [next] if agent.id.accepts(next) => (
                format!("The agent goes on with it as {next}: resume and fork lead there."),
                Some(next.clone()),
            ),
            several => {
                let ids: Vec<String> = several.iter().map(|id| plain(id).to_string()).collect();
                let ids = ids.join(", ");
                (
                    format!("The agent may go on with it as one of: {ids}"),
                    None,
                )
            }
        };
        self.warn("continued", text);
        next
    }

    fn warn_of_replaced(&mut self, recorded: Option<&Store>, root: &Path) {
        // Device numbers change with a boot, inodes of a folder do not.
        let now = root.metadata().ok().map(|facts| facts.ino());
        let (Some(then), Some(now)) = (recorded.and_then(|store| store.ino), now) else {
            return;
        };
        if then != now {
            self.warn(
                "store-replaced",
                "The store at this path is another folder than recorded.",
            );
        }
    }
}

/// The directory that a conversation is resumed in, if its store does not say: an agent
/// that files by directory files under the one it was started in; any other works in the
/// one that it published.
pub(super) fn recorded_cwd(agent: &Agent, binding: &Binding) -> Option<PathBuf> {
    let (launch, last) = (binding.cwd_launch.as_ref(), binding.cwd_last.as_ref());
    let by_directory = agent
        .store
        .transcript
        .is_some_and(|path| path.contains("{cwd"));
    let first = if by_directory {
        launch.or(last)
    } else {
        last.or(launch)
    };
    first.map(|cwd| as_path(cwd).to_owned())
}
