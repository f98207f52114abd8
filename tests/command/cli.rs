//! The command as the shell sees it: exit statuses, standard output and standard error.

use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use tempfile::TempDir;

struct Ran {
    status: i32,
    out: String,
    err: String,
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    command.args(arguments).env_remove("NO_COLOR").env("TERM", "xterm");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn with_input(arguments: &[&str], input: &[u8]) -> Ran {
    let mut child = command(arguments).stdin(Stdio::piped()).spawn().unwrap();
    // A command that reads nothing may have closed its input already.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Ran {
        status: output.status.code().expect("ended by itself"),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

fn sprague(arguments: &[&str]) -> Ran {
    with_input(arguments, b"")
}

/// A directory of its own for each test.
struct Files(TempDir);

impl Files {
    fn new() -> Files {
        Files(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, content).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Warnings go where errors go, and change neither results nor the exit status.
#[test]
fn warnings_are_told_beside_the_results() {
    let files = Files::new();
    let program = "f(n) = n + 1\nf(n) = n + 2\nf(1)\ncheck f(1) == 3\n";
    let file = files.file("twice.cgt", program);
    let head = "Warning[W0201]: `f` is defined twice";
    for arguments in [&[&*file][..], &["check", &file], &["--json", &file], &["check", "--json", &file]] {
        let ran = sprague(arguments);
        assert_eq!(ran.status, 0, "{arguments:?}");
        if !arguments.contains(&"--json") {
            assert!(ran.err.starts_with(head) && ran.err.matches("Warning").count() == 1, "{}", ran.err);
            assert!(!ran.out.contains("Warning"), "{}", ran.out);
            continue;
        }
        assert_eq!(ran.err, "", "{arguments:?}");
        let document = json(&ran.out);
        let said = if arguments[0] == "check" { &document["files"][0] } else { &document };
        assert_eq!(said["errors"], Value::Array(Vec::new()));
        assert_eq!(said["warnings"][0]["code"], "W0201", "{document}");
        assert_eq!(said["warnings"][0]["line"], 2, "{document}");
    }
    let ran = sprague(&["eval", "--format", "html", "2*3"]);
    assert_eq!(ran.status, 0);
    assert!(ran.err.starts_with("Warning[W0205]") && !ran.out.contains("W0205"), "{}{}", ran.out, ran.err);
    assert!(sprague(&["doc", "W0201"]).out.contains("a name that is defined twice"));
}

#[test]
fn words_and_signs_have_help() {
    for (asked, expected) in
        [("game", "game NAME"), ("?for", "for x in XS"), ("||", "G || H"), ("*2", "*, *2"), ("?", "?NAME")]
    {
        let ran = sprague(&["doc", asked]);
        assert_eq!(ran.status, 0, "{asked}: {}", ran.err);
        assert!(ran.out.starts_with(expected), "{asked}: {}", ran.out);
    }
    let both = sprague(&["doc", "poset"]).out;
    assert!(both.contains("poset(elements") && both.contains("poset {a < c"), "{both}");
}

#[test]
fn every_command_helps_with_an_example() {
    for arguments in
        [&["--help"][..], &["-h"], &["eval", "--help"], &["check", "--help"], &["grade", "--help"], &["doc", "--help"]]
    {
        let ran = sprague(arguments);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
        assert!(ran.out.contains("Example"), "{arguments:?}");
    }
    let ran = sprague(&["--version"]);
    assert_eq!(ran.out, concat!("sprague ", env!("CARGO_PKG_VERSION"), "\n"));
}

/// Rules to begin with run, hold what they say and are laid out, whatever they are called.
#[test]
fn new_rules_run() {
    for (name, kind) in [("Frogs", "strip"), ("Rows2", "heap"), ("my_game", "board"), ("Δ", "graph"), ("NAME", "heap")]
    {
        let made = sprague(&["new", "rules", name, "--kind", kind]);
        assert_eq!(made.status, 0, "{}", made.err);
        let file = std::env::temp_dir().join(format!("sprague-new-{}-{kind}.cgt", std::process::id()));
        std::fs::write(&file, &made.out).expect("it can be written");
        let path = file.to_str().expect("a path");
        for words in [&[path][..], &["fmt", "--check", path]] {
            let ran = sprague(words);
            assert_eq!((ran.status, &*ran.err), (0, ""), "{words:?}: {}{}", ran.out, ran.err);
        }
        assert!(name == "NAME" || !made.out.contains("NAME"), "{}", made.out);
        let _ = std::fs::remove_file(file);
    }
    assert_eq!(sprague(&["new", "rules", "Any"]).out, sprague(&["new", "rules", "Any", "--kind", "board"]).out);
    for (words, says) in [
        (&["new"][..], "needs a name"),
        (&["new", "rules"], "needs a name"),
        (&["new", "rules", "two words"], "`two words` is no name for rules"),
        (&["new", "rules", "for"], "Frogs"),
        (&["new", "rules", "3x"], "is no name"),
        (&["new", "rules", "moves(n)"], "is no name"),
        (&["new", "rules", "Left"], "`Left` is no name for rules"),
        (&["new", "rules", "First"], "`First` is no name for rules"),
        (&["new", "rules", "sum"], "`sum` means something else"),
        (&["new", "rules", "b"], "`b` means something else"),
        (&["new", "rules", "outcome", "--kind", "heap"], "`outcome` means something else"),
        (&["new", "rules", "path_graph", "--kind", "graph"], "`path_graph` means something else"),
        (&["new", "rules", "left_over", "--kind", "graph"], "`left_over` means something else"),
        (&["new", "rules", "replacements", "--kind", "strip"], "`replacements` means something else"),
        (&["new", "rules", "X", "--kind", "card"], "card"),
    ] {
        let ran = sprague(words);
        assert_eq!(ran.status, 2, "{words:?}");
        assert!(ran.err.contains(says), "{words:?}: {}", ran.err);
    }
}

#[test]
fn shells_and_manuals_know_every_option() {
    for arguments in
        [&["completions", "bash"][..], &["completions", "zsh"], &["completions", "fish"], &["manual", "grade"]]
    {
        let ran = sprague(arguments);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}");
        for option in ["self-test", "reveal", "metadata", "checkpoint", "json"] {
            assert!(ran.out.replace("\\-", "-").contains(option), "{arguments:?} {option}");
        }
    }
    assert!(sprague(&["manual"]).out.contains(".TH sprague 1"));
}

#[test]
fn wrong_usage_is_status_2_with_what_was_meant() {
    let cases: [(&[&str], &str); 13] = [
        (&["--jsn", "a.cgt"], "Did you mean `--json`?"),
        (&["eval", "--jsn", "1"], "Did you mean `--json`?"),
        (&["eval", "--reveal", "1"], "belongs to `sprague grade`"),
        (&["completions", "bush"], "Did you mean `bash`?"),
        (&["chekc", "a.cgt"], "Did you mean `sprague check`?"),
        (&["check"], "needs at least one file"),
        (&["eval"], "needs an expression"),
        (&["eval", "1", "2"], "takes one expression"),
        (&["--steps", "many", "a.cgt"], "is not a bound"),
        (&["a.cgt", "--fast"], "write `--` before"),
        (&["grade", "key.cgt"], "needs a file of answers"),
        (&["doc", "mexx"], "Did you mean `mex`"),
        (&["doc", "Kings"], "It is spoken of under `KingClobber`"),
    ];
    for (arguments, said) in cases {
        let ran = sprague(arguments);
        assert_eq!(ran.status, 2, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{arguments:?}: {}", ran.err);
        assert_eq!(ran.out, "", "{arguments:?}");
    }
}

#[test]
fn files_that_cannot_be_read() {
    let files = Files::new();
    let latin = files.file("latin.cgt", b"1\nprint(\"\xe9t\xe9\")\n");
    let wide = files.file("wide.cgt", b"\xff\xfe1\0");
    let huge = files.file("huge.cgt", b"");
    fs::OpenOptions::new().write(true).open(&huge).unwrap().set_len((16 << 20) + 1).unwrap();
    files.file("tour.cgt", b"1");
    let directory = files.0.path().to_str().unwrap();
    let missing = format!("{directory}/tour.cg");
    let cases = [
        (latin.as_str(), "line 2 is not UTF-8 text (byte 9 is 0xe9)"),
        (&wide, "UTF-16"),
        (&huge, "larger than 16 MiB"),
        (directory, "it is a directory"),
        (&missing, "there is no such file"),
        (&missing, "tour.cgt`?"),
    ];
    for (file, said) in cases {
        for arguments in [&[file][..], &["check", file]] {
            let ran = sprague(arguments);
            assert_eq!(ran.status, 2, "{arguments:?}");
            assert!(ran.err.contains(said), "{arguments:?}: {}", ran.err);
        }
        let ran = sprague(&["--json", file]);
        let document = json(&ran.out);
        assert_eq!((ran.status, &document["status"]), (2, &Value::from(2)));
        assert_eq!(document["errors"][0]["phase"], "file");
    }
    let ran = with_input(&["-"], b"\xff");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("standard input"), "{}", ran.err);
}

#[test]
fn an_empty_program_does_nothing() {
    let files = Files::new();
    for text in ["", "\n\n", "# only a comment", "\u{feff}", "#! /usr/bin/env sprague\n"] {
        let file = files.file("empty.cgt", text);
        let ran = sprague(&[&file]);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""), "{text:?}");
    }
    assert_eq!(sprague(&[]).status, 0);
}

#[test]
fn a_script_shows_what_it_prints_and_its_values() {
    let files = Files::new();
    let file = files.file("a.cgt", "x = 1/2\nx + *\nprint(\"x is\", x)\ngame Heap(n)\n  moves Heap(k) for k in 0..n-1\nend\nHeap(3)\ncheck x == 1/2 \"half\"\n");
    let ran = sprague(&[&file]);
    assert_eq!(ran.err, "");
    let expected = format!("1/2+*\nx is 1/2\nHeap(3) = *3\nok      {file}:8  x == 1/2  (half)\n");
    assert_eq!(ran.out, expected);
    assert_eq!(ran.status, 0);
    let piped = with_input(&[], b"1 + 1\n");
    assert_eq!((piped.status, piped.out.as_str()), (0, "2\n"));
    let piped = with_input(&["-", "a", "-3"], b"print(arguments)\n");
    assert_eq!((piped.status, piped.out.as_str()), (0, "[\"a\", \"-3\"]\n"));
}

/// A loop whose values nobody sees gets a note; one that says something, or computes nothing, does not.
#[test]
fn a_loop_that_shows_nothing_gets_a_note() {
    let files = Files::new();
    for (text, note) in [
        ("x = 1\nfor n in 1..3 do n^2 end\n", Some("the loop in line 2 shows nothing by itself: write `print(n^2)`")),
        (
            "while true do\n  if 1 < 2 then break\nend\nfor a in 1..2 do for b in 1..2 do a + b end end\n",
            Some("`print(a + b)`"),
        ),
        ("for n in 1..3 do\n  if n > 1 then n else nothing\nend\n", Some("`print(n)`")),
        ("for n in 1..3 do print(n) end\n", None),
        ("for n in 1..3 do check n == n end\n", None),
        ("x = 0\nfor n in 1..3 do x = n end\n", None),
        ("f(n) = if n > 5 then print(n)\nfor n in 1..3 do f(n) end\n", None),
        ("f(n) = do\n  for k in 1..n do k end\n  n\nend\nx = f(3)\n", None),
        ("for n in 1..0 do n^2 end\n", None),
    ] {
        let ran = sprague(&[&files.file("a.cgt", text)]);
        assert_eq!(ran.status, 0, "{text}");
        match note {
            Some(note) => assert!(ran.err.contains(note) && ran.err.lines().count() == 1, "{text}: {}", ran.err),
            None => assert_eq!(ran.err, "", "{text}"),
        }
    }
}

#[test]
fn eval_prints_a_value() {
    for (text, value) in [("<0, *1 | 1/2>", "1/4\n"), ("-1", "-1\n"), ("--1", "1\n"), ("-*2", "*2\n")] {
        let ran = if text == "--1" { sprague(&["eval", "--", text]) } else { sprague(&["eval", text]) };
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, value, ""), "{text}");
    }
    let ran = sprague(&["eval", "1 +"]);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("<expression>"), "{}", ran.err);
}

