//! Processes that break down, never come back or talk nonsense cost what they did alone; and nothing outlives the grader.
#![cfg(unix)]

use crate::support::{Folder, command, free};
use sprague::homework::Bounds;
use sprague::homework::class::{Job, grade_all, submissions};
use sprague::homework::grade::{Report, Telling};
use sprague::homework::keyside::Setup;
use sprague::homework::marks::Marks;
use sprague::session::homework::Reading;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const KEY: &str = "question q1 worth 2\n expect 1/2\nend\nquestion q2 worth 3\n expect *\nend\n";
const GOOD: &str = "answer q1 = 1/2\nanswer q2 = *\n";

/// Grades files whose processes are started by a script in place of the command.
fn graded_by(folder: &Folder, script: &str, bounds: Bounds) -> Vec<Report> {
    let script = format!("#!/bin/sh\nsprague='{}'\n{script}\n", env!("CARGO_BIN_EXE_sprague"));
    folder.put("run.sh", script);
    let executable = folder.path("run.sh");
    std::fs::set_permissions(&executable, std::fs::Permissions::from_mode(0o755)).unwrap();
    let setup = Setup {
        executable,
        key: ("key.cgt".into(), free(KEY)),
        reading: Reading::default(),
        bounds,
        telling: Telling::default(),
    };
    let job = Job { setup, marks: Marks::default(), jobs: 2 };
    let files = submissions(&[folder.path("all")]).files;
    // Another test may be starting a process while the script is written; then it is busy for a moment.
    for _ in 0..5 {
        let mut done = vec![0; files.len()];
        if let Ok(reports) = grade_all(&job, &files, &mut |news| {
            if let Some((i, _)) = news {
                done[i] += 1;
            }
        }) && reports.iter().all(|r| !r.problem.as_deref().unwrap_or_default().contains("could not be started"))
        {
            assert!(done.iter().all(|&times| times == 1), "every file is told once: {done:?}");
            return reports;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the script cannot be started");
}

#[test]
fn a_process_that_breaks_down_costs_its_file_alone() {
    let folder = Folder::new();
    for (name, mark) in
        [("a", ""), ("b", "boom"), ("c", "slow"), ("d", ""), ("e", "nonsense"), ("f", "garbage"), ("g", "")]
    {
        folder.put(&format!("all/{name}.cgt"), format!("# {mark}\n{GOOD}"));
    }
    let script = "case \"$1\" in --compare-answers) exec \"$sprague\" \"$@\" ;; esac
IFS= read -r work
case \"$work\" in
*boom*) kill -SEGV $$ ;;
*slow*) exec sleep 60 ;;
*nonsense*) echo '{\"answers\": 3}' ;;
*garbage*) echo hello; exit 0 ;;
*) printf '%s\\n' \"$work\" | \"$sprague\" \"$1\" ;;
esac";
    let reports = graded_by(&folder, script, Bounds { patience: 2, ..Bounds::default() });
    // Of a moment only the words are the same each time.
    let words = |text: &str| text.chars().filter(|c| !c.is_ascii_digit()).collect::<String>();
    let told: Vec<(String, Option<String>)> =
        reports.iter().map(|r| (r.score().to_string(), r.problem.as_deref().map(words))).collect();
    let crashed = Some("the process that ran this file broke down; please show the file to your teacher");
    let late = Some("this file was ended after  s: it takes too long to be read");
    let (crashed, late) = (crashed.map(str::to_owned), late.map(str::to_owned));
    let (none, all) = ("0".to_owned(), "5".to_owned());
    let expected = [
        (all.clone(), None),
        (none.clone(), crashed.clone()),
        (none.clone(), late),
        (all.clone(), None),
        (none.clone(), crashed.clone()),
        (none, crashed),
        (all, None),
    ];
    assert_eq!(told, expected);
}

