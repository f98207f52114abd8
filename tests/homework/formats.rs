//! Each format, read by somebody else's rules.

use crate::support::Folder;
use serde_json::Value as Json;

const KEY: &str = "question q1 \"The value of {1/4 | 1} & \\\"more\\\"\" worth 2\n expect <1/4 | 1>\nend\nquestion q2 worth 3 hidden\n expect *\nend\nquestion q3 optional\n expect 3\nend\nquestion q4 worth 1/2 bonus\n expect 4\nend\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.free_key(KEY);
    folder.put("all/ada.cgt", "answer q1 = 1/2\nanswer q2 = *\nanswer q3 = 3\nanswer q4 = 4\n");
    folder.put(
        "all/bob, \"the\" <b>.cgt",
        "answer q1 = 5/8\nanswer q2 = 1 / 0\nprint(\"<&>]]> \\\"x\\\" ```\")\ncheck 1 == 2\n",
    );
    folder.put("all/=cmd.cgt", "answer q2 = \"<b>|`\"\n");
    folder.put("all/latin.cgt", b"%PDF-1.7\n");
    folder
}

fn grade(folder: &Folder, format: &str) -> String {
    let ran = folder.sprague(&["grade", "key.cgt", "all", "--format", format]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("reports are UTF-8")
}

/// What `junit-10.xsd` of the Jenkins xunit plugin says of an element: its children, the attributes that it needs, and all that it
/// may have. Only what that schema allows without times and machines is listed.
fn schema(element: &str) -> (&'static [&'static str], &'static [&'static str], &'static [&'static str]) {
    match element {
        "testsuites" => (&["testsuite"], &[], &["name", "time", "tests", "failures", "errors"]),
        "testsuite" => (
            &["testsuite", "properties", "testcase", "system-out", "system-err"],
            &["name", "tests", "failures", "errors"],
            &[
                "name",
                "tests",
                "failures",
                "errors",
                "group",
                "time",
                "skipped",
                "timestamp",
                "hostname",
                "id",
                "package",
                "file",
                "log",
                "url",
            ],
        ),
        "properties" => (&["property"], &[], &[]),
        "property" => (&[], &["name", "value"], &["name", "value"]),
        "testcase" => (
            &["skipped", "error", "failure", "system-out", "system-err"],
            &["name"],
            &["name", "time", "classname", "group"],
        ),
        "skipped" | "error" | "failure" => (&[], &[], &["message", "type"]),
        "system-out" | "system-err" => (&[], &[], &[]),
        other => panic!("an element `{other}`"),
    }
}

/// The report against that schema, and that the counts agree with the cases; older schemas (Ant, Surefire) want each case to have a
/// class name, and at most one result.
#[test]
fn junit_follows_its_schema() {
    let folder = folder();
    let text = grade(&folder, "junit");
    let document = roxmltree::Document::parse(&text).expect("it is XML");
    assert_eq!(document.root_element().tag_name().name(), "testsuites");
    for node in document.descendants().filter(|n| n.is_element()) {
        let name = node.tag_name().name();
        let (children, required, attributes) = schema(name);
        for child in node.children().filter(|n| n.is_element()) {
            assert!(children.contains(&child.tag_name().name()), "{} in {name}", child.tag_name().name());
        }
        // Only these have text of their own.
        let texts = ["skipped", "error", "failure", "system-out", "system-err"];
        let bare = node.children().filter(|n| n.is_text()).all(|n| n.text().unwrap_or_default().trim().is_empty());
        assert!(bare || texts.contains(&name), "text in {name}");
        for wanted in required {
            assert!(node.attribute(*wanted).is_some(), "{name} lacks {wanted}");
        }
        for attribute in node.attributes() {
            assert!(attributes.contains(&attribute.name()), "{name} has {}", attribute.name());
        }
        if name == "testcase" {
            assert!(node.attribute("classname").is_some());
            assert!(node.children().filter(|n| n.is_element()).count() <= 1);
        }
        if name == "testsuite" || name == "testsuites" {
            let count = |tag: &str| node.descendants().filter(|n| n.has_tag_name(tag)).count().to_string();
            for (attribute, tag) in
                [("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")]
            {
                let said = node.attribute(attribute);
                assert!(said == Some(&*count(tag)) || attribute == "skipped" && name == "testsuites", "{attribute}");
            }
        }
    }
    let suites: Vec<_> =
        document.descendants().filter(|n| n.has_tag_name("testsuite")).map(|n| n.attribute("name").unwrap()).collect();
    assert_eq!(suites, ["=cmd", "ada", "bob, \"the\" <b>", "latin"]);
    assert!(document.descendants().any(|n| n.text().is_some_and(|t| t.contains("<&>]]> \"x\" ```"))));
}