#[test]
fn an_error_is_status_1_after_the_results() {
    let files = Files::new();
    let file = files.file("a.cgt", "print(1)\nprint(2/0)\nprint(3)\n");
    let ran = sprague(&[&file]);
    assert_eq!((ran.status, ran.out.as_str()), (1, "1\n"));
    assert!(ran.err.contains("a.cgt:2") && !ran.err.contains('\u{1b}'), "{}", ran.err);
}

#[test]
fn bounds_are_status_3() {
    let cases: [&[&str]; 5] = [
        &["--steps", "10_000", "eval", "while true do end"],
        &["--time", "0.1", "eval", "while true do end"],
        &["--depth", "100", "eval", "f(n) = f(n + 1) + 1; f(0)"],
        &["eval", "f(n) = f(n + 1) + 1; f(0)"],
        &["--memory", "64", "eval", "xs = [n for n in 1..100000000]"],
    ];
    for arguments in cases {
        let ran = sprague(arguments);
        assert_eq!(ran.status, 3, "{arguments:?}: {}", ran.err);
        assert!(!ran.err.is_empty());
    }
}

#[test]
fn checks_are_reported_and_decide_the_status() {
    let files = Files::new();
    let good = files.file("good.cgt", "check 1 + 1 == 2\nprint(\"hello\")\n3\n");
    let bad = files.file("bad.cgt", "check mex({0, 1}) == 1 \"1b\"\ncheck 1/0 == 2\ncheck 2 == 2\n");
    let ran = sprague(&["check", &good]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, format!("ok      {good}:1  1 + 1 == 2\nhello\n{good}: 1 check, it holds\n"));
    let ran = sprague(&["check", &good, &bad]);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""), "{}", ran.out);
    assert!(ran.out.contains(&format!("FAILED  {bad}:1  mex({{0, 1}}) == 1  (1b)\n")), "{}", ran.out);
    assert!(ran.out.contains("\n          |       ^^^^^^^^^^^^^^^^ "), "{}", ran.out);
    assert!(ran.out.contains(&format!("FAILED  {bad}:2")), "{}", ran.out);
    assert!(ran.out.contains(&format!("ok      {bad}:3")), "{}", ran.out);
    assert!(ran.out.ends_with("2 files: 4 checks, 2 failed\n"), "{}", ran.out);
    let missing = sprague(&["check", &good, "/no/such.cgt"]);
    assert_eq!(missing.status, 2);
    assert!(missing.out.contains("ok      "), "the others are checked all the same");
    let script = sprague(&[&bad]);
    assert_eq!(script.status, 1, "a failed check is a failure of the script too");
    // As the help says.
    let ran = sprague(&["check", &files.file("imports.cgt", "import \"good.cgt\"\n")]);
    assert!(ran.status != 0 && format!("{}{}", ran.out, ran.err).contains("E0601"), "{}{}", ran.out, ran.err);
    assert!(sprague(&["check", "--help"]).out.contains("one that imports others is refused"));
}

