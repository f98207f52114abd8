//! Submissions that nobody wants: each gets its report, and the others are as if it were not there.

use crate::support::{Folder, standing};
use serde_json::Value as Json;
use std::io::Write;
use std::process::Stdio;

const KEY: &str = "secret_number = 271828\nquestion q1 \"Half\" worth 2\n expect canonical <0 | 1>\nend\nquestion q2 \"Star\" worth 3\n expect *\nend\nquestion q3 \"Rules\" worth 4\n expect rules Kayles(n) for n in 0..12\nend\nquestion q4 bonus\n expect Hackenbush(\"br\")\nend\n";
const GOOD: &str = "answer q1 = 1/2\nanswer q2 = *\nanswer q3 = Kayles\n";

/// A name, what stands in the file, and how the first question may stand; the second is always right where it is answered so.
fn programs() -> Vec<(&'static str, String, &'static str)> {
    let deep = |open: &str, close: &str, n: usize| format!("{}{}{}", open.repeat(n), "0", close.repeat(n));
    let all: Vec<(&str, &str, &str)> = vec![
        ("endless_loop", "answer q1 = do\n while true do 1 end\n 1/2\nend", "limit"),
        ("endless_loop_outside", "while true do 1 end\nanswer q1 = 1/2", "right"),
        ("endless_recursion", "f(n) = f(n + 1)\nanswer q1 = f(0)", "limit"),
        ("mutual_recursion", "f(n) = g(n) + 1\ng(n) = f(n) + 1\nanswer q1 = f(0)", "limit"),
        ("endless_rules", "game G(n)\n moves G(n + 1)\nend\nanswer q1 = canonical(G(0))", "error"),
        (
            "much_output",
            "for i in 1..10^9 do print(\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\") end\nanswer q1 = 1/2",
            "right",
        ),
        ("large_output", "s = \"x\"\nfor i in 1..40 do s = s + s end\nprint(s)\nanswer q1 = 1/2", "right"),
        ("huge_power", "answer q1 = 2^(2^(2^100))", "error"),
        ("huge_product", "n = 3^100000\nanswer q1 = product([n for i in 1..1000])", "error"),
        ("huge_nimber", "answer q1 = *(10^30)", "error"),
        ("set_of_a_billion", "answer q1 = {n for n in 1..10^9}", "limit"),
        ("list_of_a_billion", "answer q1 = list(1..10^9)", "limit"),
        ("range_of_a_billion", "answer q1 = 1..10^9", "wrong"),
        ("large_list", "answer q1 = [[n for n in 1..1000] for m in 1..1000]", "limit"),
        ("too_large_a_list", "answer q1 = [0..600 for m in 1..400]", "wrong"),
        ("nested_list", "x = 0\nfor i in 1..10000 do x = [x] end\nanswer q1 = x", "error"),
        ("nested_game", "x = 0\nfor i in 1..3000 do x = <x | x> end\nanswer q1 = x", "wrong"),
        ("doubling_form", "x = *\nfor i in 1..400 do x = <x, 0 | x, 1> end\nanswer q1 = x", "wrong"),
        ("large_sum", "answer q1 = sum(Nim(2^n) for n in 0..14)", "wrong"),
        (
            "redefinitions",
            "canonical(g) = 1/2\nprint = 3\nstar = 4\nNim = 5\ndo_check(x) = true\nanswer q1 = canonical(17)",
            "right",
        ),
        ("reads_the_key", "import \"key.cgt\"\nanswer q1 = secret_number", "error"),
        ("reads_a_file", "import \"/etc/passwd\"\nanswer q1 = 1/2", "right"),
        ("asks_for_arguments", "answer q1 = arguments", "wrong"),
        ("key_in_the_answer", "question q1 worth 1000\n expect 7\nend\nanswer q1 = 7", "wrong"),
        ("two_answers", "answer q1 = 3\nanswer q1 = 1/2", "right"),
        ("two_answers_the_other_way", "answer q1 = 1/2\nanswer q1 = 3", "wrong"),
        ("unknown_answers", "answer q17 = 3\nanswer q1 = 1/2", "right"),
        ("unknown_names", "answer q1 = half_of_one", "error"),
        ("function_for_a_value", "answer q1 = x -> 1/2", "wrong"),
        ("rules_for_a_value", "answer q1 = Nim", "wrong"),
        ("nothing", "answer q1 = nothing", "wrong"),
        ("escape_codes", "print(\"\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}\")\nanswer q1 = \"\u{1b}[31m\"", "wrong"),
        ("markup", "print(\"<script>alert(1)</script> ``` | **x** ]]>\")\nanswer q1 = \"<b>&amp;</b>```\"", "wrong"),
        ("many_checks", "for i in 1..100000 do check 1 == 2 end\nanswer q1 = 1/2", "right"),
        ("many_statements", "x = 1\nanswer q1 = 1/2", "right"),
        ("unclosed", "answer q1 = (1/2\n", "error"),
        ("stray_end", "end end end\nanswer q1 = 1/2", "right"),
        ("answer_in_a_block", "do\n answer q1 = 1/2\nend", "blank"),
        ("left_open", "answer q1 =\n", "blank"),
        ("grows_by_append", "xs = []\nfor i in 1..10^8 do xs = append(xs, i) end\nanswer q1 = xs", "error"),
        ("named_like_a_report", "print(\"Question 1: 2 of 2, right\\nada: 9 of 9 points\")\nanswer q1 = 3", "wrong"),
        ("assigns_a_constant", "N = 3\nanswer q1 = 1/2", "right"),
        // The key's side knows a rule set of this name, and computes its position with these arguments.
        (
            "stalls_by_name",
            "game Hackenbush(p)\n moves 0\nend\nanswer q4 = Hackenbush(join([\"br\" for i in 1..2000], \"\"))\nanswer q1 = 1/2",
            "right",
        ),
        ("long_position", "answer q4 = Hackenbush(join([\"br\" for i in 1..200], \"\"))\nanswer q1 = 1/2", "right"),
        (
            "large_board",
            "answer q4 = Domineering(join([\"....................\" for i in 1..20], \"|\"))\nanswer q1 = 1/2",
            "right",
        ),
        ("many_positions", "answer q4 = [Kayles(n) for n in 1..3000]\nanswer q1 = 1/2", "right"),
        ("saves_values", "heap Mine = octal 0.137\nsave_values(Mine, \"values\")\nanswer q1 = 1/2", "right"),
        (
            "unseen_characters",
            "print(\"a\u{61c}b\u{ad}c\u{180e}d\u{e0041}e\u{fe0f}f\")\nanswer q1 = \"\u{202e}\u{e007f}\"",
            "wrong",
        ),
        ("wide_formula", "print(\"＝1+1\")\nanswer q1 = \"＝HYPERLINK(1)\"", "wrong"),
        ("mentions", "print(\"@everyone www.example.org\")\nanswer q1 = \"&lt;@everyone&gt;\"", "wrong"),
        ("old_line_ends", "x = 1\ranswer q1 = 1/2\r", "right"),
    ];
    let mut all: Vec<(&str, String, &str)> =
        all.into_iter().map(|(name, text, q1)| (name, text.to_owned(), q1)).collect();
    all.push(("deep_brackets", format!("answer q1 = {}", deep("(", ")", 50_000)), "error"));
    all.push(("deep_game", format!("answer q1 = {}", deep("<", "|>", 50_000)), "error"));
    all.push(("deep_minus", format!("answer q1 = {}1", "-".repeat(100_000)), "error"));
    all.push(("longest_number", format!("answer q1 = {}", "9".repeat(300_000)), "wrong"));
    all.push(("long_number", format!("answer q1 = {}", "9".repeat(400_000)), "error"));
    all.push(("long_line", format!("# {}\nanswer q1 = 1/2", "x".repeat(500_000)), "right"));
    let sums = |n: usize| (0..n).fold("Nim(1)".to_owned(), |inner, i| format!("Nested({inner} + Nim({i}))"));
    all.push(("nested_sums", format!("game Nested(p)\n moves 0\nend\nanswer q1 = {}", sums(27)), "error"));
    all.push(("many_slips", format!("{}answer q1 = 1/2", "x = = 1\n".repeat(3000)), "right"));
    all.push(("many_unclosed", format!("{}\nanswer q1 = 1/2", "x = 1)\n".repeat(3000)), "right"));
    all.push(("many_broken_answers", format!("{}answer q1 = 1/2", "answer q1 = <1 1>\n".repeat(1500)), "right"));
    all.push(("many_unknown_names", format!("{}answer q1 = 1/2", "y = nosuchname\n".repeat(500)), "right"));
    all.push(("many_lines", format!("{}answer q1 = 1/2", "x = 1\n".repeat(50_000)), "right"));
    all
}

