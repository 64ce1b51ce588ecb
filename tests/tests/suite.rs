//! All checks on the real programs, in one test binary.

mod architecture;
mod budget;
mod crowd;
mod crowd_member;
mod embedding;
mod exec;
mod exec_descriptor;
mod exec_environment;
mod exec_odd_bytes;
mod exec_process;
mod exec_program;
mod exec_secrets;
mod exec_ticket;
mod exec_tmux;
mod fault_exec;
mod fault_gc;
mod fault_hook;
mod fault_reader;
mod fault_trial;
mod hook_crowd;
mod hook_definitions;
mod hook_disk;
mod hook_heads;
mod hook_ids;
mod hook_log;
mod hook_multiplexer;
mod hook_pane;
mod hook_payload;
mod hook_pipes;
mod hook_publisher;
mod hook_rotation;
mod hook_state;
mod old_logs;
mod own_agents;
mod plugins;
mod prepare;
mod recorded;
mod restore;
mod schemas;
mod shell_init;
mod source;
mod tmux_plugin;
mod tour;

#[test]
fn every_file_of_checks_is_listed_here() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let listed = include_str!("suite.rs");
    for entry in std::fs::read_dir(folder).expect("the folder of this file") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_stem()
            .and_then(|name| name.to_str())
            .expect("UTF-8");
        let is_module = name != "suite" && path.extension().is_some_and(|kind| kind == "rs");
        let declared = format!("\nmod {name};\n");
        assert!(
            !is_module || listed.contains(&declared),
            "{name}.rs is not listed"
        );
    }
}