#[test]
fn a_failed_check_gives_the_true_value() {
    let ran = with_input(&["check", "-"], b"check mex({0, 1}) = 1\n");
    assert!(ran.out.contains("^ the true value is 2\n"), "{}", ran.out);
}

#[test]
fn documents_hold_what_the_text_says() {
    let files = Files::new();
    let file = files.file("a.cgt", "print(1)\n2 * 3\ncheck 1 == 2\nprint(2/0)\n");
    let ran = sprague(&["--json", &file]);
    let document = json(&ran.out);
    assert_eq!((ran.status, ran.err.as_str()), (1, ""));
    let keys: Vec<_> = document.as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys, ["schema", "command", "file", "outputs", "errors", "warnings", "status"]);
    let outputs = document["outputs"].as_array().unwrap();
    assert_eq!(outputs.len(), 3, "{document}");
    assert_eq!(outputs[0]["text"], "1");
    assert_eq!((&outputs[1]["text"], &outputs[1]["value"]), (&"6".into(), &Value::Null));
    assert_eq!((&outputs[2]["verdict"], &outputs[2]["line"]), (&"false".into(), &3.into()));
    assert_eq!(document["errors"][0]["line"], 4);
    let checked = json(&sprague(&["check", "--json", &file, &file]).out);
    assert_eq!((&checked["failed"], &checked["status"]), (&2.into(), &1.into()));
    assert_eq!(checked["files"][1]["printed"][0], "1");
    let doc = json(&sprague(&["doc", "mex", "--json"]).out);
    assert_eq!(doc["entries"][0]["name"], "mex");
    let none = sprague(&["doc", "--json", "no such thing"]);
    assert_eq!((none.status, json(&none.out)["entries"].as_array().unwrap().len()), (2, 0));
    let eval = json(&sprague(&["eval", "--json", "1/2"]).out);
    assert_eq!((&eval["command"], &eval["outputs"][0]["text"]), (&"eval".into(), &"1/2".into()));
}

