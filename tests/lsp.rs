//! The server for editors, as an editor sees it: a process that is spoken to over standard input and output.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

#[path = "lsp/addresses.rs"]
mod addresses;
#[path = "lsp/texts.rs"]
mod texts;
#[path = "lsp/wire.rs"]
mod wire;

const PATIENCE: Duration = Duration::from_secs(60);

struct Editor {
    server: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    /// What came that nobody has asked for yet.
    kept: Vec<Value>,
    next: u64,
    state: tempfile::TempDir,
}

impl Editor {
    /// A server before its first message.
    fn new() -> Editor {
        let state = tempfile::tempdir().unwrap();
        let mut server = Command::new(env!("CARGO_BIN_EXE_sprague"))
            .arg("lsp")
            .env("XDG_STATE_HOME", state.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut out = BufReader::new(server.stdout.take().unwrap());
        let (send, from) = channel();
        std::thread::spawn(move || {
            loop {
                let mut length = 0;
                loop {
                    let mut line = String::new();
                    if out.read_line(&mut line).unwrap_or(0) == 0 {
                        return;
                    }
                    match line.trim() {
                        "" => break,
                        line => length = line.strip_prefix("Content-Length: ").map_or(length, |n| n.parse().unwrap()),
                    }
                }
                let mut body = vec![0; length];
                out.read_exact(&mut body).unwrap();
                if send.send(serde_json::from_slice(&body).unwrap()).is_err() {
                    return;
                }
            }
        });
        let to = server.stdin.take().unwrap();
        Editor { server, to, from, kept: Vec::new(), next: 0, state }
    }

    /// One that is ready, with a document.
    fn with(text: &str) -> Editor {
        let mut editor = Editor::new();
        let told = editor.ask("initialize", json!({ "capabilities": {} }));
        assert_eq!(told["result"]["capabilities"]["positionEncoding"], "utf-16");
        editor.tell("initialized", json!({}));
        editor.open(URI, text);
        editor
    }

    fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "sprague", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    fn raw(&mut self, text: &[u8]) {
        self.to.write_all(text).unwrap();
        self.to.flush().unwrap();
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.next += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params }));
        self.next
    }

    /// The next message that is like this.
    fn hear(&mut self, like: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.kept.iter().position(&like) {
            return self.kept.remove(at);
        }
        loop {
            let message = self.from.recv_timeout(PATIENCE).expect("the server answers");
            if like(&message) {
                return message;
            }
            self.kept.push(message);
        }
    }

    fn answer(&mut self, id: u64) -> Value {
        self.hear(|message| message["id"] == id)
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.answer(id)
    }

    /// Asks of the document, at a place.
    fn at(&mut self, method: &str, line: u64, character: u64) -> Value {
        let position = json!({ "line": line, "character": character });
        let params = json!({ "textDocument": { "uri": URI }, "position": position });
        self.ask(&format!("textDocument/{method}"), params)["result"].clone()
    }

    fn of(&mut self, method: &str) -> Value {
        self.ask(&format!("textDocument/{method}"), json!({ "textDocument": { "uri": URI } }))["result"].clone()
    }

    fn change(&mut self, version: u64, range: Value, text: &str) {
        let changes =
            if range.is_null() { json!([{ "text": text }]) } else { json!([{ "range": range, "text": text }]) };
        let document = json!({ "uri": URI, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": changes }));
    }

    /// What is wrong with this version of the document.
    fn wrong(&mut self, version: u64) -> Vec<Value> {
        let told = self.hear(|message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == URI
                && message["params"]["version"] == version
        });
        told["params"]["diagnostics"].as_array().unwrap().clone()
    }

    fn leave(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null)["result"], Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.wait().unwrap().success());
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

const URI: &str = "untitled:games.cgt";

fn range(line: u64, from: u64, to: u64) -> Value {
    json!({ "start": { "line": line, "character": from }, "end": { "line": line, "character": to } })
}

