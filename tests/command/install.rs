//! Getting it: completions that the shell accepts, manual pages, the archives of a release and who looks for them, the containers.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const SPRAGUE: &str = env!("CARGO_BIN_EXE_sprague");
const MANIFEST: &str = include_str!("../../Cargo.toml");
const PACK: &str = include_str!("../../.ci/pack");

/// A folder that is gone afterwards.
fn folder() -> TempDir {
    tempfile::tempdir().expect("there is room for a folder")
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Whether a tool is here; if not, what is skipped is said past the test's own output.
fn has(tool: &str, test: &str) -> bool {
    let here = Command::new(tool).arg("--version").output().is_ok_and(|done| done.status.success());
    if !here {
        let _ = writeln!(std::io::stderr(), "skipped: {test} needs {tool}");
    }
    here
}

fn ran(command: &mut Command) -> String {
    let done = command.output().expect("it runs");
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{command:?}\n{out}{err}");
    out.into_owned()
}

fn said(arguments: &[&str]) -> String {
    ran(Command::new(SPRAGUE).args(arguments))
}

#[test]
fn shells_complete_commands_and_options() {
    let folder = folder();
    for (shell, check) in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")] {
        if has(shell, "reading its completions") {
            let file = folder.path().join(shell);
            fs::write(&file, said(&["completions", shell])).expect("it can be written");
            ran(Command::new(shell).arg(check).arg(&file));
        }
    }
    if has("bash", "completing") {
        // What bash does when somebody presses the key behind these words.
        let offered = |words: &str| {
            let last = words.split(' ').count() - 1;
            let script = format!(
                "source '{}'\nCOMP_WORDS=({words})\nCOMP_CWORD={last}\n_sprague sprague \"${{COMP_WORDS[{last}]}}\" \"${{COMP_WORDS[{}]}}\"\necho \"${{COMPREPLY[@]}}\"",
                folder.path().join("bash").display(),
                last - 1
            );
            ran(Command::new("bash").arg("-c").arg(script))
        };
        assert_eq!(offered("sprague gra").trim(), "grade");
        assert_eq!(offered("sprague grade --self").trim(), "--self-test");
        assert_eq!(offered("sprague eval --format ht").trim(), "html");
    }
}

#[test]
fn manual_pages_are_set_without_complaint() {
    for page in [&["manual"][..], &["manual", "grade"], &["manual", "eval"]] {
        let page = said(page);
        assert!(page.starts_with(".ie") && page.contains(".SH NAME"), "{}", &page[..page.len().min(200)]);
        if has("groff", "setting the manual page") {
            let folder = folder();
            let file = folder.path().join("sprague.1");
            fs::write(&file, page).expect("it can be written");
            let done = Command::new("groff")
                .args(["-Kutf8", "-ww", "-man", "-Tutf8", "-z"])
                .arg(&file)
                .output()
                .expect("it runs");
            assert!(done.stderr.is_empty(), "{}", String::from_utf8_lossy(&done.stderr));
        }
    }
}

/// The targets of a job of the workflow.
fn targets(workflow: &str, job: &str) -> Vec<String> {
    let (_, rest) = workflow.split_once(&format!("\n  {job}:\n")).expect("the job is there");
    let lines = rest.lines().take_while(|line| line.starts_with("   ") || line.is_empty());
    let target = |line: &str| Some(line.split_once("{ target: ")?.1.split_once(',')?.0.to_owned());
    lines.filter_map(target).collect()
}

/// What the manifest says to binstall under a name, of a target that may have its own.
fn binstall(name: &str, target: &str) -> String {
    let table = |head: &str| {
        let (_, rest) = MANIFEST.split_once(&format!("[package.metadata.binstall{head}]\n"))?;
        let line = rest.lines().take_while(|line| !line.starts_with('[')).find(|line| line.starts_with(name))?;
        Some(line.split_once(" = \"")?.1.trim_end_matches('"').to_owned())
    };
    table(&format!(".overrides.{target}")).or_else(|| table("")).unwrap_or_else(|| panic!("{name} is missing"))
}

#[test]
fn archives_have_the_names_that_are_looked_for() {
    let workflow = text(".github/workflows/release.yml");
    let targets = targets(&workflow, "command");
    let expected = [
        "x86_64-unknown-linux-gnu",
        "x86_64-unknown-linux-musl",
        "aarch64-apple-darwin",
        "x86_64-apple-darwin",
        "x86_64-pc-windows-msvc",
    ];
    assert!(expected.iter().all(|target| targets.iter().any(|known| known == target)), "{targets:?}");
    assert!(workflow.contains(".ci/pack \"$binary\" ${{ matrix.target }} packed"));
    let version = env!("CARGO_PKG_VERSION");
    for target in &targets {
        let windows = target.contains("windows");
        let (kind, ending) = if windows { ("zip", ".zip") } else { ("tgz", ".tar.gz") };
        assert_eq!(binstall("pkg-fmt", target), kind, "{target}");
        let filled = |name: &str| {
            let words = [("version", version), ("target", target), ("archive-suffix", ending), ("bin", "sprague")];
            words
                .iter()
                .fold(binstall(name, target), |text, (word, value)| text.replace(&format!("{{ {word} }}"), value))
        };
        // As .ci/pack writes it.
        let packed = PACK.lines().find_map(|line| line.strip_prefix("name=")).expect("it names the archive");
        let packed = packed.replace("$version", version).replace("$target", target);
        assert_eq!(filled("pkg-url"), format!("{{ repo }}/releases/download/v{version}/{packed}{ending}"));
        assert_eq!(filled("bin-dir"), format!("{packed}/sprague{{ binary-ext }}"));
        assert!(PACK.contains("archive=$name.zip") && PACK.contains("archive=$name.tar.gz"));
    }
}