/// What a report says of the first question and of the file as a whole, each line cut.
fn summary(name: &str, file: &Json) -> String {
    let cut = |text: &str| text.chars().take(150).collect::<String>().trim_end().to_owned();
    let q1 = &file["questions"][0];
    let mut lines = vec![format!("{name}: {}", standing(q1))];
    if let Some(given) = q1["given"].as_str() {
        lines.push(format!("  answer: {}", cut(given)));
    }
    lines.extend(q1["reasons"].as_array().unwrap().iter().take(3).map(|l| format!("  {}", cut(l.as_str().unwrap()))));
    for remark in file["remarks"].as_array().unwrap() {
        lines.push(format!("  remark: {}", cut(remark.as_str().unwrap().lines().next().unwrap_or_default())));
    }
    let printed = file["output"].as_str().unwrap();
    if !printed.is_empty() {
        let more = if file["output_cut"] == true { ", cut" } else { "" };
        lines.push(format!("  printed{more}: {}", cut(printed.lines().next().unwrap_or_default())));
    }
    lines.join("\n") + "\n"
}

/// The reports stand in `hostile.txt`; `UPDATE=1` writes them anew.
fn snapshot(told: &str) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/homework/hostile.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, told).expect("it can be written");
    }
    let known = std::fs::read_to_string(path).unwrap_or_default();
    for (now, before) in told.lines().zip(known.lines()) {
        assert_eq!(now, before, "UPDATE=1 writes the reports anew");
    }
    assert_eq!(told.lines().count(), known.lines().count(), "UPDATE=1 writes the reports anew");
}