/// A statement at which the process breaks down, or stalls without a step, costs itself alone: the file is run again without it.
#[test]
fn a_statement_that_breaks_down_costs_itself_alone() {
    let folder = Folder::new();
    folder.put("all/a.cgt", "answer q1 = 1/2\nx = 77\nanswer q2 = *\n");
    folder.put("all/b.cgt", "answer q1 = 88\nanswer q2 = *\n").put("all/c.cgt", "answer q1 = 99\nanswer q2 = *\n");
    // What the process would have said, up to where it ends: it never does more than a run of the command does.
    let script = "case \"$1\" in --compare-answers) exec \"$sprague\" \"$@\" ;; esac
IFS= read -r work
said=$(printf '%s\\n' \"$work\" | \"$sprague\" \"$1\")
case \"$work\" in
*'\"skip\":[['*) printf '%s\\n' \"$said\" ;;
*'= 77'*'\"careful\":true'*) printf '%s\\n' \"$said\" | sed '/\"begin\":1/q'; kill -ABRT $$ ;;
*'= 77'*) printf '%s\\n' \"$said\" | sed '/\"answer\":.0/q'; kill -ABRT $$ ;;
*'= 88'*) printf '%s\\n' \"$said\" | sed '/\"begin\":0/q'; kill -ABRT $$ ;;
*'= 99'*) printf '%s\\n' \"$said\" | sed '/\"begin\":0/q'; exec sleep 60 ;;
esac";
    let reports = graded_by(&folder, script, Bounds { seconds: 1, patience: 20, ..Bounds::default() });
    let told: Vec<(String, String)> = reports
        .iter()
        .map(|r| (r.score().to_string(), r.marked.iter().map(|q| q.standing.word()).collect::<Vec<_>>().join(" ")))
        .collect();
    let expected = [("5", "right right"), ("3", "error right"), ("3", "limit right")];
    assert_eq!(told, expected.map(|(points, standings)| (points.to_owned(), standings.to_owned())));
    assert!(reports[0].remarks.iter().any(|r| r.contains("broke down")), "{:?}", reports[0].remarks);
    assert!(reports[1].marked[0].lines[0].contains("broke down"), "{:?}", reports[1].marked[0]);
    assert!(reports[2].marked[0].lines[0].contains("did not stop by itself"), "{:?}", reports[2].marked[0]);
}

/// The same on the side of the key.
#[test]
fn a_comparison_that_breaks_down_costs_its_question_alone() {
    let folder = Folder::new();
    folder.put("all/a.cgt", GOOD).put("all/b.cgt", "answer q1 = 88\nanswer q2 = *\n").put("all/c.cgt", GOOD);
    folder.put("all/d.cgt", "answer q1 = 99\nanswer q2 = *\n").put("all/e.cgt", "answer q1 = 66\nanswer q2 = *\n");
    let script = "case \"$1\" in --evaluate-answers) exec \"$sprague\" \"$@\" ;; esac
mkfifo pipe.$$ && { \"$sprague\" \"$1\" < pipe.$$ & } && exec 9> pipe.$$ && rm pipe.$$
while IFS= read -r line; do
case \"$line\" in
*'\"int\":\"88\"'*) kill -ABRT $$ ;;
*'\"int\":\"99\"'*) exec sleep 60 ;;
*'\"int\":\"66\"'*) echo nonsense ;;
*) printf '%s\\n' \"$line\" >&9 ;;
esac
done";
    let script = format!("cd '{}'\n{script}", folder.root().display());
    let reports = graded_by(&folder, &script, Bounds { seconds: 1, patience: 20, ..Bounds::default() });
    let told: Vec<String> = reports.iter().map(|r| r.score().to_string()).collect();
    assert_eq!(told, ["5", "3", "5", "3", "3"]);
    for (file, says) in [(1, "broke down"), (3, "did not stop by itself"), (4, "broke down")] {
        let q1 = &reports[file].marked[0];
        assert_eq!(q1.standing.word(), "limit");
        assert!(q1.lines[0].contains("could not be compared") && q1.lines[0].contains(says), "{q1:?}");
        assert!(q1.given.is_some() && q1.line == Some(1));
    }
}

/// A position that only the key's side can name is computed there, within the time of an answer.
#[test]
fn a_stalled_comparison_is_stopped() {
    let folder = Folder::new();
    folder.free_key("question q11\n expect Hackenbush(\"br\")\nend\nquestion q12\n expect *\nend\n");
    for (name, n) in [("ada", 2000), ("bob", 20_000)] {
        let answer = format!("answer q11 = Hackenbush(join([\"br\" for i in 1..{n}], \"\"))");
        folder
            .put(&format!("all/{name}.cgt"), format!("game Hackenbush(p)\n moves 0\nend\n{answer}\nanswer q12 = *\n"));
    }
    let report = folder.grade(&["all", "--time", "1"]);
    for file in report["submissions"].as_array().unwrap() {
        let q11 = &file["questions"][0];
        assert_eq!((&q11["standing"], &file["score"]), (&"limit".into(), &1.0.into()), "{file}");
        let reason = q11["reasons"][0].as_str().unwrap();
        assert!(reason.contains("could not be compared") || reason.contains("too"), "{reason}");
    }
}