#[test]
fn a_release_is_packed() {
    if !has("tar", "packing") || !has("bash", "packing") {
        return;
    }
    let folder = folder();
    // A small command in place of the real one: what is packed is asked of the command itself.
    let command = folder.path().join("sprague");
    fs::write(&command, format!("#!/bin/sh\nexec '{SPRAGUE}' \"$@\"\n")).expect("it can be written");
    ran(Command::new("chmod").arg("+x").arg(&command));
    let out = folder.path().join("out");
    let archive =
        ran(Command::new("bash").arg(root().join(".ci/pack")).arg(&command).arg("x86_64-unknown-linux-gnu").arg(&out));
    let name = format!("sprague-{}-x86_64-unknown-linux-gnu", env!("CARGO_PKG_VERSION"));
    assert_eq!(archive.trim(), format!("{name}.tar.gz"));
    ran(Command::new("sha256sum").args(["--check", &format!("{name}.tar.gz.sha256")]).current_dir(&out));
    ran(Command::new("tar").args(["-xzf", &format!("{name}.tar.gz")]).current_dir(&out));
    let unpacked = out.join(name);
    for file in ["README.md", "LICENSE-MIT", "completions/_sprague", "completions/sprague.fish", "man/sprague.1"] {
        assert!(fs::metadata(unpacked.join(file)).is_ok_and(|about| about.len() > 100), "{file}");
    }
    // A page for every command that has something to say.
    let listed = said(&["--help"]);
    for command in ["eval", "check", "grade", "verify", "fmt", "lsp", "doc", "new", "kernel"] {
        assert!(listed.contains(&format!("  {command} ")), "{command}");
        let page = fs::read_to_string(unpacked.join(format!("man/sprague-{command}.1"))).expect("it is there");
        assert!(page.contains(&format!("sprague {command}")) || page.contains(command), "{command}");
    }
    assert_eq!(ran(Command::new(unpacked.join("sprague")).args(["eval", "1/2 + 1/2"])), "1\n");
}

#[test]
fn the_workflow_can_be_read() {
    let file = root().join(".github/workflows/release.yml");
    // A tab is no indent in YAML.
    assert!(!text(".github/workflows/release.yml").contains('\t'));
    if Command::new("actionlint").arg("--version").output().is_ok_and(|done| done.status.success()) {
        ran(Command::new("actionlint").arg(&file));
        return;
    }
    let script = "import sys, yaml; jobs = yaml.safe_load(open(sys.argv[1]))['jobs']; print(sorted(jobs))";
    match Command::new("python3").args(["-c", script]).arg(&file).output() {
        Ok(done) if done.status.success() => {
            let jobs = String::from_utf8_lossy(&done.stdout).into_owned();
            assert_eq!(jobs.trim(), "['command', 'draft', 'extension', 'page', 'wheels']");
        }
        Ok(done) if !String::from_utf8_lossy(&done.stderr).contains("No module named 'yaml'") => {
            panic!("{}", String::from_utf8_lossy(&done.stderr))
        }
        _ => _ = writeln!(std::io::stderr(), "skipped: reading the workflow needs actionlint, or Python with yaml"),
    }
}

#[test]
fn what_containers_copy_is_there() {
    assert_eq!(text(".containerignore"), text(".dockerignore"));
    for file in ["Containerfile", "gradescope/Containerfile"] {
        let file = text(file);
        let rust = MANIFEST.lines().find_map(|line| line.strip_prefix("rust-version = \"")).expect("it is said");
        assert!(file.contains(&format!("FROM rust:{}-", rust.trim_end_matches('"'))), "the least version builds it");
        for line in file.lines().filter(|line| line.starts_with("COPY ") && !line.contains("--from=")) {
            let source =
                line.split(' ').find(|word| !word.starts_with("--") && *word != "COPY").expect("it has a source");
            // The key is the teacher's.
            assert!(source == "gradescope/key.cgt" || root().join(source).exists(), "{source}");
        }
    }
    assert!(text("Containerfile").contains("\nUSER sprague\n"));
}

#[test]
#[cfg(unix)]
fn gradescope_gets_its_results() {
    let folder = folder();
    let put = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("there is room");
        fs::write(path, text).expect("it can be written");
    };
    put("source/key.cgt", "question q1 \"The value of {0 | 1}\"  worth 2\n  expect 1/2\nend\n");
    put("submission/ada.cgt", "answer q1 = 1/4\n");
    fs::create_dir_all(folder.path().join("results")).expect("there is room");
    std::os::unix::fs::symlink(SPRAGUE, folder.path().join("source/sprague")).expect("it can be linked");
    let grade = || {
        let script = root().join("gradescope/run_autograder");
        ran(Command::new(script).env("AUTOGRADER", folder.path()));
        let results = fs::read_to_string(folder.path().join("results/results.json")).expect("it is there");
        let results: serde_json::Value = serde_json::from_str(&results).expect("it is JSON");
        results["tests"][0]["score"].as_f64()
    };
    assert_eq!(grade(), Some(0.0));
    put("submission/ada.cgt", "answer q1 = 1/2\n");
    put("submission_metadata.json", "{\"previous_submissions\": [{}]}");
    assert_eq!(grade(), Some(2.0));
    fs::remove_file(folder.path().join("source/key.cgt")).expect("it can be removed");
    let done = Command::new(root().join("gradescope/run_autograder"))
        .env("AUTOGRADER", folder.path())
        .output()
        .expect("it runs");
    assert!(!done.status.success(), "a key that is missing is said");
}
