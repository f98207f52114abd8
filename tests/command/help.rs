//! The help of every command.

use clap::Command;
use sprague::cli::table::command;
use sprague::homework::report::Format;
use sprague::report;

#[test]
fn every_help_shows_an_example_and_fits() {
    command().debug_assert();
    let mut all = command();
    all.build();
    let mut texts = vec![all.render_help()];
    texts.extend(all.get_subcommands_mut().filter(|c| c.get_name() != "help").map(Command::render_help));
    let written = |name: &str| texts.iter().any(|text| text.to_string().contains(&format!(" {name}")));
    assert!(
        report::Format::ALL.iter().all(|(name, _)| written(name)) && Format::ALL.iter().all(|(name, _)| written(name))
    );
    for text in texts.iter().map(ToString::to_string) {
        assert!(text.contains("Example") && text.contains("--threads"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    }
}