#[test]
fn colour_only_where_it_is_wanted() {
    let files = Files::new();
    let file = files.file("a.cgt", "check 1 == 2\n");
    assert!(!sprague(&["check", &file]).out.contains('\u{1b}'));
    assert!(sprague(&["check", "--color", "always", &file]).out.contains('\u{1b}'));
    assert!(!sprague(&["check", "--color=never", &file]).out.contains('\u{1b}'));
    let output = command(&["check", "--color", "always", &file]).env("NO_COLOR", "1").output().unwrap();
    assert!(output.stdout.contains(&0x1b), "what is asked for in so many words is done");
}

#[test]
fn documentation_by_name_by_subject_and_whole() {
    let one = sprague(&["doc", "mex"]);
    assert_eq!(one.status, 0);
    assert!(one.out.starts_with("mex(") && one.out.contains("\n  > "), "{}", one.out);
    let all = sprague(&["doc"]);
    assert!(all.out.lines().any(|line| line.starts_with("  mex ")), "{}", all.out);
    let page = sprague(&["doc", "--markdown"]).out;
    assert!(page.starts_with("# The library\n") && page.contains("\n### `mex("));
}

#[test]
fn a_reader_who_leaves_early_ends_it_quietly() {
    let mut child = command(&["eval", "for i in 1.. do print(i) end"]).spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(first, "1\n");
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    // At the end, or while there is more to come, which is then no longer computed.
    for program in ["1", "for i in 1..100000 do print(i) end"] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = command(&["eval", program]).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{program}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the results"));
    }
}