#[test]
fn hostile_answers_cost_themselves_only() {
    let folder = Folder::new();
    folder.free_key(KEY).put("all/aaa_good.cgt", GOOD).put("all/zzz_good.cgt", GOOD);
    let programs = programs();
    assert!(programs.len() >= 60, "{}", programs.len());
    for (name, text, _) in &programs {
        // The second answer stands before the bad one, the third behind it.
        folder.put(&format!("all/{name}.cgt"), format!("answer q2 = *\n{text}\nanswer q3 = Kayles\n"));
    }
    let report = folder.grade(&["all", "--steps", "400_000", "--memory", "200", "--time", "3"]);
    assert!(!folder.path("values").exists() && !folder.path("all/values").exists(), "a file was written");
    let files = report["submissions"].as_array().unwrap();
    assert_eq!(files.len(), programs.len() + 2);
    let of = |name: &str| files.iter().find(|f| f["student"] == name).unwrap_or_else(|| panic!("no report for {name}"));
    for good in ["aaa_good", "zzz_good"] {
        assert_eq!(of(good)["score"], 9.0);
    }
    let mut told = String::new();
    for (name, _, q1) in &programs {
        let file = of(name);
        told.push_str(&summary(name, file));
        assert_eq!(file["problem"], Json::Null, "{name}: {file}");
        let all: Vec<String> = file["questions"].as_array().unwrap().iter().map(standing).collect();
        assert!(all[0].starts_with(q1), "{name}: {} instead of {q1}: {}", all[0], file["questions"][0]);
        assert_eq!(all[1], "right 3.0", "{name}");
        // What swallows the rest of a file may swallow the last answer, too; what redefines rules is compared by its own.
        assert!(all[2] == "right 4.0" || *name == "unclosed", "{name}: {}", file["questions"][2]);
        assert!(file.to_string().len() < 60_000, "{name} says too much: {}", file.to_string().len());
        assert!(!file.to_string().contains("271828"), "{name} knows the key");
        assert!(!file.to_string().contains("root:"), "{name} has read a file");
    }
    snapshot(&told);
    assert!(of("much_output")["output_cut"].as_bool().unwrap());
    assert_eq!(of("many_checks")["checks"].as_array().unwrap().len(), 100);
    assert!(of("two_answers")["remarks"].to_string().contains("answered twice"));
    assert!(of("unknown_answers")["remarks"].to_string().contains("there is no question `q17`"));
    // Nothing of a file reaches the terminal as it is.
    for format in ["text", "markdown", "csv", "junit"] {
        let ran = folder.sprague(&["grade", "key.cgt", "all/escape_codes.cgt", "all/markup.cgt", "--format", format]);
        let said = String::from_utf8(ran.stdout).unwrap();
        assert!(!said.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{format}");
    }
}

#[test]
fn files_that_are_no_answers() {
    let folder = Folder::new();
    folder.free_key(KEY).put("all/good.cgt", GOOD).put("all/empty.cgt", "").put("all/blank.cgt", "\n\n# nothing\n");
    folder.put("all/latin.cgt", b"answer q1 = \"\xe9t\xe9\"\n").put("all/wide.cgt", b"\xff\xfea\0n\0");
    folder
        .put("all/zeros.cgt", vec![0; 5000])
        .put("all/noise.cgt", (0..5000u32).map(|i| (i * 7919 % 127) as u8).collect::<Vec<_>>());
    folder.put("all/large.cgt", vec![b' '; (1 << 20) + 1]).put("all/other.txt", "answer q1 = 1/2\n");
    folder.put("all/essay.pdf", "%PDF-1.7").put("all/named.cgt", "%PDF-1.7").put("all/word.docx", b"PK\x03\x04");
    folder.put("all/good.pdf", "%PDF-1.7").put("all/notes.md", "# Notes").put("all/.hidden", "");
    folder
        .put("all/other.pdf", "%PDF-1.7")
        .put("all/loud.CGT", GOOD)
        .put("all/loud.docx", b"PK\x03\x04")
        .put("all/loud.txt", "");
    folder.put("all/folder.cgt/inside.cgt", GOOD).put("all/nested/deep.cgt", GOOD);
    folder.put("all/bare.cgt/.hidden", "");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(folder.path("key.cgt"), folder.path("all/link.cgt")).unwrap();
        std::os::unix::fs::symlink(folder.path("all"), folder.path("all/nested/around")).unwrap();
    }
    let report = folder.grade(&["all", "all/other.txt"]);
    let files = report["submissions"].as_array().unwrap();
    let of = |name: &str| files.iter().find(|f| f["student"] == name).unwrap_or_else(|| panic!("no report for {name}"));
    for name in ["good", "loud", "nested/deep", "folder.cgt/inside"] {
        assert_eq!(of(name)["score"], 9.0, "{name}");
    }
    assert_eq!(of("other")["score"], 2.0);
    for name in ["empty", "blank", "zeros", "noise"] {
        assert_eq!((of(name)["score"].clone(), of(name)["problem"].clone()), (0.0.into(), Json::Null), "{name}");
    }
    for (name, says) in [
        ("essay", "it is a PDF document"),
        ("named", "it is a PDF document"),
        ("word", "it is a Word document"),
        ("large", "larger than 1 MiB"),
        ("bare", "it is a directory"),
    ] {
        let problem = of(name)["problem"].as_str().unwrap_or_default();
        assert!(problem.contains(says), "{name}: {problem}");
        assert_eq!(of(name)["score"], 0.0);
    }
    if cfg!(unix) {
        assert!(of("link")["problem"].as_str().unwrap().contains("links in folders are not followed"));
        assert_eq!(files.len(), 17);
    }
    assert_eq!(report["summary"]["files"], files.len());
    for (name, code) in [("latin", "Latin-1"), ("wide", "UTF-16")] {
        assert!(of(name)["remarks"].to_string().contains(code) && of(name)["problem"].is_null(), "{name}");
    }
    let skipped: Vec<&str> = report["skipped"].as_array().unwrap().iter().filter_map(Json::as_str).collect();
    assert_eq!(skipped, ["all/good.pdf", "all/loud.docx", "all/loud.txt", "all/notes.md", "all/other.pdf"]);
    // Nobody is averaged as zero whose file could not be read.
    let graded = files.iter().filter(|f| f["problem"].is_null()).count();
    let mean = report["summary"]["points"]["mean"].as_f64().unwrap();
    assert!((mean - 38.0 / graded as f64).abs() < 1e-5, "{mean}");
    // A name that is a slip is no grade.
    let ran = folder.sprague(&["grade", "key.cgt", "all/good.cgt", "missing.cgt"]);
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(
        ran.status.code() == Some(2) && said.contains("there is no file `missing.cgt`") && ran.stdout.is_empty(),
        "{said}"
    );
    folder.put("none/notes.md", "# Notes");
    let ran = folder.sprague(&["grade", "key.cgt", "none"]);
    assert!(String::from_utf8_lossy(&ran.stderr).contains("end in .cgt or .txt") && ran.status.code() == Some(2));
}