/// The fields that Gradescope documents for results.json, with their types and values.
fn gradescope(document: &Json) {
    let object = document.as_object().expect("an object");
    let text_formats = ["text", "html", "simple_format", "md", "ansi"];
    let visibilities = ["hidden", "after_due_date", "after_published", "visible"];
    for (name, value) in object {
        let good = match name.as_str() {
            "score" | "execution_time" => value.is_number(),
            "output" => value.is_string(),
            "output_format" | "test_output_format" | "test_name_format" => {
                text_formats.contains(&value.as_str().unwrap())
            }
            "visibility" | "stdout_visibility" => visibilities.contains(&value.as_str().unwrap()),
            "tests" => value.is_array(),
            "extra_data" => value.is_object(),
            other => panic!("a field `{other}`"),
        };
        assert!(good, "{name}: {value}");
    }
    for test in document["tests"].as_array().unwrap() {
        for (name, value) in test.as_object().expect("an object") {
            let good = match name.as_str() {
                "score" | "max_score" => value.as_f64().is_some_and(|n| n >= 0.0),
                "status" => ["passed", "failed"].contains(&value.as_str().unwrap()),
                "name" | "number" | "output" => value.is_string(),
                "name_format" | "output_format" => text_formats.contains(&value.as_str().unwrap()),
                "tags" => value.as_array().is_some_and(|tags| tags.iter().all(Json::is_string)),
                "visibility" => visibilities.contains(&value.as_str().unwrap()),
                "extra_data" => value.is_object(),
                other => panic!("a field `{other}`"),
            };
            assert!(good, "{name}: {value}");
        }
    }
}

#[test]
fn gradescope_gets_its_documented_fields() {
    let folder = folder();
    let ran =
        folder.sprague(&["grade", "key.cgt", "all/ada.cgt", "--format", "gradescope", "--output", "results.json"]);
    assert!(ran.status.success());
    let results: Json = serde_json::from_str(&folder.read("results.json")).unwrap();
    gradescope(&results);
    assert_eq!(results["score"], 6.5);
    assert_eq!(results["tests"][1]["visibility"], "after_published");
    assert_eq!((&results["tests"][3]["score"], &results["tests"][3]["max_score"]), (&0.5.into(), &0.0.into()));
    // One for each of many goes into a folder.
    std::fs::create_dir(folder.path("out")).unwrap();
    let ran = folder.sprague(&["grade", "key.cgt", "all", "--format", "gradescope", "--output", "out"]);
    assert!(ran.status.success());
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path("out")).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names, ["_cmd.1.json", "ada.json", "bob___the___b_.3.json", "latin.json"]);
    for name in names {
        gradescope(&serde_json::from_str(&folder.read(&format!("out/{name}"))).unwrap());
    }
    let many = folder.sprague(&["grade", "key.cgt", "all", "--format", "gradescope"]);
    assert_eq!(many.status.code(), Some(2));
}

/// Without one file of answers there are results all the same, which say so.
#[test]
fn gradescope_wants_one_file() {
    let folder = folder();
    std::fs::create_dir(folder.path("none")).unwrap();
    for (what, says) in [("none", "no file of answers"), ("all", "Here are 4: all/=cmd.cgt, all/ada.cgt")] {
        let ran = folder.sprague(&["grade", "key.cgt", what, "--format", "gradescope", "--output", "results.json"]);
        assert_eq!(ran.status.code(), Some(2));
        let results: Json = serde_json::from_str(&folder.read("results.json")).unwrap();
        gradescope(&results);
        assert_eq!(results["score"], 0.0);
        assert!(results["output"].as_str().unwrap().contains(says), "{results}");
    }
}