#[cfg(unix)]
#[test]
fn an_interruption_is_status_130_and_keeps_what_was_printed() {
    let mut child = command(&["eval", "print(1); while true do end"]).spawn().unwrap();
    // The line arrives although nothing fills the buffer: a pipe is flushed while the program computes.
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert_eq!(first, "1\n");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(said.contains("interrupted"), "{said}");
}

#[test]
fn the_librarys_page_is_what_the_records_say() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/library.md");
    let page = sprague(&["doc", "--markdown"]).out;
    let kept = fs::read_to_string(file).unwrap_or_default().replace("\r\n", "\n");
    assert!(page == kept, "write it anew: cargo run -- doc --markdown > docs/library.md");
}

#[test]
fn certificates_are_verified_from_files() {
    let files = Files::new();
    let path = files.file("c.cert", "");
    let write = |claim: &str| {
        let ran = sprague(&["eval", &format!("save_certificate(certificate({claim}), \"{path}\")")]);
        assert_eq!((ran.status, &*ran.err), (0, ""), "{claim}");
        fs::read_to_string(&path).unwrap()
    };
    for (claim, says) in [
        ("outcome(Clobber(\"xoxo|oxox\"))", "proved: outcome(Clobber(\"xoxo|oxox\")) == "),
        ("Domineering(grid(3, 4)) <= 0", "proved: "),
        ("grundy(Cram(grid(3, 3)))", "proved: grundy(Cram(\"...|...|...\")) == 0"),
        ("Kayles", "proved: start(code(\"0.77\")) == 71 and period_length(code(\"0.77\")) == 12"),
        ("subtraction({1, 4})", "period_length(subtraction([1, 4])) == 5"),
        ("misere_quotient(Kayles)", "proved: order(misere_quotient(code(\"0.77\"))) == 40"),
        // Of some heaps no more is said than of these.
        ("misere_quotient(Kayles, heaps = 6)", "proved: order(misere_quotient(code(\"0.77\"), heaps = 6)) == 12"),
    ] {
        let text = write(claim);
        let ran = sprague(&["verify", &path]);
        assert_eq!((ran.status, &*ran.err), (0, ""), "{claim}: {}", ran.out);
        assert!(ran.out.contains(says), "{}", ran.out);
        // Another claim with the same proof.
        files.file("c.cert", text.replacen("\"claim\":\"", "\"claim\":\"1 + ", 1));
        let ran = sprague(&["verify", &path]);
        assert_eq!((ran.status, &*ran.out), (1, ""), "{claim}");
        assert!(ran.err.contains("claim"), "{}", ran.err);
    }
    // What a line says beside its proof, and what stands behind it.
    let text = write("misere_quotient(Kayles)");
    for wrong in [
        text.replace("\"order\":40", "\"order\":2"),
        text.replace("\"from\":71", "\"from\":1"),
        format!("{}\nhello\n", text.trim_end()),
        format!("{}\nhello\n", write("Kayles").trim_end()),
    ] {
        files.file("c.cert", &wrong);
        let ran = sprague(&["verify", &path]);
        assert_eq!((ran.status, &*ran.out), (1, ""), "{wrong}");
        assert!(ran.err.contains("this is no certificate"), "{}", ran.err);
    }
    // Kinds that there are not, statements where a position stands; and what goes beyond a bound costs no other file its line.
    let good = files.file("good.cert", write("subtraction({1, 4})"));
    let head = |rest: &str| format!("{{\"sprague\":\"certificate 1\",\"claim\":\"1\"{rest}}}");
    for (wrong, says) in [
        (head(",\"kind\":\"zzz\""), "certificates of the kind `zzz` are not known"),
        (head(""), "`kind` is missing"),
        (head(",\"kind\":\"strategy\",\"game\":\"do while true do 1 end end\""), "neither a position nor a value"),
        (
            head(",\"kind\":\"strategy\",\"game\":\"Clobber(\\\"{do while true do 1 end end}\\\")\""),
            "neither a position nor a value",
        ),
        (head(",\"kind\":\"strategy\",\"game\":\"[k for k in 1..10^9]\""), "memory"),
    ] {
        files.file("c.cert", &wrong);
        let ran = sprague(&["verify", "--memory", "100", &path, &good]);
        assert_eq!(ran.status, if says == "memory" { 3 } else { 1 }, "{}", ran.err);
        assert!(ran.err.contains(says) && ran.out.contains("good.cert: proved"), "{} {}", ran.err, ran.out);
    }
    // Lines that are dropped, doubled, moved or changed.
    let text = write("outcome(Domineering(grid(4, 4)))");
    let lines: Vec<&str> = text.lines().collect();
    let count = lines.len() - 1;
    let with = |lines: &[&str]| {
        lines.join("\n").replacen(&format!("\"lines\":{count}"), &format!("\"lines\":{}", lines.len() - 1), 1)
    };
    let mut dropped = lines.clone();
    dropped.remove(1);
    let mut doubled = lines.clone();
    doubled.insert(2, lines[1]);
    let mut moved = lines.clone();
    moved[1..].reverse();
    for wrong in [
        with(&dropped),
        with(&doubled),
        with(&moved),
        lines[..count].join("\n"),
        text.replace("\"is\":\"", "\"is\":\"* - "),
    ] {
        files.file("c.cert", &wrong);
        let ran = sprague(&["verify", &path]);
        assert_eq!((ran.status, &*ran.out), (1, ""), "{wrong}");
        assert!(!ran.err.is_empty());
    }
    // What is no certificate, and what would do more than name a position.
    for wrong in [
        "",
        "1 + 1",
        "{\"sprague\": \"certificate 2\"}",
        &text.replace("\"answer\":\"", "\"answer\":\"verify = x -> true; "),
        // Quotation marks may be curly.
        &text.replace("\"answer\":\"", "\"answer\":\"[“\\\", do verify(x) = true; 0 end, “\\\"][2] + "),
        &text.replace("\"answer\":\"", "\"answer\":\"\\\"{do verify(x) = true end}\\\" + "),
    ] {
        files.file("c.cert", wrong);
        let ran = sprague(&["verify", &path]);
        assert_eq!((ran.status, &*ran.out), (1, ""), "{wrong}");
        assert!(ran.err.contains("this is no certificate"), "{}", ran.err);
    }
    // Rule sets of one's own, and JSON.
    let rules =
        files.file("mine.cgt", "game mine(n)\n  left mine(n - 1) if n > 0\n  right mine(n - 2) if n > 1\nend\n");
    let script = format!("import \"{rules}\"\nsave_certificate(certificate(outcome(mine(7))), \"{path}\")\n");
    let ran = sprague(&[&files.file("script.cgt", script)]);
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert_eq!(sprague(&["verify", &path]).status, 1);
    let ran = sprague(&["verify", "--json", "--rules", &rules, &path]);
    assert_eq!(ran.status, 0);
    let document = json(&ran.out);
    assert_eq!((&document["schema"], &document["files"][0]["proved"]), (&json!(1), &json!(true)));
    // A script that speaks of something else by the names that check.
    for (own, asked) in [("verify(n) = true", "verify"), ("claim(n) = 3", "claim")] {
        let rules = files.file("own.cgt", format!("{}{own}\n", fs::read_to_string(&rules).unwrap()));
        let ran = sprague(&["verify", "--json", "--rules", &rules, &path]);
        let (status, error) = (ran.status, &json(&ran.out)["files"][0]["errors"][0]);
        assert_eq!((status, &error["code"]), (1, &json!("E0417")));
        assert!(error["message"].as_str().unwrap().contains(&format!("defines `{asked}`")), "{error}");
    }
    assert_eq!(sprague(&["verify"]).status, 2);
    assert_eq!(sprague(&["verify", "nowhere.cert"]).status, 2);
}

