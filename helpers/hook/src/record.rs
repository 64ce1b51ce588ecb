//! Puts what was said into the log, if the log does not say it already.
//!
//! The way for a republished identity is short on purpose: it takes no lock, writes
//! nothing, and looks at no process but the publisher.

use crate::identity::Identity;
use crate::memory::Records;
use crate::others::{Others, others_live, recorded};
use crate::publisher::{ANCESTORS_MAX, Ancestors, agent_of, is_orphan};
use crate::surroundings::Surroundings;
use rejoin_agents::{Agent, Class as Meaning};
use rejoin_platform::{Process, Timestamp, boot_id, boot_second};
use rejoin_store::append::{Error, Log, Outcome, Sync};
use rejoin_store::folder::FolderPath;
use rejoin_store::heads::KEYS_MAX;
use rejoin_store::record::{
    Ancestor, Class, Facts, Process as Recorded, Publication, Refusal, says,
};
use rejoin_store::storage::Files;

/// Most marks on one publisher: three of its definition, and ours.
const MARKS_MAX: usize = 4;

/// Opens the log; nothing if the state folder cannot be used.
pub(crate) fn open(surroundings: &Surroundings, path: &mut FolderPath) -> Option<Log<Files>> {
    surroundings.find_state_folder(path)?;
    let folder = path.open().ok()?;
    Some(Log::new(Files::open(folder).ok()?, boot_second()))
}

/// Appends a publication unless the last one of this pane says the same.
pub(crate) fn publication(
    log: &mut Log<Files>,
    records: &mut Records,
    agent: &Agent,
    identity: &Identity<'_>,
    store: Option<&[u8]>,
    surroundings: &Surroundings,
    publisher: &Process,
) -> Result<Outcome, Error> {
    let publication = Publication {
        agent: agent.name,
        id: identity.id,
        child: identity.child,
        claim: surroundings.claim(publisher),
        publisher: recorded(publisher),
        store: store.and_then(|path| path.strip_suffix(&[0])),
        cwd: identity.cwd,
        transcript: identity.transcript,
        class: class(identity.class),
        event: identity.event,
        source: identity.source,
    };
    let keys = publication.keys();

    let mut json = records.draft.writer();
    publication.write_identity(&mut json);
    let said = json.text().ok_or(Error::TooLarge)?;
    let same = |last: &[u8], said: &[u8]| {
        says(last, said, Some(publication.class)) && others_live(last, publisher)
    };
    let moves = identity.child.is_none() && publication.class != Class::End;
    let sync = if moves { Sync::Now } else { Sync::Later };
    let last = log.last(keys, &mut records.last);
    if let Some(last) = last.filter(|last| same(last.json, said)) {
        if sync == Sync::Now && !last.synced {
            log.sync_seen()?;
        }
        return Ok(Outcome::Known);
    }
    let said_bytes = json.used();
    let others = Others::look(log, keys, publisher, &mut records.last);
    let about = About {
        agent,
        headless: identity.headless,
        store,
        surroundings,
        publisher,
    };
    write_facts(&publication, &mut json, &about, &others);
    let json_bytes = json.text().ok_or(Error::TooLarge)?.len();

    log.append(
        &mut records.draft,
        json_bytes,
        Some(keys),
        sync,
        &mut records.scratch,
        |last, new| new.get(..said_bytes).is_some_and(|said| same(last, said)),
    )
}

/// Appends a refusal unless the last one of this pane has the same reason.
pub(crate) fn refusal(
    log: &mut Log<Files>,
    records: &mut Records,
    agent: &Agent,
    reason: &str,
    surroundings: &Surroundings,
    publisher: &Process,
) -> Result<Outcome, Error> {
    let refusal = Refusal {
        agent: agent.name,
        claim: surroundings.claim(publisher),
        reason,
    };
    let keys = refusal.keys(recorded(publisher));

    let mut json = records.draft.writer();
    refusal.write_identity(&mut json);
    let said = json.text().ok_or(Error::TooLarge)?;
    if log
        .last(keys, &mut records.last)
        .is_some_and(|last| says(last.json, said, None))
    {
        return Ok(Outcome::Known);
    }
    let said_bytes = json.used();
    refusal.write_facts(&mut json, Timestamp::now().as_str());
    let json_bytes = json.text().ok_or(Error::TooLarge)?.len();
    let scratch = &mut records.scratch;
    log.append(
        &mut records.draft,
        json_bytes,
        Some(keys),
        Sync::Later,
        scratch,
        |last, new| {
            new.get(..said_bytes)
                .is_some_and(|said| says(last, said, None))
        },
    )
}