/// Gradescope tells which try it is: earlier submissions count unless their grading failed.
#[test]
fn gradescope_tells_which_try_it_is() {
    let folder = Folder::new();
    folder.free_key("question q worth 4\n expect 1\n hint \"At once.\"\n hint after 3 \"Later.\"\nend\n");
    folder.put("ada.cgt", "answer q = 2\n");
    let earlier = |failed: &str| {
        format!(
            "{{\"submission_time\": \"2017-04-06T14:24:48.087023-07:00\", \"score\": 0.0, \"autograder_error\": {failed}, \"results\": {{}}}}"
        )
    };
    let hints = |metadata: String| {
        folder.put("metadata.json", metadata);
        let ran = folder.sprague(&["grade", "key.cgt", "ada.cgt", "--json", "--metadata", "metadata.json"]);
        let error = String::from_utf8_lossy(&ran.stderr).into_owned();
        let report: Option<Json> = serde_json::from_slice(&ran.stdout).ok();
        report.map(|r| r["submissions"][0]["questions"][0]["hints"].as_array().unwrap().len()).ok_or(error)
    };
    let metadata = |all: &[String]| format!("{{\"id\": 1, \"previous_submissions\": [{}]}}", all.join(", "));
    assert_eq!(hints(metadata(&[])), Ok(1));
    assert_eq!(hints(metadata(&[earlier("false")])), Ok(1));
    assert_eq!(hints(metadata(&[earlier("false"), earlier("true")])), Ok(1));
    assert_eq!(hints(metadata(&[earlier("false"), earlier("false")])), Ok(2));
    for bad in ["", "{}", "[1]", "{\"previous_submissions\": 3}"] {
        let error = hints(bad.to_owned()).unwrap_err();
        assert!(error.contains("submission_metadata.json") && error.contains("--try N"), "{bad}: {error}");
    }
    let ran = folder.sprague(&["grade", "key.cgt", "ada.cgt", "--metadata", "metadata.json", "--try", "2"]);
    assert_eq!(ran.status.code(), Some(2));
}