/// `sprague fmt`: in place, from standard input, or only looked over; what cannot be read stays as it is.
#[test]
fn programs_are_laid_out() {
    let files = Files::new();
    let wide = files.file("wide.cgt", "x=1;y = [ 1,2 ]\n");
    let good = files.file("good.cgt", "x = 1\n");
    let wrong = files.file("wrong.cgt", "x=(1\n");
    let text = |path: &str| fs::read_to_string(path).unwrap();
    let ran = sprague(&["fmt", "--check", &wide, &good]);
    assert_eq!((ran.status, &*ran.out, &*ran.err), (1, &*format!("{wide}\n"), ""));
    assert_eq!(text(&wide), "x=1;y = [ 1,2 ]\n");
    let ran = sprague(&["fmt", &wrong, &wide, &good]);
    assert_eq!((ran.status, &*ran.out), (1, ""));
    assert!(ran.err.starts_with("Error[E0102]") && ran.err.contains("wrong.cgt:1"), "{}", ran.err);
    assert_eq!((&*text(&wrong), &*text(&wide)), ("x=(1\n", "x = 1; y = [1, 2]\n"));
    assert_eq!(sprague(&["fmt", "--check", &wide, &good]).status, 0);
    let ran = with_input(&["fmt", "-"], b"f(x)=x");
    assert_eq!((ran.status, &*ran.out), (0, "f(x) = x\n"));
    let ran = with_input(&["fmt", "--check", "-"], b"f(x)=x");
    assert_eq!((ran.status, &*ran.out), (1, "<standard input>\n"));
    // A folder stands for the programs in it.
    files.file("other.txt", "x=1");
    fs::create_dir(files.0.path().join("deep")).unwrap();
    let deep = files.file("deep/a.cgt", "x=1\n");
    fs::remove_file(&wrong).unwrap();
    let ran = sprague(&["fmt", "--check", "--json", files.0.path().to_str().unwrap()]);
    let told = json(&ran.out);
    assert_eq!((ran.status, &told["command"], &told["status"]), (1, &"fmt".into(), &1.into()));
    let changed: Vec<&Value> =
        told["files"].as_array().unwrap().iter().filter(|file| file["changed"] == true).collect();
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0]["file"], *deep);
    assert_eq!(sprague(&["fmt", "missing.cgt"]).status, 2);
    assert_eq!(sprague(&["fmt"]).status, 2);
}

/// A link stays a link, and a program that may be run stays one.
#[cfg(unix)]
#[test]
fn who_may_do_what_with_a_program_stays() {
    use std::os::unix::fs::PermissionsExt;
    let files = Files::new();
    let path = files.file("run.cgt", "#!/usr/bin/env sprague\nx=1\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o750)).unwrap();
    let link = files.0.path().join("link.cgt");
    std::os::unix::fs::symlink(&path, &link).unwrap();
    assert_eq!(sprague(&["fmt", link.to_str().unwrap()]).status, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), "#!/usr/bin/env sprague\nx = 1\n");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o750);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}
