//! Each format, read by somebody else's rules.

use crate::support::Folder;
use serde_json::Value as Json;

const KEY: &str = "question q1 \"The value of {1/4 | 1} & \\\"more\\\"\" worth 2\n expect <1/4 | 1>\nend\nquestion q2 worth 3 hidden\n expect *\nend\nquestion q3 optional\n expect 3\nend\nquestion q4 worth 1/2 bonus\n expect 4\nend\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.put("key.cgt", KEY);
    folder.put("all/ada.cgt", "answer q1 = 1/2\nanswer q2 = *\nanswer q3 = 3\nanswer q4 = 4\n");
    folder.put(
        "all/bob, \"the\" <b>.cgt",
        "answer q1 = 5/8\nanswer q2 = 1 / 0\nprint(\"<&>]]> \\\"x\\\" ```\")\ncheck 1 == 2\n",
    );
    folder.put("all/=cmd.cgt", "answer q2 = \"<b>|`\"\n");
    folder.put("all/latin.cgt", b"\xe9");
    folder
}

fn grade(folder: &Folder, format: &str) -> String {
    let ran = folder.sprague(&["grade", "key.cgt", "all", "--format", format]);
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).expect("reports are UTF-8")
}

/// The structure of JUnit XML as the schema of the Jenkins project has it (jenkins-junit.xsd): which elements may stand where,
/// with which attributes, and that the counts agree with the cases.
#[test]
fn junit_follows_its_schema() {
    let folder = folder();
    let text = grade(&folder, "junit");
    let document = roxmltree::Document::parse(&text).expect("it is XML");
    let allowed = |element: &str| -> (&[&str], &[&str], &[&str]) {
        match element {
            "testsuites" => (&["testsuite"], &[], &["name", "tests", "failures", "errors", "disabled", "time"]),
            "testsuite" => (
                &["properties", "testcase", "system-out", "system-err"],
                &["name", "tests"],
                &[
                    "name",
                    "tests",
                    "failures",
                    "errors",
                    "skipped",
                    "disabled",
                    "time",
                    "timestamp",
                    "hostname",
                    "id",
                    "package",
                ],
            ),
            "properties" => (&["property"], &[], &[]),
            "property" => (&[], &["name", "value"], &["name", "value"]),
            "testcase" => (
                &["skipped", "error", "failure", "system-out", "system-err"],
                &["name", "classname"],
                &["name", "classname", "assertions", "time", "status"],
            ),
            "skipped" => (&[], &[], &["message"]),
            "error" | "failure" => (&[], &[], &["message", "type"]),
            "system-out" | "system-err" => (&[], &[], &[]),
            other => panic!("an element `{other}`"),
        }
    };
    assert_eq!(document.root_element().tag_name().name(), "testsuites");
    for node in document.descendants().filter(|n| n.is_element()) {
        let name = node.tag_name().name();
        let (children, required, attributes) = allowed(name);
        for child in node.children().filter(|n| n.is_element()) {
            assert!(children.contains(&child.tag_name().name()), "{} in {name}", child.tag_name().name());
        }
        for wanted in required {
            assert!(node.attribute(*wanted).is_some(), "{name} lacks {wanted}");
        }
        for attribute in node.attributes() {
            assert!(attributes.contains(&attribute.name()), "{name} has {}", attribute.name());
        }
        if name == "testsuite" {
            let count = |tag: &str| node.descendants().filter(|n| n.has_tag_name(tag)).count().to_string();
            for (attribute, tag) in
                [("tests", "testcase"), ("failures", "failure"), ("errors", "error"), ("skipped", "skipped")]
            {
                assert_eq!(node.attribute(attribute), Some(&*count(tag)), "{attribute}");
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
    assert_eq!(names, ["_cmd-1.json", "ada.json", "bob___the___b_-3.json", "latin.json"]);
    for name in names {
        gradescope(&serde_json::from_str(&folder.read(&format!("out/{name}"))).unwrap());
    }
    let many = folder.sprague(&["grade", "key.cgt", "all", "--format", "gradescope"]);
    assert_eq!(many.status.code(), Some(2));
}

/// Before there are results, the file says that there are none.
#[test]
fn gradescope_hears_of_a_failure() {
    let folder = folder();
    folder.put("key.cgt", "question q1\n expect 1 / 0\nend\n");
    let ran =
        folder.sprague(&["grade", "key.cgt", "all/ada.cgt", "--format", "gradescope", "--output", "results.json"]);
    assert_eq!(ran.status.code(), Some(1));
    let results: Json = serde_json::from_str(&folder.read("results.json")).unwrap();
    gradescope(&results);
    assert_eq!(results["score"], 0.0);
    assert!(results["output"].as_str().unwrap().contains("did not finish"));
    let left: Vec<_> = std::fs::read_dir(&folder.0)
        .unwrap()
        .map(|e| e.unwrap().file_name())
        .filter(|n| n.to_string_lossy().contains("part"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
}

/// RFC 4180, read back.
#[test]
fn csv_is_read_back() {
    let text = grade(&folder(), "csv");
    let mut rows = vec![vec![String::new()]];
    let mut inside = false;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let last = rows.last_mut().unwrap().last_mut().unwrap();
        match c {
            '"' if inside && chars.peek() == Some(&'"') => {
                chars.next();
                last.push('"');
            }
            '"' => inside = !inside,
            ',' if !inside => rows.last_mut().unwrap().push(String::new()),
            '\r' if !inside && chars.peek() == Some(&'\n') => {
                chars.next();
                rows.push(vec![String::new()]);
            }
            c => last.push(c),
        }
    }
    assert_eq!(rows.pop(), Some(vec![String::new()]), "the last line ends");
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
        for wanted in ["ada", "average", "division by zero", "not UTF-8", "Mean 1.63", "median 0"] {
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
            assert!(!bare.contains("<b>") || bare.contains("\\<b\\>"), "{line}");
        }
    }
    assert!(fence.is_empty());
}
