//! Which conversation was begun from which, over all panes.
//!
//! Records may name each other as parents in a circle: a walk must visit each one once.

use rejoin_store::binding::{Binding, Forked};
use std::collections::{BTreeMap, BTreeSet};

/// A conversation, by agent and id.
type Key<'b> = (&'b str, &'b str);

/// What is known of one conversation.
#[derive(Debug, Default)]
pub struct Node<'b> {
    pub agent: &'b str,
    pub id: &'b str,
    pub parent: Option<&'b str>,
    /// Panes that hold it.
    pub panes: Vec<&'b str>,
    /// Panes that held it before.
    pub earlier_in: Vec<&'b str>,
    /// How it was forked.
    pub fork: Option<&'b Forked>,
}

/// All conversations.
pub struct Lineage<'b> {
    nodes: BTreeMap<Key<'b>, Node<'b>>,
    children: BTreeMap<Key<'b>, BTreeSet<Key<'b>>>,
}

impl<'b> Lineage<'b> {
    /// Gathers what the panes say.
    pub fn of(panes: &'b [Binding]) -> Self {
        let mut nodes = BTreeMap::new();
        for pane in panes {
            gather(&mut nodes, pane);
        }
        let parents: Vec<Key<'b>> = nodes.values().filter_map(parent).collect();
        for key in parents {
            node(&mut nodes, key.0, key.1);
        }
        let mut children: BTreeMap<Key<'b>, BTreeSet<Key<'b>>> = BTreeMap::new();
        for (key, node) in &nodes {
            if let Some(parent) = parent(node) {
                children.entry(parent).or_default().insert(*key);
            }
        }
        Self { nodes, children }
    }

    /// Returns the conversations that come from no other, in order.
    pub fn tops(&self) -> impl Iterator<Item = Key<'b>> {
        let own = self.nodes.iter().filter(|(_, node)| parent(node).is_none());
        own.map(|(key, _)| *key)
    }

    /// Tells whether another one comes from it.
    pub fn has_children(&self, key: &Key<'b>) -> bool {
        self.children.contains_key(key)
    }

    /// Returns the first ancestors of what a pane holds, or of each conversation of this id.
    pub fn tops_of(&self, id: &str, pane: Option<&Binding>) -> Vec<Key<'b>> {
        let held = pane.and_then(|pane| pane.agent.as_deref().zip(pane.id.as_deref()));
        let is = |key: &&Key<'b>| match held {
            Some(held) => **key == held,
            None => key.1 == id,
        };
        let tops: BTreeSet<Key<'b>> = self
            .nodes
            .keys()
            .filter(is)
            .map(|key| self.top(*key))
            .collect();
        tops.into_iter().collect()
    }

    /// Returns the ids from which one comes, the first of them first, and its own.
    pub fn line_to(&self, agent: &str, id: &str) -> Vec<&'b str> {
        let mut line = Vec::new();
        let mut next = self.nodes.get(&(agent, id));
        while let Some(node) = next.filter(|node| !line.contains(&node.id)) {
            line.push(node.id);
            next = parent(node).and_then(|parent| self.nodes.get(&parent));
        }
        line.reverse();
        line
    }

    /// Returns the ids of those that come from one.
    pub fn children_of(&self, agent: &str, id: &str) -> Vec<&'b str> {
        let children = self.children.get(&(agent, id)).into_iter().flatten();
        children.map(|(_, id)| *id).collect()
    }

    fn top(&self, mut key: Key<'b>) -> Key<'b> {
        let mut seen = BTreeSet::new();
        while seen.insert(key) {
            match self.nodes.get(&key).and_then(parent) {
                Some(parent) => key = parent,
                None => break,
            }
        }
        key
    }

    /// Visits each conversation below `tops` once, parents first. With it come, for each step
    /// down to it, whether more follow beside.
    pub fn walk<'l>(&'l self, tops: &[Key<'b>], mut visit: impl FnMut(&'l Node<'b>, &[bool])) {
        let mut seen = BTreeSet::new();
        let mut next: Vec<(Key<'b>, Vec<bool>)> = Vec::new();
        next.extend(tops.iter().rev().map(|top| (*top, Vec::new())));
        while let Some((key, lines)) = next.pop() {
            let Some(node) = self.nodes.get(&key).filter(|_| seen.insert(key)) else {
                continue;
            };
            visit(node, &lines);
            let children = self.children.get(&key).into_iter().flatten().rev();
            for (last, child) in children.enumerate() {
                let mut lines = lines.clone();
                lines.push(last > 0);
                next.push((*child, lines));
            }
        }
    }
}

fn gather<'b>(nodes: &mut BTreeMap<Key<'b>, Node<'b>>, pane: &'b Binding) {
    if let (Some(agent), Some(id)) = (&pane.agent, &pane.id) {
        let node = node(nodes, agent, id);
        node.panes.push(&pane.pane);
        node.parent = node.parent.or(pane.parent.as_deref());
    }
    for past in &pane.history {
        let past = &past.conversation;
        let node = node(nodes, &past.agent, &past.id);
        node.earlier_in.push(&pane.pane);
        node.parent = node.parent.or(past.parent.as_deref());
    }
    for forked in &pane.forks {
        let (fork, parent) = (&forked.event, &forked.event.parent);
        if let Some(child) = &fork.child {
            let node = node(nodes, &parent.agent, child);
            node.parent = Some(&parent.id);
            node.fork = Some(forked);
        }
    }
}

fn node<'n, 'b>(
    nodes: &'n mut BTreeMap<Key<'b>, Node<'b>>,
    agent: &'b str,
    id: &'b str,
) -> &'n mut Node<'b> {
    nodes.entry((agent, id)).or_insert_with(|| Node {
        agent,
        id,
        ..Node::default()
    })
}

fn parent<'b>(node: &Node<'b>) -> Option<Key<'b>> {
    let parent = node.parent.filter(|parent| *parent != node.id)?;
    Some((node.agent, parent))
}