fn edited(text: &str, edits: &Value) -> String {
    let mut lines: Vec<Vec<u16>> = text.lines().map(|line| line.encode_utf16().collect()).collect();
    let mut all = edits.as_array().unwrap().clone();
    all.sort_by_key(|edit| {
        let start = &edit["range"]["start"];
        std::cmp::Reverse((start["line"].as_u64(), start["character"].as_u64()))
    });
    for edit in all {
        let number = |which: &str, what: &str| edit["range"][which][what].as_u64().unwrap() as usize;
        assert_eq!(number("start", "line"), number("end", "line"));
        let new: Vec<u16> = edit["newText"].as_str().unwrap().encode_utf16().collect();
        lines[number("start", "line")].splice(number("start", "character")..number("end", "character"), new);
    }
    lines.iter().map(|line| String::from_utf16(line).unwrap() + "\n").collect()
}

const GAMES: &str = "\
## Take one or two.
game Pick(n)
  moves Pick(n - k)  for k in 1..min(2, n)
end
double(g, times = 2) = sum(g for i in 1..times)
𝒙 = \"𝒙\"; half = 1/2 + *
check outcome(double(Pick(3))) == P
check half == 0
half.bi
grundy(Pick(5), 
";

#[test]
fn errors_are_told_as_one_types() {
    let mut editor = Editor::with("x = outcom(1)\ny = (1\ncheck zzz == 1\nf(a, a) = a\n");
    let wrong = editor.wrong(1);
    let told: Vec<_> = wrong
        .iter()
        .map(|one| (one["code"].as_str().unwrap(), one["range"]["start"]["line"].as_u64().unwrap()))
        .collect();
    assert_eq!(told, [("E0201", 0), ("E0102", 1), ("E0201", 2), ("E0203", 3)], "{wrong:?}");
    assert_eq!(wrong[0]["range"], range(0, 4, 10));
    assert_eq!(wrong[0]["severity"], 1);
    assert!(wrong[0]["message"].as_str().unwrap().contains("outcome"));
    assert_eq!(wrong[1]["relatedInformation"].as_array().map(|places| places.len()), Some(1), "{}", wrong[1]);
    // The slip is mended by what is offered.
    let params = json!({ "textDocument": { "uri": URI }, "range": range(0, 5, 5), "context": { "diagnostics": [] } });
    let actions = editor.ask("textDocument/codeAction", params)["result"].clone();
    let edit = &actions[0]["edit"]["changes"][URI][0];
    assert_eq!((&edit["newText"], &edit["range"]), (&json!("outcome"), &range(0, 4, 10)));
    editor.change(2, range(0, 4, 10), "outcome");
    editor.change(3, range(1, 4, 6), "1");
    let wrong = editor.wrong(3);
    assert_eq!(wrong.len(), 2, "{wrong:?}");
    editor.change(4, Value::Null, "x = 1\nsum = 2\n");
    let wrong = editor.wrong(4);
    assert!(wrong.iter().all(|one| one["severity"] == 2), "{wrong:?}");
    // A document that is closed has no errors.
    editor.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    editor.hear(|message| message["params"]["diagnostics"] == json!([]) && message["params"]["uri"] == URI);
    editor.leave();
}

#[test]
fn constants_and_kinds_are_known() {
    let mut editor = Editor::with("x = outcome(*) == N\nf(n: integer) = n in Dicot\n");
    for (line, column, says) in [(0, 18, "previous player"), (1, 7, "Kinds of parameters"), (1, 23, "Universes")] {
        let hover = editor.at("hover", line, column);
        assert!(hover["contents"]["value"].as_str().is_some_and(|text| text.contains(says)), "{says}: {hover}");
    }
    editor.leave();
}

#[test]
fn names_are_known() {
    let mut editor = Editor::with(GAMES);
    let text = |value: &Value| value["contents"]["value"].as_str().unwrap_or_default().to_owned();
    let hover = editor.at("hover", 2, 9);
    assert!(text(&hover).contains("game Pick(n)") && text(&hover).contains("Take one or two."), "{hover}");
    let hover = editor.at("hover", 5, 12);
    assert!(text(&hover).contains("half = 1/2+*"), "the value stands there: {hover}");
    let hover = editor.at("hover", 6, 8);
    assert!(text(&hover).contains("outcome(") && hover["range"] == range(6, 6, 13), "{hover}");
    assert!(text(&editor.at("hover", 2, 23)).contains("for"), "words are known");
    assert_eq!(editor.at("hover", 0, 5), Value::Null);
    let defined = editor.at("definition", 6, 22);
    assert_eq!((&defined["uri"], &defined["range"]), (&json!(URI), &range(1, 5, 9)));
    // A parameter, a variable of a loop.
    assert_eq!(editor.at("definition", 2, 13)["range"], range(1, 10, 11));
    assert_eq!(editor.at("definition", 2, 17)["range"], range(2, 25, 26));
    // Columns count units of UTF-16.
    assert_eq!(editor.at("definition", 7, 7)["range"], range(5, 11, 15));
    let position = json!({ "line": 1, "character": 6 });
    let mut params =
        json!({ "textDocument": { "uri": URI }, "position": position, "context": { "includeDeclaration": true } });
    assert_eq!(editor.ask("textDocument/references", params.clone())["result"].as_array().unwrap().len(), 4);
    params["context"]["includeDeclaration"] = json!(false);
    assert_eq!(editor.ask("textDocument/references", params)["result"].as_array().unwrap().len(), 3);
    assert_eq!(editor.at("documentHighlight", 4, 12).as_array().unwrap().len(), 2);
    let help = editor.at("signatureHelp", 9, 16);
    assert!(help["signatures"][0]["label"].as_str().unwrap().starts_with("grundy("), "{help}");
    assert_eq!(help["activeParameter"], 1);
    assert_eq!(editor.at("signatureHelp", 6, 22)["signatures"][0]["label"], "double(g, times = 2)");
    editor.leave();
}

#[test]
fn the_library_can_be_read() {
    let mut editor = Editor::with("Clobber(\"xo\")\ngrundy(*2)\n");
    let defined = editor.at("definition", 0, 3);
    let path = defined["uri"].as_str().unwrap().strip_prefix("file://").unwrap();
    assert!(path.starts_with(editor.state.path().to_str().unwrap()) && path.ends_with("/boards.cgt"), "{path}");
    let text = std::fs::read_to_string(path).unwrap();
    let line = defined["range"]["start"]["line"].as_u64().unwrap() as usize;
    assert!(text.lines().nth(line).unwrap().starts_with("game Clobber("));
    // What is no text of the language has no place.
    assert_eq!(editor.at("definition", 1, 3), Value::Null);
    editor.leave();
}

#[test]
fn words_are_completed() {
    let mut editor = Editor::with(GAMES);
    let labels = |items: &Value| -> Vec<String> {
        items.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    };
    let all = labels(&editor.at("completion", 2, 10));
    for name in ["Pick", "double", "half", "n", "k", "outcome", "Clobber", "for"] {
        assert!(all.iter().any(|label| label == name), "{name}");
    }
    assert!(!all.iter().any(|label| label == "times"), "a parameter of another function");
    // After a dot: what takes a game.
    let after = labels(&editor.at("completion", 8, 7));
    assert!(after.iter().any(|label| label == "birthday") && !after.iter().any(|label| label == "for"));
    assert!(!after.iter().any(|label| label == "covers"), "what takes posets is not offered");
    assert_eq!(labels(&editor.at("completion", 0, 8)), [""; 0], "nothing in comments");
    // With nothing behind the dot yet: the same as with a letter or two, whatever comes below.
    for (line, below) in
        [("p = Kayles(4)\np.", ""), ("p = Kayles(4)\nf(n) = p.", ""), ("p = Kayles(4)\np.", "\nq = 3\n")]
    {
        let text = format!("{line}{below}");
        editor.change(2, Value::Null, &text);
        let (row, column) = (1, line.lines().last().unwrap().len() as u64);
        let bare = labels(&editor.at("completion", row, column));
        editor.change(3, Value::Null, &format!("{line}mo{below}"));
        let begun = labels(&editor.at("completion", row, column + 2));
        let library = |labels: Vec<String>| labels.into_iter().filter(|l| l != "f").collect::<Vec<_>>();
        assert_eq!(library(bare), library(begun.clone()), "{text}");
        assert!(begun.contains(&"moves".into()) && !begun.contains(&"covers".into()), "{text}");
    }
    editor.leave();
}

#[test]
fn variables_are_renamed() {
    let mut editor = Editor::with(GAMES);
    let mut rename = |line: u64, character: u64, new: &str| {
        let position = json!({ "line": line, "character": character });
        editor
            .ask("textDocument/rename", json!({ "textDocument": { "uri": URI }, "position": position, "newName": new }))
    };
    let told = rename(1, 7, "Grab");
    assert_eq!(edited(GAMES, &told["result"]["changes"][URI]), GAMES.replace("Pick", "Grab"));
    let told = rename(2, 17, "taken");
    let changed = edited(GAMES, &told["result"]["changes"][URI]);
    assert_eq!(changed, GAMES.replace("n - k)  for k in", "n - taken)  for taken in"));
    let told = rename(5, 13, "third");
    assert_eq!(edited(GAMES, &told["result"]["changes"][URI]), GAMES.replace("half", "third"));
    for (line, character, new) in [
        // It would be caught by a parameter, or catch one.
        (2, 17, "n"),
        (1, 7, "double"),
        (1, 7, "two words"),
        (1, 7, "end"),
        (1, 7, ""),
        // The library's.
        (6, 8, "result"),
        (0, 3, "x"),
    ] {
        let told = rename(line, character, new);
        assert_eq!(told["error"]["code"], -32803, "{new}: {told}");
    }
    // The word of brackets that have no other name.
    editor.change(2, Value::Null, "g = <pass | 3/2>\npass = 1\n");
    let position = json!({ "line": 0, "character": 6 });
    let asked = json!({ "textDocument": { "uri": URI }, "position": position, "newName": "mex" });
    assert_eq!(editor.ask("textDocument/rename", asked.clone())["result"]["changes"][URI].as_array().unwrap().len(), 2);
    editor.change(3, Value::Null, "g = <pass | 3/2>\n");
    assert_eq!(editor.ask("textDocument/rename", asked.clone())["error"]["code"], -32803);
    assert_eq!(editor.ask("textDocument/references", asked)["result"], json!([]));
    editor.leave();
}

#[test]
fn the_text_has_a_shape() {
    let mut editor = Editor::with(GAMES);
    let symbols = editor.of("documentSymbol");
    let names: Vec<_> = symbols.as_array().unwrap().iter().map(|symbol| symbol["name"].as_str().unwrap()).collect();
    assert_eq!(names[..4], ["Pick", "double", "𝒙", "half"]);
    assert!(names[4].starts_with("check outcome"));
    let folds = editor.of("foldingRange");
    assert_eq!(folds[0], json!({ "startLine": 1, "endLine": 2 }));
    let data = editor.of("semanticTokens/full")["data"].clone();
    let data: Vec<u64> = data.as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
    // `## …`, `game`, `Pick`.
    assert_eq!(data[..15], [0, 0, 19, 4, 0, 1, 0, 4, 0, 0, 0, 5, 4, 5, 0]);
    // The text is not whole, so that it is not laid out.
    assert_eq!(editor.of("formatting"), json!([]));
    editor.change(2, Value::Null, "x=1");
    assert_eq!(editor.of("formatting")[0]["newText"], "x = 1\n");
    editor.leave();
}

#[test]
fn checks_are_run() {
    let mut editor = Editor::with(&GAMES[..GAMES.find("half.bi").unwrap()]);
    let lenses = editor.of("codeLens");
    let lenses = lenses.as_array().unwrap();
    assert_eq!(lenses.len(), 2);
    let mut run = |lens: &Value| {
        let told = editor.ask(
            "workspace/executeCommand",
            json!({ "command": lens["command"]["command"], "arguments": lens["command"]["arguments"] }),
        );
        told["result"].clone()
    };
    let held = run(&lenses[0]);
    assert_eq!(held["holds"], true, "{held}");
    let failed = run(&lenses[1]);
    assert_eq!(failed["holds"], false);
    // It is told beside the check, until the text is changed.
    let wrong = editor.hear(|message| message["params"]["diagnostics"][0]["range"]["start"]["line"] == 7);
    assert!(wrong["params"]["diagnostics"][0]["message"].as_str().unwrap().contains("half"), "{wrong}");
    editor.hear(|message| message["method"] == "window/showMessage" && message["params"]["type"] == 2);
    // Places are those of the text, whatever of it is run.
    let text =
        "# é\ncheck 1 == 2\nf(n) = n; g(n) = f(n); check g(1) == 2  # no\n\nh = 1\n  check k(1)/0 == 1\nk(n) = n\n";
    editor.change(2, Value::Null, text);
    for (line, column, place) in [(1, 0, ":2 "), (2, 23, ":3 "), (5, 2, ":6 "), (5, 2, ":6:9")] {
        let arguments = json!([URI, { "line": line, "character": column }]);
        let told =
            editor.ask("workspace/executeCommand", json!({ "command": "sprague.check", "arguments": arguments }));
        let text = told["result"]["text"].as_str().unwrap();
        assert!(text.contains(&format!("<editor>{place}")), "{line}: {told}");
    }
    editor.leave();
}

/// Of what is run before a check nothing else counts.
#[test]
fn a_check_is_told_by_itself() {
    let text = "x = 1\nfor k in 1..3 do x = x + k end\ncheck x == 8\ncheck x == 7\n";
    let mut editor = Editor::with(text);
    let arguments = json!([URI, { "line": 3, "character": 0 }]);
    let told = editor.ask("workspace/executeCommand", json!({ "command": "sprague.check", "arguments": arguments }));
    assert_eq!(told["result"]["holds"], true, "{told}");
    let arguments = json!([URI, { "line": 2, "character": 0 }]);
    let told = editor.ask("workspace/executeCommand", json!({ "command": "sprague.check", "arguments": arguments }));
    assert_eq!(told["result"]["holds"], false, "{told}");
    // Of a text that was changed meanwhile nothing is said beside it, and values are shown while a check runs.
    editor.change(2, Value::Null, "f(n) = if n < 2 then n else f(n-1) + f(n-2)\ny = 5\ncheck f(24) == 1\n");
    let arguments = json!([URI, { "line": 2, "character": 0 }]);
    let slow = editor.begin("workspace/executeCommand", json!({ "command": "sprague.check", "arguments": arguments }));
    assert!(editor.at("hover", 1, 0)["contents"]["value"].as_str().unwrap().contains("y = 5"));
    editor.change(3, Value::Null, "z = 1\n");
    assert_eq!(editor.answer(slow)["result"]["holds"], false);
    assert_eq!(editor.wrong(3), Vec::<Value>::new());
    editor.of("documentSymbol");
    let late = editor.kept.iter().find(|message| message["params"]["version"] == 3);
    assert!(late.is_none(), "{late:?}");
    editor.leave();
}

/// What has more than one value has none that could stand there.
#[test]
fn values_that_change_are_not_shown() {
    let mut editor = Editor::with("");
    let cases = [("x = 1\ny = x\nx = 5\ny\n", 3), ("x = 1\nx = x + 1\nx\n", 2), ("x = [1]\nx[0] = 5\nx\n", 2)];
    for (version, (text, line)) in (2..).zip(cases) {
        editor.change(version, Value::Null, text);
        let hover = editor.at("hover", line, 0);
        let told = hover["contents"]["value"].as_str().unwrap();
        assert!(!told.contains(" = "), "{text}: {told}");
    }
    editor.change(9, Value::Null, "x = print(\"hello\")\nx\n");
    assert!(!editor.at("hover", 1, 0)["contents"]["value"].as_str().unwrap().contains("hello"));
    editor.change(10, Value::Null, "x = 1\nf(n) = do t = 0; t = t + n; t end\ny = f(x)\ny\n");
    assert!(editor.at("hover", 3, 0)["contents"]["value"].as_str().unwrap().contains("y = 1"));
    editor.leave();
}

#[test]
fn questions_keep_their_names() {
    let key = "question q1 \"How many: {n}?\"\n  where n = 3\n  expect value n\n  allow half\nend\nhalf(x) = x/2\n";
    let mut editor = Editor::with(key);
    for (line, character) in [(1, 8), (5, 1)] {
        let position = json!({ "line": line, "character": character });
        let asked = json!({ "textDocument": { "uri": URI }, "position": position, "newName": "other" });
        let told = editor.ask("textDocument/rename", asked);
        assert!(told["error"]["message"].as_str().is_some_and(|why| why.contains("question")), "{told}");
    }
    // Elsewhere a text between braces has the names of the program, and fields.
    editor.change(2, Value::Null, "length = 3\nprint(\"{[1].length} {length}\")\n");
    let position = json!({ "line": 0, "character": 1 });
    let asked = json!({ "textDocument": { "uri": URI }, "position": position, "newName": "size" });
    let told = editor.ask("textDocument/rename", asked);
    assert!(told["result"]["changes"][URI].as_array().is_some_and(|edits| !edits.is_empty()), "{told}");
    editor.leave();
}

#[test]
fn what_takes_long_is_given_up() {
    let mut editor = Editor::with("f(n) = if n < 2 then n else f(n-1) + f(n-2)\ncheck f(60) == 1\nx = f(60)\n");
    let arguments = json!([URI, { "line": 1, "character": 0 }]);
    let slow = editor.begin("workspace/executeCommand", json!({ "command": "sprague.check", "arguments": arguments }));
    // Meanwhile everything else is answered.
    assert_eq!(editor.at("definition", 1, 6)["range"], range(0, 0, 1));
    editor.tell("$/cancelRequest", json!({ "id": slow }));
    assert_eq!(editor.answer(slow)["error"]["code"], -32800);
    // A value that is not cheap is not shown, and nobody waits for it.
    let hover = editor.at("hover", 2, 0);
    assert!(hover["contents"]["value"].as_str().unwrap().contains("\nx\n"), "{hover}");
    editor.tell("$/cancelRequest", json!({ "id": "never asked" }));
    editor.leave();
}

#[test]
fn nothing_that_comes_in_ends_the_server() {
    let mut editor = Editor::new();
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], -32002);
    editor.ask("initialize", json!({}));
    assert_eq!(editor.ask("initialize", json!({}))["error"]["code"], -32600);
    editor.open(URI, GAMES);
    for text in [
        &b"Content-Length: 5\r\n\r\n{\"a\":"[..],
        b"Content-Length: x\r\n\r\n",
        b"rubbish\r\n\r\n",
        b"Content-Length: 2\r\n\r\n\xff\xfe",
    ] {
        editor.raw(text);
        assert_eq!(
            editor.hear(|message| message["id"].is_null() && message["error"].is_object())["error"]["code"],
            -32700
        );
    }
    for message in
        [json!(5), json!([]), json!({}), json!({ "id": 7 }), json!({ "method": 1 }), json!({ "method": "x/y" })]
    {
        editor.send(&message);
    }
    assert_eq!(editor.ask("no/method", json!({}))["error"]["code"], -32601);
    let far = json!({ "line": 4_000_000_000_u64, "character": 18_446_744_073_709_551_615_u64 });
    let places =
        [far, json!({ "line": -1, "character": -1 }), json!({ "line": 5, "character": 1 }), json!("x"), Value::Null];
    let methods = [
        "hover",
        "completion",
        "signatureHelp",
        "definition",
        "references",
        "documentHighlight",
        "prepareRename",
        "rename",
        "documentSymbol",
        "foldingRange",
        "semanticTokens/full",
        "formatting",
        "codeAction",
        "codeLens",
        "diagnostic",
    ];
    for method in methods {
        for place in &places {
            let params = json!({ "textDocument": { "uri": URI }, "position": place, "range": place, "newName": 3 });
            let told = editor.ask(&format!("textDocument/{method}"), params);
            assert!(told.get("result").is_some() || told["error"]["code"] == -32803, "{method}: {told}");
        }
        for params in
            [json!({}), json!({ "textDocument": 3 }), json!([]), json!({ "textDocument": { "uri": "file:///no" } })]
        {
            assert_eq!(editor.ask(&format!("textDocument/{method}"), params)["error"]["code"], -32602, "{method}");
        }
    }
    for change in [
        json!({}),
        json!({ "text": 3 }),
        json!({ "text": "x", "range": 3 }),
        json!({ "text": "", "range": range(9, 9, 0) }),
    ] {
        let document = json!({ "uri": URI, "version": 2 });
        editor.tell("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }));
    }
    editor.tell("textDocument/didChange", json!({ "textDocument": { "uri": "file:///no" }, "contentChanges": 3 }));
    editor.tell("textDocument/didOpen", json!({ "textDocument": { "uri": "file:///%zz" } }));
    assert!(editor.of("documentSymbol").is_array());
    assert_eq!(
        editor.ask("workspace/executeCommand", json!({ "command": "x", "arguments": [URI] }))["error"]["code"],
        -32602
    );
    editor.leave();
}

