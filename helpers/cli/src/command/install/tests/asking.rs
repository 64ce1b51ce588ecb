//! Consent is a person's: asked for, and written only on demand.

use super::*;

#[test]
fn consent_is_asked_for_and_given_only_on_demand() {
    let home = Home::new();
    let agent = asking();
    let consent = agent.install.consent.as_ref().unwrap();
    let config = file_of(agent, consent.file);
    let out = home.install(&[agent.name]);
    assert!(out.ends_with(&format!("{}\n", consent.ask)), "{out}");
    assert_eq!(home.text(&config), None);
    let consent_now = |home: &Home| {
        let state = state_for(agent, &home.world(), Some(&home.path("bin/rejoin-hook"))).unwrap();
        state.consent
    };
    assert_eq!(consent_now(&home), Consent::Pending);
    home.put(&config, "# mine\n");
    let out = home
        .install_as(&[agent.name], |args| args.trust = true)
        .unwrap();
    assert!(
        out.ends_with(&format!("{}: trusted in ~/{config}\n", agent.name)),
        "{out}"
    );
    let text = home.text(&config).unwrap();
    assert!(text.starts_with("# mine\n\n[hooks.state.\""), "{text}");
    let state = state_for(agent, &home.world(), Some(&home.path("bin/rejoin-hook"))).unwrap();
    assert_eq!(state.consent, Consent::Given);
    assert_eq!(state.installed, Installed::Yes);
    assert!(!home.install(&[agent.name]).contains(consent.ask));
    let other = text.replacen("trusted_hash = \"sha256:", "trusted_hash = \"sha256:f", 1);
    home.put(&config, &other);
    assert_eq!(consent_now(&home), Consent::Missing);
    home.put(
        &config,
        &text.replace("# mine\n", "# mine\nmodel = \"y\"\n"),
    );
    home.uninstall().unwrap();
    assert_eq!(home.text(&config).unwrap(), "# mine\nmodel = \"y\"\n");
    assert_eq!(
        state_for(agent, &home.world(), None).unwrap().consent,
        Consent::Missing
    );
}

#[test]
fn consent_that_a_person_gave_outlives_us() {
    let home = Home::new();
    let agent = asking();
    let config = file_of(agent, agent.install.consent.as_ref().unwrap().file);
    home.install_as(&[agent.name], |args| args.trust = true)
        .unwrap();
    let text = home.text(&config).unwrap();
    fs::remove_file(home.path(".local/state/rejoin/ledger.json")).unwrap();
    home.install_as(&[agent.name], |args| args.trust = true)
        .unwrap();
    home.uninstall().unwrap();
    assert_eq!(home.text(&config).unwrap(), text);
}

#[test]
fn of_two_consents_only_the_one_that_we_wrote_is_taken_back() {
    let home = Home::new();
    let agent = asking();
    let config = file_of(agent, agent.install.consent.as_ref().unwrap().file);
    home.install_as(&[agent.name], |args| args.trust = true)
        .unwrap();
    let text = home.text(&config).unwrap();
    let theirs = &text[..text.find("\n\n").unwrap() + 1];
    home.uninstall().unwrap();
    home.put(&config, theirs);
    home.install_as(&[agent.name], |args| args.trust = true)
        .unwrap();
    assert_eq!(home.text(&config).unwrap(), text);
    home.put(&config, &format!("{text}\n[more]\n"));
    home.uninstall().unwrap();
    assert_eq!(home.text(&config).unwrap(), format!("{theirs}\n[more]\n"));
}
