//! Which files are edited, and what one that is refused means for the others.

use super::*;

#[test]
fn an_uninstall_reaches_a_root_that_no_variable_names_any_more() {
    let home = Home::new();
    let agent = plain();
    let world = World::of(&[
        ("HOME", &home.path("")),
        (agent.store.root.routes[0].env, &home.path("moved")),
    ]);
    let args = Args {
        agents: vec![agent.name.to_owned()],
        dry_run: false,
        trust: false,
        helper: Some(home.path("bin/rejoin-hook")),
    };
    run(&world, &args, &mut Vec::new()).unwrap();
    assert!(home.path("moved").exists() && !home.path(agent.store.root.home).exists());
    home.uninstall().unwrap();
    assert!(!home.path("moved").exists());
}

#[test]
fn a_root_that_is_relative_is_refused_and_an_empty_one_is_none() {
    let home = Home::new();
    let agent = plain();
    let args = Args {
        agents: vec![agent.name.to_owned()],
        dry_run: true,
        trust: false,
        helper: Some(home.path("bin/rejoin-hook")),
    };
    let world = |root: &str| {
        World::of(&[
            ("HOME", &home.path("")),
            (agent.store.root.routes[0].env, Path::new(root)),
        ])
    };
    assert_eq!(
        run(&world("x"), &args, &mut Vec::new())
            .expect_err("relative")
            .kind,
        Kind::Usage
    );
    let mut out = Vec::new();
    run(&world(""), &args, &mut out).unwrap();
    assert!(
        String::from_utf8(out)
            .unwrap()
            .contains(agent.store.root.home)
    );
}

#[test]
fn one_file_that_is_refused_does_not_keep_the_others() {
    let home = Home::new();
    let broken = "{\n  \"a\": tru";
    home.put(&file_of(plain(), plain().install.file), broken);
    let names: Vec<_> = AGENTS.iter().map(|agent| agent.name).collect();
    let error = home.install_as(&names, |_| {}).expect_err("a refusal");
    assert_eq!(
        (error.kind, error.code),
        (Kind::Refused, "unreadable-configuration")
    );
    assert!(error.cause.contains("line 2, column 8"), "{}", error.cause);
    let remedy = error.remedy.unwrap();
    assert!(
        remedy.contains("\"hooks\": {") && remedy.contains("/bin/rejoin-hook"),
        "{remedy}"
    );
    assert_eq!(
        home.text(&file_of(plain(), plain().install.file)).unwrap(),
        broken
    );
    assert!(
        home.text(&file_of(asking(), asking().install.file))
            .is_some()
    );
    let error = home.uninstall().expect_err("a refusal");
    assert!(error.cause.contains("line 2, column 8"));
    assert_eq!(
        home.text(&file_of(plain(), plain().install.file)).unwrap(),
        broken
    );
    assert_eq!(home.text(&file_of(asking(), asking().install.file)), None);
}

#[test]
fn a_link_into_a_persons_dotfiles_stays_a_link() {
    let home = Home::new();
    let agent = plain();
    let file = file_of(agent, agent.install.file);
    home.put("dotfiles/settings", "{}\n");
    fs::create_dir_all(home.path(&file).parent().unwrap()).unwrap();
    symlink("../dotfiles/settings", home.path(&file)).unwrap();
    let before = home.snapshot();
    home.install(&[agent.name]);
    assert!(home.path(&file).is_symlink());
    assert_eq!(
        home.text("dotfiles/settings")
            .unwrap()
            .matches("rejoin-hook")
            .count(),
        3
    );
    home.uninstall().unwrap();
    assert_eq!(home.snapshot(), before);
}

#[test]
fn without_a_name_the_agents_that_are_here_are_served() {
    let home = Home::new();
    let said = home.install(&[]);
    assert!(said.contains("no agent") && said.contains("`rejoin install`"));
    assert_eq!(said.lines().count(), 1);
    assert!(!home.path(".local").exists());
    fs::create_dir(home.path(asking().store.root.home)).unwrap();
    assert!(
        home.install(&[])
            .starts_with(&format!("{}: 2 hooks", asking().name))
    );
    assert!(!home.path(plain().store.root.home).exists());
    assert_eq!(
        home.install_as(&["nobody"], |_| {})
            .expect_err("unknown")
            .kind,
        Kind::Usage
    );
}