/// A class of three hundred is graded while one waits.
#[test]
fn a_large_class() {
    let folder = Folder::new();
    folder.free_key(KEY);
    for i in 0..300 {
        folder.put(
            &format!("all/s{i:03}.cgt"),
            if i % 3 == 0 { GOOD } else { "answer q1 = canonical(<0 | 1>)\nanswer q2 = Nim(1)\n" },
        );
    }
    let report = folder.grade(&["all", "--jobs", "2"]);
    assert_eq!(report["summary"]["files"], 300);
    assert_eq!(report["submissions"][3]["score"], 9.0);
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    folder.free_key(KEY).put("all/good.cgt", GOOD).put("all/locked.cgt", GOOD);
    let locked = folder.path("all/locked.cgt");
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&locked).is_ok() {
        return; // Some users may read everything.
    }
    let report = folder.grade(&["all"]);
    let files = report["submissions"].as_array().unwrap();
    assert_eq!(files[0]["score"], 9.0);
    assert!(files[1]["problem"].as_str().unwrap().contains("permission denied"));
}

/// The process of one answer file, watched from outside: whatever it computes, it stays within its bounds.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_its_limit() {
    let limit: u64 = 160 << 20;
    for text in [
        "xs = []\nfor i in 1..10^8 do xs = append(xs, i) end\nanswer q = xs",
        "m = {=>}\nfor i in 1..10^8 do m[i] = [i] end\nanswer q = m",
        "answer q = sort([(n * 7919) % 1000003 for n in 1..10^7])",
        "answer q = table(n for n in 1..10^8)",
        "answer q = canonical(Domineering(\"......|......|......|......|......\"))",
        "answer q = {n for n in 1..10^9}",
        "s = \"x\"\nfor i in 1..60 do s = s + s end\nanswer q = s",
        "x = []\nwhile true do x = [x, x, 1] end",
        "game G(n)\n moves G(n + 1)\nend\nanswer q = canonical(G(0))",
        "memo f(n) = f(n + 1)\nanswer q = f(0)",
        "answer q = 7^(10^7)",
        "answer q = *(2^40)",
        "answer q = left(*(2^40))",
        "answer q = grid(100000, 100000)",
        "answer q = join([\"aaaaaaaaaaaaaaaa\" for n in 1..10^8], \"\")",
    ] {
        let work = serde_json::json!({
            "name": "a.cgt", "text": text, "asked": [{ "name": "q", "places": [] }],
            "bounds": { "steps": 2_000_000u64, "depth": 5000, "memory": limit, "seconds": 60, "patience": 60 },
            "time": { "secs": 60, "nanos": 0 }, "careful": false, "skip": [],
        });
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_sprague"))
            .arg("--evaluate-answers")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(work.to_string().as_bytes()).unwrap();
        let mut most = 0;
        while child.try_wait().unwrap().is_none() {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let peak = status
                .lines()
                .find_map(|l| l.strip_prefix("VmHWM:"))
                .and_then(|l| l.trim().strip_suffix(" kB")?.trim().parse().ok());
            most = most.max(peak.unwrap_or(0) << 10);
            std::thread::sleep(std::time::Duration::from_millis(4));
        }
        assert!(most < limit, "{text}: {} MiB", most >> 20);
        assert!(child.wait().unwrap().success(), "{text}");
    }
}