/// Processes below another, by `/proc`: number and command.
#[cfg(target_os = "linux")]
fn below(parent: u32) -> Vec<(u32, String)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        let status = std::fs::read_to_string(entry.path().join("status")).unwrap_or_default();
        if status.lines().any(|line| line == format!("PPid:\t{parent}")) {
            let words = std::fs::read_to_string(entry.path().join("cmdline")).unwrap_or_default();
            found.push((id, words.replace('\0', " ")));
        }
    }
    found
}

/// Whether a process still runs; one that has ended and was not asked about does not.
#[cfg(target_os = "linux")]
fn runs(id: u32) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    status.lines().any(|line| line.starts_with("State:") && !line.contains('Z'))
}

#[cfg(target_os = "linux")]
fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + Duration::from_secs(60);
    while Instant::now() < until {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("no {what}");
}

#[cfg(target_os = "linux")]
fn started(folder: &Folder, arguments: &[&str]) -> Child {
    command(folder.root()).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

/// Whoever kills the grader kills all that it started, whatever that is doing.
#[cfg(target_os = "linux")]
#[test]
fn nothing_outlives_the_grader() {
    let endless = "answer q1 = do\n n = 0\n while true do n = n + 1 end\n n\nend\n";
    let stalls = "game Hackenbush(p)\n moves 0\nend\nanswer q1 = Hackenbush(join([\"br\" for i in 1..20000], \"\"))\n";
    let folder = Folder::new();
    folder.free_key("question q1\n expect Hackenbush(\"br\")\nend\n");
    folder.put("endless.cgt", endless).put("stalls.cgt", stalls).put("loop.cgt", "while true do 1 end\n");
    let lifted = ["--steps", "none", "--time", "1000"];
    for (arguments, word) in [
        (&["grade", "key.cgt", "endless.cgt"][..], "--evaluate-answers"),
        (&["grade", "key.cgt", "stalls.cgt"], "--compare-answers"),
        (&["check", "loop.cgt"], "--check-answers"),
    ] {
        let mut grader = started(&folder, &[arguments, &lifted].concat());
        let found = wait_for("process", || {
            let all = below(grader.id());
            all.iter().any(|(_, words)| words.contains(word)).then_some(all)
        });
        // SIGKILL, which nobody can hear.
        grader.kill().unwrap();
        grader.wait().unwrap();
        wait_for("end of the others", || found.iter().all(|(id, _)| !runs(*id)).then_some(()));
    }
}

/// What the grader allows is what the system holds the process to.
#[cfg(target_os = "linux")]
#[test]
fn bounds_are_held_by_the_system() {
    let folder = Folder::new();
    folder.free_key("question q1\n expect 1\nend\n").put("endless.cgt", "answer q1 = do\n while true do 1 end\nend\n");
    let arguments = ["grade", "key.cgt", "endless.cgt", "--steps", "none", "--time", "1000", "--memory", "300"];
    let mut grader = started(&folder, &arguments);
    let limits = wait_for("process", || {
        let all = below(grader.id());
        let (id, _) = all.iter().find(|(_, words)| words.contains("--evaluate-answers"))?;
        let limits = std::fs::read_to_string(format!("/proc/{id}/limits")).ok()?;
        // It bounds itself as the first thing; that it opens no file any more comes last.
        let of = |name: &str| -> Option<Vec<u64>> {
            let line = limits.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().take(2).map(|number| number.parse().ok()).collect()
        };
        (of("Max open files")? == [3, 3]).then(|| ["Max address space", "Max cpu time", "Max file size"].map(of))
    });
    grader.kill().unwrap();
    grader.wait().unwrap();
    let [Some(memory), Some(seconds), Some(written)] = limits else { panic!("{limits:?}") };
    let bytes = (300 << 20) + (2 << 30);
    assert_eq!((memory, written), (vec![bytes; 2], vec![0; 2]), "the code and its stack besides");
    assert!(seconds[0] >= 1000 && seconds[0] < 10_000, "{seconds:?}");
}

/// `sprague check` goes on after a file whose process breaks down, and shows what there was.
#[cfg(target_os = "linux")]
#[test]
fn checking_goes_on_after_a_break_down() {
    let folder = Folder::new();
    folder.put("ok.cgt", "check 1 == 1\n").put("boom.cgt", "check 2 == 2\nwhile true do 1 end\n");
    for json in [false, true] {
        let mut arguments = vec!["check", "ok.cgt", "boom.cgt", "ok.cgt"];
        arguments.extend(json.then_some("--json"));
        let mut child = command(folder.root());
        let mut child = child.args(&arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let looping = wait_for("process", || {
            // The one that has used some time.
            below(child.id()).into_iter().map(|(id, _)| id).find(|id| {
                let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
                let ticks: Option<u64> = stat.rsplit(')').next().and_then(|s| s.split(' ').nth(12)?.parse().ok());
                ticks.is_some_and(|ticks| ticks > 60)
            })
        });
        let killed = std::process::Command::new("kill").args(["-ABRT", &looping.to_string()]).status().unwrap();
        assert!(killed.success() && child.try_wait().unwrap().is_none());
        let output = child.wait_with_output().unwrap();
        let (out, err) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        assert_eq!(output.status.code(), Some(1));
        if json {
            let document: serde_json::Value = serde_json::from_str(&out).unwrap();
            let passed: Vec<u64> =
                document["files"].as_array().unwrap().iter().map(|f| f["passed"].as_u64().unwrap()).collect();
            assert_eq!((passed, &document["passed"]), (vec![1, 1, 1], &3.into()));
            assert!(document["files"][1]["errors"][0]["message"].as_str().unwrap().contains("broke down"));
        } else {
            assert_eq!(out.matches("ok.cgt: 1 check, it holds\n").count(), 2, "{out}");
            assert!(out.contains("boom.cgt: 1 check, it holds; it broke down\n"), "{out}");
            assert!(err.contains("boom.cgt: the process that ran this file broke down"), "{err}");
        }
    }
}

/// Answers have no files, and what they say is seen.
#[test]
fn checking_gives_no_files() {
    let folder = Folder::new();
    folder.put("secret.txt", "top secret\n").put("helper.cgt", "h = 1\n");
    folder.put("imports.cgt", "import \"helper.cgt\"\ncheck h == 1\n");
    folder.put("quotes.cgt", format!("import \"{}\"\n", folder.path("secret.txt").display()));
    folder.put("saves.cgt", "check 1 == 1\nheap Mine = octal 0.137\nsave_values(Mine, \"values\")\n");
    folder.put("loads.cgt", "heap Mine = octal 0.137\nload_values(Mine, \"secret.txt\")\n");
    folder.put(
        "shows.cgt",
        "print(\"\u{1b}[2J\u{1b}]0;owned\u{7}\")\ncheck 1 == 2 \"\u{202e}\u{e0041}\"\nx = \u{ad}1 +\u{61c}\n",
    );
    let said = |arguments: &[&str]| {
        let ran = folder.sprague(arguments);
        String::from_utf8(ran.stdout).unwrap() + &String::from_utf8(ran.stderr).unwrap()
    };
    let told = said(&["check", "imports.cgt"]);
    assert!(told.contains("files cannot be imported here") && told.contains("sprague FILE"), "{told}");
    assert!(said(&["helper.cgt"]).is_empty() && said(&["imports.cgt"]).contains("ok"));
    assert!(!said(&["check", "quotes.cgt"]).contains("top secret"));
    let told = said(&["check", "saves.cgt", "loads.cgt"]);
    assert!(told.matches("files cannot be read or written here").count() == 2, "{told}");
    assert!(!folder.path("values").exists());
    for color in ["always", "never"] {
        let told = said(&["check", "--color", color, "shows.cgt"]);
        let told = told.replace("\u{1b}[0m", "").replace("\u{1b}[1;31m", "");
        for bad in ["\u{1b}[2J", "\u{7}", "\u{202e}", "\u{e0041}", "\u{ad}", "\u{61c}"] {
            assert!(!told.contains(bad), "{bad:?} in {told:?}");
        }
        assert!(told.contains("\\u{"), "{told}");
    }
    let checkpoint = folder.sprague(&["check", "helper.cgt", "--checkpoint", "kept"]);
    assert_eq!(checkpoint.status.code(), Some(2));
    assert!(!folder.path("kept").exists());
}

/// A file under `check` has a time, too, and the next one is checked.
#[test]
fn checking_has_a_time() {
    let folder = Folder::new();
    folder.put("ok.cgt", "check 1 == 1\n").put("loop.cgt", "check 2 == 2\nwhile true do 1 end\n");
    let ran = folder.sprague(&["check", "loop.cgt", "ok.cgt", "--time", "0.3"]);
    let out = String::from_utf8(ran.stdout).unwrap();
    assert_eq!(ran.status.code(), Some(3));
    assert!(out.contains("loop.cgt: 1 check, it holds; it stopped at an error\n"), "{out}");
    assert!(out.contains("ok.cgt: 1 check, it holds\n"), "{out}");
}
