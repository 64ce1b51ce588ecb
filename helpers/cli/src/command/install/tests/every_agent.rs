//! What is installed for each agent is what its definition says, and doctor sees it.

use super::*;
use crate::edit::place::parts;
use rejoin_agents::Known;

#[test]
fn every_agent_is_installed_for_and_says_so() {
    let home = Home::new();
    let helper = home.path("bin/rejoin-hook");
    for agent in AGENTS {
        let state = |home: &Home| {
            let state = state_for(agent, &home.world(), Some(&helper));
            state.map_or(Installed::No, |state| state.installed)
        };
        assert_eq!(state(&home), Installed::No, "{}", agent.name);
        let said = home.install(&[agent.name]);
        assert!(said.starts_with(&format!("{}: ", agent.name)), "{said}");
        let read = parts(agent).any(|part| part.known == Known::Read);
        assert_eq!(said.contains(": unverified, "), read, "{said}");
        let captured = agent.install.shape != Shape::None;
        let expected = if captured {
            Installed::Yes
        } else {
            Installed::No
        };
        assert_eq!(state(&home), expected, "{}: {said}", agent.name);
        if captured {
            let other = state_for(agent, &home.world(), Some(Path::new("/x/rejoin-hook"))).unwrap();
            assert!(
                matches!(other.installed, Installed::OtherPath(_)),
                "{}",
                agent.name
            );
        }
    }
    home.uninstall().unwrap();
    assert_eq!(home.snapshot().len(), Home::new().snapshot().len());
}