/// An editor that is gone without a word is a failure, and the server ends.
#[test]
fn the_server_ends_with_its_client() {
    let mut editor = Editor::with(GAMES);
    editor.tell("exit", Value::Null);
    assert_eq!(editor.server.wait().unwrap().code(), Some(1));
}

#[test]
fn imported_names_are_found() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.cgt"), "# Mine.\ntwice(g) = g + g\n").unwrap();
    let uri = format!("file://{}", folder.path().join("use.cgt").display());
    let mut editor = Editor::with("");
    editor.open(&uri, "import \"mine.cgt\"\nimport \"none.cgt\"\ntwice(*)\nthrice(*)\n");
    let told = editor.hear(|message| message["params"]["uri"] == *uri);
    let wrong: Vec<_> = told["params"]["diagnostics"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["range"]["start"]["line"].as_u64().unwrap())
        .collect();
    assert_eq!(wrong, [1, 3], "{told}");
    let position = json!({ "line": 2, "character": 2 });
    let defined =
        editor.ask("textDocument/definition", json!({ "textDocument": { "uri": uri }, "position": position }));
    assert!(defined["result"]["uri"].as_str().unwrap().ends_with("/mine.cgt"));
    assert_eq!(defined["result"]["range"], range(1, 0, 5));
    editor.leave();
}

