//! Reports that nothing loses: names of files, folders, kills, line ends, names that no format takes for something.

use crate::support::{Folder, command};
use serde_json::Value as Json;
use std::collections::BTreeSet;
use std::process::Stdio;

const KEY: &str = "question q1 worth 2\n expect 1/2\nend\nquestion q2 worth 3\n expect *\nend\n";
const GOOD: &str = "answer q1 = 1/2\nanswer q2 = *\n";

fn listed(folder: &Folder, name: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(folder.path(name)).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Names that become one when what a file name cannot hold is replaced, and the longest that a system takes.
#[test]
fn no_report_takes_the_place_of_another() {
    let folder = Folder::new();
    let long = "\u{20000}".repeat(61);
    let names = ["a b", "a_b-1", "a_b", "a_b.1", "a_b-2", "A b", "x", "x.json", &long];
    for (i, name) in names.iter().enumerate() {
        // Each its own number of points.
        folder.put(&format!("all/{name}.cgt"), if i % 2 == 0 { GOOD } else { "answer q2 = *\n" });
    }
    folder.free_key(KEY).put("out/kept", "");
    let ran = folder.sprague(&["grade", "key.cgt", "all", "--format", "gradescope", "--output", "out"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let written = listed(&folder, "out");
    assert_eq!(written.len(), names.len() + 1, "{written:?}");
    let mut scores: Vec<String> = written
        .iter()
        .filter(|name| name.ends_with(".json"))
        .map(|name| serde_json::from_str::<Json>(&folder.read(&format!("out/{name}"))).unwrap()["score"].to_string())
        .collect();
    scores.sort();
    assert_eq!(scores, ["3.0", "3.0", "3.0", "3.0", "5.0", "5.0", "5.0", "5.0", "5.0"]);
    // One of them alone, and all in one report of every format, under the longest name.
    for format in ["text", "json", "junit", "csv", "markdown"] {
        let output = format!("{}.txt", "\u{20000}".repeat(61));
        let ran = folder.sprague(&["grade", "key.cgt", "all", "--format", format, "--output", &output]);
        assert!(ran.status.success(), "{format}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}

/// A report that cannot be written is told, and costs nobody else's.
#[test]
fn a_report_that_cannot_be_written() {
    let folder = Folder::new();
    folder.free_key(KEY).put("all/a.cgt", GOOD).put("all/b.cgt", GOOD).put("all/c.cgt", GOOD);
    folder.put("out/b.json/inside", "");
    let ran = folder.sprague(&["grade", "key.cgt", "all", "--format", "gradescope", "--output", "out"]);
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("b.json"));
    for name in ["a", "c"] {
        let report: Json = serde_json::from_str(&folder.read(&format!("out/{name}.json"))).unwrap();
        assert_eq!(report["score"], 5.0);
    }
    assert_eq!(listed(&folder, "out").len(), 3, "nothing is left beside");
}

/// Folders have no depth at which they are left out, and links lead nowhere.
#[test]
fn deep_folders_are_graded() {
    let folder = Folder::new();
    let deep = "d/".repeat(60);
    folder.free_key(KEY).put(&format!("all/{deep}ada.cgt"), GOOD).put("all/z.cgt", GOOD);
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path("all"), folder.path(&format!("all/{deep}around"))).unwrap();
    let report = folder.grade(&["all"]);
    let files = report["submissions"].as_array().unwrap();
    let told: Vec<(&str, &Json)> = files.iter().map(|f| (f["student"].as_str().unwrap(), &f["score"])).collect();
    assert_eq!(told, [(&*format!("{deep}ada"), &5.0.into()), ("z", &5.0.into())]);
}

/// Lines end with LF, CR LF or CR, and errors name the same lines.
#[test]
fn lines_end_in_any_way() {
    let folder = Folder::new();
    folder.free_key(KEY);
    let text = "# a comment\nanswer q1 = 1/2\n\nanswer q2 = 1 / 0  # later\nanswer q2 = *\nx = nosuch\n";
    let endings = [("lf", "\n"), ("crlf", "\r\n"), ("cr", "\r")];
    for (name, ending) in endings {
        folder.put(&format!("all/{name}.cgt"), text.replace('\n', ending));
    }
    let report = folder.grade(&["all"]);
    let files: Vec<&Json> = report["submissions"].as_array().unwrap().iter().collect();
    for file in &files {
        assert_eq!(file["score"], 5.0, "{file}");
        assert_eq!((&file["questions"][0]["line"], &file["questions"][1]["line"]), (&2.into(), &5.into()));
        assert!(file["remarks"].to_string().contains(":6:"), "{}", file["remarks"]);
    }
    for (name, _) in endings {
        let ran = folder.sprague(&["check", &format!("all/{name}.cgt")]);
        assert!(String::from_utf8_lossy(&ran.stderr).contains(":6:"), "{name}");
    }
}

/// Whatever stands around them, answers that are whole count; those that are not do not.
#[test]
fn slips_cost_themselves() {
    let folder = Folder::new();
    folder.free_key(KEY);
    for (i, slip) in
        ["x = = 1", "x = 1)", "y = <1 1>", "1 +", "answer q9 = (1", "$ $ $", "x := 1", "end"].iter().enumerate()
    {
        for count in [1, 50, 150, 2000] {
            let slips = format!("{slip}\n").repeat(count);
            folder.put(&format!("all/{i}_{count}.cgt"), format!("answer q1 = 1/2\n{slips}answer q2 = *\n"));
        }
    }
    let report = folder.grade(&["all"]);
    for file in report["submissions"].as_array().unwrap() {
        assert_eq!(file["score"], 5.0, "{}", file["student"]);
    }
    // What is broken is not taken for an answer, however many errors stand before it.
    folder.put("broken.cgt", format!("{}answer q1 = 1/2 +\nanswer q2 = <1 1>\n", "x = = 1\n".repeat(2000)));
    let report = folder.grade(&["broken.cgt"]);
    assert_eq!(report["submissions"][0]["score"], 0.0);
}

/// A student's name is nothing but a name in any format.
#[test]
fn names_mean_nothing() {
    let folder = Folder::new();
    folder.free_key(KEY);
    let names = [
        "@everyone",
        "www.example.org",
        "https:⁄⁄example.org",
        "&lt;b&gt;",
        "a#1",
        "＝1+1",
        "＋1",
        "－1",
        "＠x",
        "-1",
        " =1",
        "`x`",
        "<b>",
        "a\u{61c}b",
        "a\u{ad}b",
        "a\u{180e}b",
        "a\u{e0041}b",
        "a\u{fe0f}b",
    ];
    for name in names {
        folder.put(&format!("all/{name}.cgt"), "answer q1 = 3\n");
    }
    let said = |format: &str| {
        let ran = folder.sprague(&["grade", "key.cgt", "all", "--format", format]);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    };
    for format in ["text", "json", "junit", "csv", "markdown"] {
        let said = said(format);
        for bad in ['\u{61c}', '\u{ad}', '\u{180e}', '\u{e0041}', '\u{fe0f}'] {
            assert!(!said.contains(bad), "{format}: {bad:?}");
        }
    }
    for row in said("csv").lines() {
        let first = row.trim_start_matches('"').trim_start();
        assert!(!first.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']), "{row}");
    }
    // In Markdown whatever is more than words stands in code, and code is taken out whole.
    for line in said("markdown").lines().filter(|line| line.starts_with("## ") || line.starts_with("| ")) {
        let mut outside = String::new();
        for (i, piece) in line.split('`').enumerate() {
            if i % 2 == 0 {
                outside.push_str(piece);
            }
        }
        for bad in ["@", "www.", "&", "<", ":⁄", "#1"] {
            assert!(line.contains("`` ") || !outside.contains(bad), "{bad} in {line}");
        }
    }
    assert!(said("markdown").contains("| ` @everyone ` |") && said("markdown").contains("## ` &lt;b&gt; `:"));
}

/// Reports are there as soon as their files are done, and whole whenever the grader is ended.
#[cfg(unix)]
#[test]
fn what_is_done_is_kept() {
    let folder = Folder::new();
    folder.free_key(KEY).put("out/kept", "");
    for name in ["a", "b", "c"] {
        folder.put(&format!("all/{name}.cgt"), GOOD);
    }
    folder.put("all/z.cgt", "answer q1 = do\n n = 0\n while true do n = n + 1 end\n n\nend\n");
    let endless = ["grade", "key.cgt", "all", "--steps", "none", "--time", "1000", "--jobs", "1"];
    let run = |more: &[&str], stdout: Stdio| {
        command(folder.root()).args(endless).args(more).stdout(stdout).stderr(Stdio::null()).spawn().unwrap()
    };
    let wait = |done: &dyn Fn() -> bool| {
        for _ in 0..6000 {
            if done() {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("nothing was written");
    };
    // Gradescope's, one by one.
    let mut grader = run(&["--format", "gradescope", "--output", "out"], Stdio::null());
    let score = |name: &str| {
        let text = std::fs::read_to_string(folder.path(&format!("out/{name}.json"))).unwrap_or_default();
        serde_json::from_str::<Json>(&text).ok().map(|report| report["score"].clone())
    };
    wait(&|| score("c") == Some(5.0.into()));
    grader.kill().unwrap();
    grader.wait().unwrap();
    assert_eq!(["a", "b", "z"].map(score), [Some(5.0.into()), Some(5.0.into()), Some(0.0.into())]);
    assert!(folder.read("out/z.json").contains("did not finish"));
    // Rows on standard output.
    let mut grader = run(&["--format", "csv"], Stdio::from(std::fs::File::create(folder.path("rows.csv")).unwrap()));
    wait(&|| folder.read("rows.csv").contains("c,"));
    grader.kill().unwrap();
    grader.wait().unwrap();
    assert_eq!(folder.read("rows.csv").lines().count(), 4);
}

/// One file for all is written anew while they are graded: those that are not done say so.
#[cfg(unix)]
#[test]
fn one_report_grows() {
    let folder = Folder::new();
    folder.free_key(KEY).put("all/a.cgt", GOOD).put("all/c.cgt", GOOD);
    // This takes more than a second, and the last one much longer, while which the one before it is written, too.
    folder.put("all/b.cgt", "answer q1 = do\n n = 0\n while true do n = n + 1 end\n n\nend\nanswer q2 = *\n");
    folder
        .put("all/z.cgt", folder.read("all/b.cgt").replace("true do n = n + 1", "true do while true do n = n + 1 end"));
    let mut grader = command(folder.root());
    let grader = grader.args(["grade", "key.cgt", "all", "--jobs", "1", "--json", "--output", "report.json"]);
    let mut grader = grader.args(["--steps", "none", "--time", "3"]).stdout(Stdio::null()).spawn().unwrap();
    // The first writing has one file, a later one those that came after it.
    let has_two = || {
        let report: Option<Json> =
            std::fs::read_to_string(folder.path("report.json")).ok().and_then(|text| serde_json::from_str(&text).ok());
        report.is_some_and(|report| report["submissions"][1]["score"] == 3.0)
    };
    while !has_two() {
        std::thread::sleep(std::time::Duration::from_millis(20));
        assert!(grader.try_wait().unwrap().is_none(), "it is written before all is done");
    }
    grader.kill().unwrap();
    grader.wait().unwrap();
    let report: Json = serde_json::from_str(&folder.read("report.json")).unwrap();
    let files = report["submissions"].as_array().unwrap();
    assert_eq!(files.len(), 4);
    assert_eq!((&files[0]["score"], &files[1]["score"]), (&5.0.into(), &3.0.into()));
    assert!(files[3]["problem"].as_str().unwrap().contains("did not finish"), "{}", files[3]);
    let left = std::fs::read_dir(folder.root()).unwrap().flatten();
    assert!(left.filter(|entry| entry.file_name().to_string_lossy().contains(".part")).count() <= 1);
}

/// What the class is told to have got wrong is wrong, and the same thing each time.
#[test]
fn the_commonest_wrong_answer_is_one() {
    let folder = Folder::new();
    let wide = format!("[{}", "0, ".repeat(200));
    folder.put(
        "key.cgt",
        "question q1\n expect -<2 | -1/2>\nend\nquestion q2\n accept f -> f(2) == 5\nend\nquestion q3\n expect [1, 2]\nend\nanswer q2(n) = 5\n",
    );
    for (i, (value, body)) in
        [("-<2 | -1/2>", "n + 1"), ("-<2 | -1/2>", "2*n"), ("<1/2 | -2>", "n"), ("1", "n"), ("1", "n")]
            .iter()
            .enumerate()
    {
        folder.put(
            &format!("all/s{i}.cgt"),
            format!("answer q1 = {value}\nanswer q2(n) = {body}\nanswer q3 = {wide}{i}]\n"),
        );
    }
    let report = folder.grade(&["all"]);
    let of = |i: usize| &report["summary"]["questions"][i];
    assert_eq!(of(0)["standings"]["wrong"], 4, "{report}");
    assert_eq!(of(0)["commonest_wrong"], serde_json::json!({ "answer": "1", "count": 2 }));
    for i in [1, 2] {
        assert_eq!((&of(i)["standings"]["wrong"], &of(i)["commonest_wrong"]), (&5.into(), &Json::Null), "{report}");
    }
}