/// Whoever ends the process at whatever moment finds results that are whole: those of before, or the final ones.
#[test]
fn results_are_whole_whenever_the_process_is_ended() {
    let folder = folder();
    folder.put("slow.cgt", "answer q1 = do\n n = 0\n while true do n = n + 1 end\n n\nend\nanswer q2 = *\n");
    let arguments =
        ["grade", "key.cgt", "slow.cgt", "--format", "gradescope", "--output", "results.json", "--steps", "3_000_000"];
    let mut standing = [0; 2];
    for wait in [0, 15, 40, 90, 2000] {
        let _ = std::fs::remove_file(folder.path("results.json"));
        let mut child = crate::support::command(folder.root())
            .args(arguments)
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the command runs");
        // It says that it did not finish before it does anything that takes time.
        for _ in 0..2000 {
            if folder.path("results.json").exists() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        if wait == 2000 {
            let _ = child.wait();
        } else {
            std::thread::sleep(std::time::Duration::from_millis(wait));
            let _ = child.kill();
            let _ = child.wait();
        }
        let results: Json = serde_json::from_str(&folder.read("results.json")).expect("the file is whole");
        gradescope(&results);
        let finished = !results["tests"].as_array().unwrap().is_empty();
        assert!(finished || results["output"].as_str().unwrap().contains("did not finish"));
        assert!(finished || results["score"] == 0.0);
        standing[usize::from(finished)] += 1;
    }
    assert!(standing[0] > 0 && standing[1] > 0, "{standing:?}");
}

/// Before there are results, the file says that there are none.
#[test]
fn gradescope_hears_of_a_failure() {
    let folder = folder();
    folder.free_key("question q1\n expect 1 / 0\nend\n");
    let ran =
        folder.sprague(&["grade", "key.cgt", "all/ada.cgt", "--format", "gradescope", "--output", "results.json"]);
    assert_eq!(ran.status.code(), Some(1));
    let results: Json = serde_json::from_str(&folder.read("results.json")).unwrap();
    gradescope(&results);
    assert_eq!(results["score"], 0.0);
    assert!(results["output"].as_str().unwrap().contains("did not finish"));
    let left: Vec<_> = std::fs::read_dir(folder.root())
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .filter(|n| n.to_string_lossy().contains("part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// RFC 4180, read back by its rules: records end with CRLF, a field is quoted as a whole or not at all, a bare field holds no quote,
/// comma or line end, a quote inside quotes is doubled, and all records have as many fields.
fn records(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let mut row = Vec::new();
        loop {
            let mut field = String::new();
            if let Some(quoted) = rest.strip_prefix('"') {
                rest = quoted;
                loop {
                    let end = rest.find('"').expect("a quoted field ends");
                    field.push_str(&rest[..end]);
                    rest = &rest[end + 1..];
                    match rest.strip_prefix('"') {
                        Some(more) => {
                            field.push('"');
                            rest = more;
                        }
                        None => break,
                    }
                }
            } else {
                let end = rest.find([',', '\r', '\n', '"']).expect("a record ends");
                field.push_str(&rest[..end]);
                rest = &rest[end..];
            }
            row.push(field);
            match rest.strip_prefix(',') {
                Some(more) => rest = more,
                None => break,
            }
        }
        rest = rest.strip_prefix("\r\n").expect("a record ends with CRLF");
        rows.push(row);
    }
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    rows
}

#[test]
fn csv_is_read_back() {
    let text = grade(&folder(), "csv");
    let rows = records(&text);
    assert_eq!(rows[0], ["student", "file", "score", "max_score", "q1", "q2", "q3", "q4", "problem"]);
    assert!(rows.iter().all(|row| row.len() == 9));
    let names: Vec<&str> = rows[1..].iter().map(|row| row[0].as_str()).collect();
    assert_eq!(names, ["'=cmd", "ada", "bob, \"the\" <b>", "latin"]);
    assert_eq!(rows[2][2..8], ["6.5", "6", "2", "3", "1", "0.5"]);
}

#[test]
fn markdown_and_text_tell_everything() {
    let folder = folder();
    for format in ["markdown", "text"] {
        let said = grade(&folder, format);
        for wanted in ["ada", "average", "division by zero", "it is a PDF document", "Mean 2.17", "median 0"] {
            let wanted = if format == "text" { wanted.replace("Mean", "mean") } else { wanted.to_owned() };
            assert!(said.contains(&wanted), "{format}: no {wanted}\n{said}");
        }
    }
    let said = grade(&folder, "markdown");
    // What a student wrote stands in blocks whose fences are longer than anything in it.
    let mut fence = String::new();
    for line in said.lines() {
        let bare = line.trim_start();
        let ticks: String = bare.chars().take_while(|c| *c == '`').collect();
        if fence.is_empty() && ticks.len() >= 3 {
            fence = ticks;
        } else if !fence.is_empty() && bare == fence {
            fence.clear();
        } else if fence.is_empty() {
            assert!(!bare.contains("<b>") || bare.contains("<b> `"), "{line}");
        }
    }
    assert!(fence.is_empty());
}

/// Tables as GitHub's Markdown describes them: a header, a delimiter row, and rows of as many cells; a bar inside a cell is
/// escaped.
#[test]
fn markdown_tables_are_whole() {
    let folder = folder();
    folder.put("all/a|b`c.cgt", "answer q1 = 1/2\n");
    let said = grade(&folder, "markdown");
    let cells = |line: &str| {
        let inner = line.strip_prefix('|').and_then(|l| l.strip_suffix('|')).expect("bars at both ends");
        let escaped = inner.replace("\\\\", "").replace("\\|", "");
        escaped.split('|').count()
    };
    let lines: Vec<&str> = said.lines().collect();
    let mut tables = 0;
    let mut i = 0;
    while i < lines.len() {
        if !lines[i].starts_with('|') {
            i += 1;
            continue;
        }
        let rows: Vec<&str> = lines[i..].iter().take_while(|l| l.starts_with('|')).copied().collect();
        assert!(i == 0 || lines[i - 1].is_empty(), "a table begins after an empty line");
        assert!(rows.len() > 2);
        assert!(rows[1].trim_matches('|').split('|').all(|c| matches!(c.trim(), "---" | "---:")), "{}", rows[1]);
        assert!(rows.iter().all(|row| cells(row) == cells(rows[0])), "{rows:?}");
        tables += 1;
        i += rows.len();
    }
    assert_eq!(tables, 2);
}

/// The fields that docs/json.md names, and no others.
#[test]
fn json_has_its_documented_fields() {
    let text = grade(&folder(), "json");
    let report: Json = serde_json::from_str(&text).expect("it is JSON");
    let documented = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/json.md")).unwrap();
    let start = documented.find("## Grading").unwrap();
    let section = &documented[start..start + documented[start + 4..].find("\n## ").unwrap()];
    let block = section.split("```").nth(1).unwrap().strip_prefix("json").unwrap();
    let example: Json = serde_json::from_str(block).expect("the example is JSON");
    let names = |of: &Json| of.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let first = |of: &Json, list: &str| of[list].as_array().unwrap()[0].clone();
    assert_eq!(names(&report), names(&example));
    assert_eq!(names(&report["summary"]), names(&example["summary"]));
    assert_eq!(names(&report["summary"]["points"]), names(&example["summary"]["points"]));
    let (a, b) = (first(&report["summary"], "questions"), first(&example["summary"], "questions"));
    assert_eq!((names(&a), names(&a["standings"])), (names(&b), names(&b["standings"])));
    for submission in report["submissions"].as_array().unwrap() {
        let shown = first(&example, "submissions");
        assert_eq!(names(submission), names(&shown));
        for question in submission["questions"].as_array().unwrap() {
            assert_eq!(names(question), names(&first(&shown, "questions")));
        }
    }
}

/// For Moodle and Canvas: who was not graded has no grade.
#[test]
fn gradebooks() {
    let folder = folder();
    let moodle = records(&grade(&folder, "moodle"));
    assert_eq!(moodle[0], ["Username", "Grade", "Feedback"]);
    assert_eq!(moodle[2][..2], ["ada", "6.5"]);
    assert_eq!((&*moodle[4][0], &*moodle[4][1]), ("latin", ""));
    assert!(moodle[3][2].contains("average") && moodle[4][2].contains("PDF"));
    let canvas = records(&grade(&folder, "canvas"));
    assert_eq!(canvas[0][..4], ["Student", "ID", "SIS Login ID", "Section"]);
    assert_eq!(canvas[1], ["    Points Possible", "", "", "", "6"]);
    assert_eq!(canvas[3], ["ada", "", "ada", "", "6.5"]);
    assert_eq!(canvas[5][4], "");
}

/// Pages: well formed, with nothing from elsewhere and nothing that a student could have slipped in.
#[test]
fn pages_stand_alone() {
    let folder = folder();
    std::fs::create_dir(folder.path("pages")).unwrap();
    let ran = folder.sprague(&["grade", "key.cgt", "all", "--format", "html", "--output", "pages"]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    for name in ["class.html", "ada.html", "bob___the___b_.3.html", "latin.html", "_cmd.1.html"] {
        let page = folder.read(&format!("pages/{name}"));
        // The lines before the body and void elements aside it is XML.
        let body = &page[page.find("<body>").expect("a body")..page.find("</html>").expect("an end")];
        let document = roxmltree::Document::parse(body).unwrap_or_else(|e| panic!("{name}: {e}\n{body}"));
        for node in document.descendants().filter(|n| n.is_element()) {
            let known = [
                "body", "h1", "h2", "h3", "p", "pre", "span", "section", "table", "tr", "td", "th", "a", "figure",
                "svg", "rect", "text", "code",
            ];
            assert!(known.contains(&node.tag_name().name()), "{name}: {}", node.tag_name().name());
        }
        assert!(!body.contains("http") && !body.contains("<b>"), "{name}");
    }
    let class = folder.read("pages/class.html");
    assert!(
        class.contains("href=\"ada.html\"") && class.contains("<code>5/8</code>") && class.contains("Mean 2.17"),
        "{class}"
    );
    for (format, names) in [("markdown", ["class.md", "ada.md"]), ("text", ["class.txt", "ada.txt"])] {
        let ran = folder.sprague(&["grade", "key.cgt", "all", "--format", format, "--output", "pages"]);
        assert!(ran.status.success());
        for name in names {
            assert!(folder.read(&format!("pages/{name}")).contains("ada"), "{name}");
        }
    }
}

/// Sheets with boards, for a page and for paper.
#[test]
fn sheets_have_pictures() {
    let folder = Folder::new();
    folder.put(
        "key.cgt",
        "question q \"The value of this board & {1 | 2}\" worth 2\n about Domineering(\"..|.#\")\n expect 1/2\nend\n",
    );
    let sheet = |format: &str| {
        let ran = folder.sprague(&["grade", "key.cgt", "--sheet", "--format", format]);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stdout).unwrap()
    };
    let page = sheet("html");
    assert!(
        page.contains("board &amp; {1 | 2}") && page.matches("<rect").count() == 3 && !page.contains("1/2"),
        "{page}"
    );
    let paper = sheet("latex");
    assert!(paper.contains("board \\& \\{1 \\textbar{} 2\\}") && paper.matches("\\framebox").count() == 3, "{paper}");
    let ran = folder.sprague(&["grade", "key.cgt", "key.cgt", "--format", "latex"]);
    assert_eq!(ran.status.code(), Some(2));
}