#[test]
fn own_names_beside_imported_ones() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("mine.cgt"), "h(n) = n + 1\nf(n) = h(n)\n").unwrap();
    let uri = format!("file://{}", folder.path().join("main.cgt").display());
    let mut editor = Editor::with("");
    editor.open(&uri, "import \"mine.cgt\"\ng(n) = 100\nf(1)\nh(n) = 5\nh(2)\n");
    let mut ask = |method: &str, line: u64, new: &str| {
        let position = json!({ "line": line, "character": 0 });
        let params = json!({ "textDocument": { "uri": uri }, "position": position, "newName": new });
        editor.ask(&format!("textDocument/{method}"), params)
    };
    // It would take the place of what `f` uses, and `h` does.
    let told = ask("rename", 1, "h");
    assert!(told["error"]["message"].as_str().is_some_and(|why| why.contains("imports")), "{told}");
    let told = ask("rename", 4, "k");
    assert!(told["error"]["message"].as_str().is_some_and(|why| why.contains("too")), "{told}");
    let defined = ask("definition", 4, "")["result"].clone();
    assert_eq!((&defined["uri"], &defined["range"]), (&json!(uri), &range(3, 0, 1)));
    assert!(ask("hover", 4, "")["result"]["contents"]["value"].as_str().unwrap().contains("h(n)"));
    assert!(ask("hover", 2, "")["result"]["contents"]["value"].as_str().unwrap().contains("f(n)"));
    editor.leave();
}