/// What a publication is about, beside what it says.
struct About<'a> {
    agent: &'a Agent,
    headless: bool,
    store: Option<&'a [u8]>,
    surroundings: &'a Surroundings,
    publisher: &'a Process,
}

/// Looks up what is only worth its time for a new identity, and closes the record. Its
/// large frame must not become a part of the short way's.
#[inline(never)]
fn write_facts(
    publication: &Publication<'_>,
    json: &mut rejoin_store::json::Writer<'_>,
    about: &About<'_>,
    others: &Others,
) {
    let About {
        agent,
        headless,
        store,
        surroundings,
        publisher,
    } = *about;
    let boot = boot_id();
    let ancestors = Ancestors::of(publisher);
    let mut above = [const { None }; ANCESTORS_MAX];
    let mut ancestor_count = 0;
    for (place, ancestor) in above.iter_mut().zip(ancestors.iter()) {
        *place = Some(Ancestor {
            process: recorded(ancestor),
            name: ancestor.name(),
            agent: agent_of(agent, ancestor.name()),
        });
        ancestor_count += 1;
    }
    let above = above.each_ref().map(|place| place.unwrap_or(NOBODY));

    let (marks, mark_count) = marks(agent, headless, surroundings, publisher);
    let identity = store
        .and_then(|path| core::ffi::CStr::from_bytes_with_nul(path).ok())
        .and_then(|path| rustix::fs::stat(path).ok())
        .map(|stat| (device(&stat), stat.st_ino));
    publication.write_facts(
        json,
        &Facts {
            boot: boot
                .as_ref()
                .and_then(|id| core::str::from_utf8(id).ok())
                .unwrap_or_default(),
            at: Timestamp::now().as_str(),
            marks: marks.get(..mark_count).unwrap_or_default(),
            name: publisher.name(),
            group: publisher.group,
            foreground: publisher.foreground,
            above: above.get(..ancestor_count).unwrap_or_default(),
            alive: others.alive(),
            alive_of: others.claims(&mut [""; KEYS_MAX]),
            store: identity,
        },
    );
}

/// Device numbers have 32 bits on some systems, and a sign on others.
#[allow(clippy::unnecessary_cast, trivial_numeric_casts, reason = "see above")]
fn device(stat: &rustix::fs::Stat) -> u64 {
    stat.st_dev as u64
}

const NOBODY: Ancestor<'static> = Ancestor {
    process: Recorded { pid: 0, start: 0 },
    name: b"",
    agent: None,
};

fn marks(
    agent: &Agent,
    headless: bool,
    surroundings: &Surroundings,
    publisher: &Process,
) -> ([&'static str; MARKS_MAX], usize) {
    let groups = &agent.publisher;
    let mut marks = [""; MARKS_MAX];
    let mut used = 0;
    for (word, said, group) in [
        ("background", false, groups.background),
        ("headless", headless, groups.headless),
        ("nested", false, groups.nested),
    ] {
        if said || surroundings.marked(group, publisher) {
            marks[used] = word;
            used += 1;
        }
    }
    if is_orphan(agent, publisher) {
        marks[used] = "orphaned";
        used += 1;
    }
    (marks, used)
}

fn class(meaning: Meaning) -> Class {
    match meaning {
        Meaning::Begin => Class::Begin,
        Meaning::Prompt => Class::Prompt,
        Meaning::Continue => Class::Continue,
        Meaning::End => Class::End,
    }
}