#[test]
fn names_are_renamed_where_they_are_imported() {
    let folder = tempfile::tempdir().unwrap();
    let mine = "twice(g) = g + g\nother(twice) = twice\n";
    std::fs::write(folder.path().join("mine.cgt"), mine).unwrap();
    let address = |name: &str| format!("file://{}", folder.path().join(name).display());
    let (a, b) = (address("mine.cgt"), address("use.cgt"));
    let text = "import \"mine.cgt\"\ntwice(*)\nf(twice) = twice\n";
    let mut editor = Editor::with("");
    editor.open(&a, mine);
    editor.open(&b, text);
    let rename = |editor: &mut Editor, line: u64, character: u64, new: &str| {
        let position = json!({ "line": line, "character": character });
        editor.ask("textDocument/rename", json!({ "textDocument": { "uri": a }, "position": position, "newName": new }))
    };
    let changes = rename(&mut editor, 0, 2, "both")["result"]["changes"].clone();
    assert_eq!(edited(text, &changes[&b]), text.replacen("twice(*)", "both(*)", 1));
    assert_eq!(edited(mine, &changes[&a]), mine.replacen("twice", "both", 1));
    // A parameter is nobody else's.
    assert_eq!(rename(&mut editor, 1, 8, "g")["result"]["changes"].as_object().unwrap().len(), 1);
    // It would mean something else there.
    assert_eq!(rename(&mut editor, 0, 2, "f")["error"]["code"], -32803);
    // What is imported is what was saved.
    let insert = json!({ "range": range(0, 0, 0), "text": "x = 1\n" });
    editor.tell(
        "textDocument/didChange",
        json!({ "textDocument": { "uri": a, "version": 2 }, "contentChanges": [insert] }),
    );
    let told = rename(&mut editor, 1, 2, "both");
    assert!(told["error"]["message"].as_str().unwrap().contains("save it"), "{told}");
    editor.leave();
}

/// From a key to what is wrong, in a text of two thousand lines. The figure is printed; no bound is set, since machines differ.
#[test]
#[allow(clippy::print_stderr)]
fn latency_after_a_key() {
    let mut text = String::new();
    for i in 0..400 {
        text.push_str(&format!(
            "## Take up to {i}.\ngame Take{i}(n)\n  moves Take{i}(n - k)  for k in 1..min({i}, n)\nend\nf{i}(xs) = [x + {i} for x in xs if x != *{i}]\n"
        ));
    }
    let lines = text.lines().count() as u64;
    assert_eq!(lines, 2000);
    let mut editor = Editor::with(&text);
    assert_eq!(editor.wrong(1).len(), 0);
    let mut times = Vec::new();
    for version in 2..22 {
        let began = Instant::now();
        editor.change(version, range(lines, 0, 0), if version % 2 == 0 { "x" } else { "y" });
        let wrong = editor.wrong(version);
        times.push(began.elapsed());
        assert_eq!(wrong.len(), 1, "the name is not known");
    }
    times.sort();
    eprintln!(
        "2,000 lines: {:?} from a key to the errors (median of {}), at most {:?}",
        times[times.len() / 2],
        times.len(),
        times[times.len() - 1]
    );
    editor.leave();
}
