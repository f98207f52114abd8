//! Certificates of every kind in files: written, verified, refused when they are changed; and files for Coq, which it checks.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

fn run(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    Command::new(program).args(arguments).current_dir(folder).env("TERM", "xterm").output().expect("it starts")
}

fn sprague(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = run(folder, env!("CARGO_BIN_EXE_sprague"), arguments);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it is text");
    (output.status.code().expect("it ends by itself"), text(output.stdout), text(output.stderr))
}

const RULES: &str = "lattice steps(x, y)
  board x >= 0, y >= 0
  move (2, 0)
  move (0, 2)
  move (1, 1)
end
";

/// What is certified, and what the file claims.
const CERTIFICATES: [(&str, &str); 11] = [
    ("certificate(lattice_of(Nim, 2, misere))", "p_set(lattice_of(Nim, 2, misere)) == stratification(\"(0, 2) + N"),
    ("certificate(strategy(lattice_of(Kayles, 4)))", "p_set(lattice_of(Kayles, 4)) == stratification("),
    (
        "certificate(strategy(lattice_of(Nim, 2), claim = stratum((0, 0), [(2, 0), (0, 2)])))",
        "p_set(lattice_of(Nim, 2)) == stratification(",
    ),
    ("certificate(steps)", "p_set(steps) == stratification("),
    ("proof(chomp(subsets(5, 3)))", "winner(chomp(subsets(5, 3))) == First"),
    ("proof(chomp(subsets(6, 3)))", "winner(chomp(subsets(6, 3))) == First"),
    ("proof(after(chomp(subsets(6, 4)), {0, 1}))", "winner(chomp("),
    ("certificate(Kayles)", "start(code(\"0.77\")) == 71 and period_length(code(\"0.77\")) == 12"),
    ("certificate(winner(Clobber(\"xoxo\")))", "outcome(Clobber(\"xoxo\")) == N"),
    ("certificate(lattice_of(Kayles, 8, misere))", "p_set(lattice_of(Kayles, 8, misere)) == stratification("),
    // A brace in a text is written as it is typed.
    ("certificate(code(\"0.\\{0,1,6}\"))", "start(code(\"0.\\{0,1,6}\")) == "),
];

#[test]
fn every_kind_is_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let write = |name: &str, text: &str| fs::write(at.join(name), text).expect("it is written");
    let read = |name: &str| fs::read_to_string(at.join(name)).expect("it is there");
    write("rules.cgt", RULES);
    let mut script = "import \"rules.cgt\"\n".to_owned();
    for (i, (certificate, _)) in CERTIFICATES.iter().enumerate() {
        script += &format!("c = {certificate}\nsave_certificate(c, \"{i}.cert\")\nprint(claim(c))\n");
    }
    write("script.cgt", &script);
    let (status, out, err) = sprague(at, &["script.cgt"]);
    assert_eq!((status, &*err), (0, ""), "{out}");
    let names: Vec<String> = (0..CERTIFICATES.len()).map(|i| format!("{i}.cert")).collect();
    let files: Vec<&str> = names.iter().map(String::as_str).collect();
    let (status, out, err) = sprague(at, &[&["verify", "--rules", "rules.cgt"], &files[..]].concat());
    assert_eq!((status, &*err), (0, ""), "{out}");
    for (line, (_, claim)) in out.lines().zip(CERTIFICATES) {
        assert!(line.contains(&format!("proved: {claim}")), "{line}");
    }
    assert_eq!(out.lines().count(), CERTIFICATES.len());

    // Each with one thing changed: another set, a wrong period, another game, a line less, a move that is none.
    let changed = [
        ("0.cert", "\"base\":[1,0]", "\"base\":[1,1]"),
        ("0.cert", "lattice_of(Nim, 2, misere)", "lattice_of(Nim, 2)"),
        ("0.cert", "p_set(", "p_set (1 + "),
        // A key that stands twice, and one that nobody reads.
        ("0.cert", "{\"sprague\"", "{\"claim\":\"1 == 2\",\"sprague\""),
        ("0.cert", "\"base\":[1,0]", "\"more\":1,\"base\":[1,0]"),
        ("1.cert", "[1,2,3,1]", "[1,2,3,4]"),
        ("2.cert", "\"to\":0", "\"to\":1"),
        ("3.cert", "\"moves\":[[2,0]", "\"moves\":[[3,0]"),
        ("3.cert", "\"proof\":\"", "\"proof\":\"no "),
        ("5.cert", "\"won\":false", "\"won\":true"),
        // The reader of the rest would see one of them.
        ("5.cert", "\"won\":false", "\"won\":true,\"won\":false"),
        ("5.cert", "\"won\":true", "\"won\":false,\"won\":true"),
        ("5.cert", "== First", "== Second"),
        ("5.cert", "subsets(6, 3)", "subsets(6, 4)"),
        ("5.cert", "\"move\":[0,1]", "\"move\":[0,1,2]"),
        ("5.cert", "\"to\":2", "\"to\":3"),
        ("7.cert", "\"period\":12", "\"period\":24"),
        ("9.cert", "[\"defeated\",", "[\"P\","),
    ];
    for (name, from, to) in changed {
        let text = read(name);
        let wrong = text.replace(from, to);
        assert_ne!(wrong, text, "{name}: {from}: {text}");
        write("wrong.cert", &wrong);
        let (status, out, err) = sprague(at, &["verify", "--rules", "rules.cgt", "wrong.cert"]);
        assert_eq!((status, &*out), (1, ""), "{name}: {from} to {to}");
        assert!(err.starts_with("wrong.cert: ") && !err.contains("read_certificate"), "{name}: {err}");
    }
    // Nothing of a file moves the cursor or begins a line.
    for (name, text) in
        [("kind", "\\nx.cert: proved: 1 == 2"), ("game", "G\\u001b[2J"), ("sprague", "certificate \\u001b[2J")]
    {
        let mut head: serde_json::Value =
            serde_json::from_str(read("7.cert").lines().next().expect("a line")).expect("data");
        head[name] = serde_json::from_str(&format!("\"{text}\"")).expect("a text");
        write("wrong.cert", &head.to_string());
        let (status, _, err) = sprague(at, &["verify", "--rules", "rules.cgt", "wrong.cert"]);
        assert!(status == 1 && err.contains(&format!("`{name}` has a control character")), "{name}: {err}");
    }
    let text = read("5.cert");
    let less: Vec<&str> = text.lines().take(2).collect();
    write("wrong.cert", &less.join("\n"));
    assert_eq!(sprague(at, &["verify", "wrong.cert"]).0, 1);
    // A line that nothing leans on, true or not.
    let mut idle: Vec<String> = text.lines().map(str::to_owned).collect();
    let count = idle.len() - 1;
    idle[0] = idle[0].replace(&format!("\"lines\":{count}"), &format!("\"lines\":{}", count + 1));
    idle.insert(count, r#"{"by":{"theorem":[4,2]},"position":[[0,1]],"won":false}"#.into());
    write("wrong.cert", &idle.join("\n"));
    let (status, _, err) = sprague(at, &["verify", "wrong.cert"]);
    assert!(status == 1 && err.contains(&format!("nothing needs line {count}")), "{err}");
    // What cannot be written as a certificate says so.
    let (status, _, err) = sprague(at, &["eval", "save_certificate(5, \"x.cert\")"]);
    assert!(status == 1 && err.contains("a certificate or a proof"), "{err}");
    let (status, _, err) = sprague(at, &["eval", "claim(5)"]);
    assert!(status == 1 && err.contains("a certificate"), "{err}");
}

/// A tree of cuts in a file: read again, refused where the set or its shape was changed.
#[test]
fn trees_of_cuts_are_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let rules = "lattice Cones(x, y, z)
  board x >= 0, y >= 0, z >= 0
  move (3, 0, 0), (0, 2, 0), (0, 0, 1), (2, -1, 3)
end
";
    fs::write(at.join("rules.cgt"), rules).expect("it is written");
    let script = "import \"rules.cgt\"\nc = certificate(Cones)\nsave_certificate(c, \"cuts.cert\")\n";
    fs::write(at.join("save.cgt"), script).expect("it is written");
    assert_eq!(sprague(at, &["save.cgt"]).0, 0);
    let verify = |name: &str| sprague(at, &["verify", "--rules", "rules.cgt", name]);
    let (status, out, err) = verify("cuts.cert");
    assert!(status == 0 && err.is_empty() && !out.is_empty(), "{out}{err}");
    // The script that saved it has the definitions, too; it saves nothing again.
    // What is computed there for nobody may fail; what a definition asks for is there.
    let named = rules.replace("(3, 0, 0)", "(three, 0, 0)");
    let whole = format!(
        "one = 1\nthree = one + 2\nT = 1/0\n{named}\nsave_certificate(certificate(Cones), \"cuts.cert\")\nU = T\n"
    );
    fs::write(at.join("whole.cgt"), whole).expect("it is written");
    assert_eq!(sprague(at, &["verify", "--rules", "whole.cgt", "cuts.cert"]), (0, out, err));
    let line = fs::read_to_string(at.join("cuts.cert")).expect("it is there");
    assert!(line.contains("\"proof\":\"cuts\""), "{line}");
    for (from, to, why) in [
        ("true", "false", "proves nothing"),
        ("false", "true", "proves nothing"),
        ("\"modulo\":", "\"modulo\":0,\"other\":", "not those of a proof"),
        ("\"layers\":[", "\"layers\":[99999,", "not those of a proof"),
        ("\"function\":[", "\"function\":[0,", "not those of a proof"),
    ] {
        fs::write(at.join("wrong.cert"), line.replacen(from, to, 1)).expect("it is written");
        let (status, out, err) = verify("wrong.cert");
        assert!(status == 1 && out.is_empty() && err.contains(why), "{from} to {to}: {out}{err}");
    }
}

/// Loops and conditions that build what a definition reads belong to the rules; what is shown does not.
#[test]
fn loops_at_the_top_are_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let rules = |build: &str| {
        let save = |name: &str| format!("save_certificate(certificate(outcome({name}(2))), \"{name}.cert\")\n");
        format!(
            "S = [1]\nc0 = true\nxs = [5, 6]\n{build}\
             game T(n)\n  moves T(n - k) for k in S if k <= n\nend\n\
             game U(n)\n  moves U(n - xs[0]) if xs[0] <= n\nend\n\
             do print(c0) end\n{}{}",
            save("T"),
            save("U")
        )
    };
    let build = "for k in 2..3 do S = append(S, k) end\nif c0 then c = 2 else c = 3\ndo xs[0] = c end\n";
    fs::write(at.join("whole.cgt"), rules(build)).expect("it is written");
    let verify = |rules: &str| sprague(at, &["verify", "--rules", rules, "T.cert", "U.cert"]);
    assert_eq!(sprague(at, &["whole.cgt"]).0, 0);
    let (status, out, err) = verify("whole.cgt");
    assert_eq!((status, &*err), (0, ""));
    assert!(out.contains("outcome(T(2)) == N") && out.contains("outcome(U(2)) == N"), "{out}");
    // Other rules make other games.
    fs::write(at.join("less.cgt"), rules("")).expect("it is written");
    assert_eq!(sprague(at, &["less.cgt"]).0, 0);
    let (status, _, err) = verify("whole.cgt");
    assert!(status == 1 && err.contains("T.cert: the certificate proves nothing"), "{err}");
    assert!(err.contains("U.cert: the certificate proves nothing"), "{err}");
}

#[test]
fn maps_and_functions_in_positions_are_read_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let rules = "game T(f, n)\n  moves T(f, n - f({1})) if n > 0\nend\none(x) = 1\n";
    let save = |game: &str, name: &str| format!("save_certificate(certificate(outcome({game})), \"{name}.cert\")\n");
    let script = [
        rules.to_owned(),
        save("Snort(path_graph(3))", "map"),
        save("T(one, 3)", "named"),
        save("T(length, 3)", "library"),
        "game Several(fs, n)\n  moves Several(fs, n - fs[0](1)) if n > 0\nend\n".to_owned(),
        save("Several([one], 3)", "several"),
    ]
    .concat();
    fs::write(at.join("rules.cgt"), &script).expect("it is written");
    assert_eq!(sprague(at, &["rules.cgt"]).0, 0);
    let (status, out, err) =
        sprague(at, &["verify", "--rules", "rules.cgt", "map.cert", "named.cert", "library.cert", "several.cert"]);
    assert_eq!((status, &*err), (0, ""), "{out}");
    assert!(out.contains("outcome(T(length, 3)) == N"), "{out}");
    let text = fs::read_to_string(at.join("map.cert")).expect("it is there");
    assert!(text.contains("=>"), "{text}");
    // What binds is no map.
    fs::write(at.join("wrong.cert"), text.replace("=>", "=")).expect("it is written");
    assert_eq!(sprague(at, &["verify", "wrong.cert"]).0, 1);
    // A function without a name is another one whenever it is read.
    fs::write(at.join("nameless.cgt"), [rules.to_owned(), save("T(x -> 1, 3)", "nameless")].concat())
        .expect("it is written");
    let (status, _, err) = sprague(at, &["nameless.cgt"]);
    assert!(status == 1 && err.contains("a file cannot name the function `x -> 1` in T(x -> 1, 3)"), "{err}");
    assert!(!at.join("nameless.cert").exists());
}

/// Files written by hand about play that goes round, for points, or in which the players have different moves after all.
#[test]
fn play_of_other_kinds_is_not_proved() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let rules = "game F(n)\n  moves F(1 - n)\nend\n\
                 game U(n)\n  left U(n)\nend\n\
                 game W(n)\n  moves W(n - 1) if n > 0\n  moves W(n + 1) if n == 1\nend\n\
                 game C(n)\n  moves 1\nend\n\
                 game B(n)\n  moves Cutcake(2, 1)\nend\n\
                 game Pts(n)\n  moves Pts(n - 1) if n > 0\n  score 3\nend\n\
                 game Ends(n)\n  left Ends(n - k) for k in 1..min(n, 2)\n  right Ends(n - 2) if n > 1\nend\n";
    fs::write(at.join("rules.cgt"), rules).expect("it is written");
    let verified = |game: &str, answer: &str, lines: &[&str]| {
        let mut file = serde_json::json!({
            "sprague": "certificate 1", "kind": "play", "claim": format!("outcome({game}) == {answer}"), "about": "outcome", "game": game,
            "answer": answer, "lines": lines.len(),
        })
        .to_string();
        lines.iter().for_each(|line| file += &format!("\n{line}"));
        fs::write(at.join("hand.cert"), file + "\n").expect("it is written");
        let (status, out, err) = sprague(at, &["verify", "--rules", "rules.cgt", "hand.cert"]);
        if status == 0 { Ok(out) } else { Err(err) }
    };
    let move_of_points = r#"{"win":"Pts(1)","to":"Pts(0)"}"#;
    for (game, answer, lines, says) in [
        ("F(0) + F(0)", "P", &[][..], "proves nothing"),
        ("F(0) + F(0) + *", "N", &[], "proves nothing"),
        ("F(0) + F(1)", "N", &[r#"{"win":"F(0) + F(1)","to":"F(0) + F(0)"}"#], "proves nothing"),
        ("U(1) - U(1)", "P", &[], "proves nothing"),
        ("C(1) + C(1)", "P", &[], "the players have different moves"),
        ("B(1) + B(1)", "P", &[], "the players have different moves"),
        ("Pts(1)", "N", &[move_of_points], "the last move wins"),
        ("Pts(0)", "P", &[], "the last move wins"),
        ("Pts(2) + Pts(2)", "P", &[], "the last move wins"),
    ] {
        let error = verified(game, answer, lines).expect_err(game);
        assert!(error.contains(says), "{game}: {error}");
    }
    assert!(
        verified("Ends(40) - Ends(40)", "P", &[])
            .expect("it ends")
            .contains("proved: outcome(Ends(40) - Ends(40)) == P")
    );
    for asked in ["outcome(F(0) + F(1))", "outcome(F(0) + F(0))", "F(0) + F(1) == *", "outcome(U(1) - U(1))"] {
        let script = format!("{rules}certificate({asked})\n");
        fs::write(at.join("asked.cgt"), script).expect("it is written");
        let (status, _, err) = sprague(at, &["asked.cgt"]);
        assert!(status == 1 && err.contains("need not end"), "{asked}: {err}");
    }
    // The winner need not let it go round, but the tree of the game has no end.
    let script = format!("{rules}c = certificate(outcome(W(1)))\nprint(verify(c), claim(c))\ncoq(c)\n");
    fs::write(at.join("asked.cgt"), script).expect("it is written");
    let (_, out, err) = sprague(at, &["asked.cgt"]);
    assert_eq!(out, "true outcome(W(1)) == N\n");
    assert!(err.contains("a position comes again"), "{err}");
    let asked = format!("{rules}for g in [F(0) + F(0), F(0) + F(1), U(1) - U(1)] do print(outcome(g)) end\n");
    fs::write(at.join("asked.cgt"), asked).expect("it is written");
    assert_eq!(sprague(at, &["asked.cgt"]).1, "D\nD\nD\n");
}

/// Coq, if this machine has it.
fn coq() -> bool {
    Command::new("coqc").arg("--version").output().is_ok_and(|output| output.status.success())
}

#[test]
fn coq_accepts_what_is_written_for_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    let files = [
        ("order", "certificate(Clobber(\"xxo\") > 0)", "le second_game first_game"),
        ("octal", "certificate(Kayles)", "period G 71 12"),
    ];
    let mut texts = Vec::new();
    for (name, certificate, theorem) in files {
        let script = format!("save_certificate({certificate}, \"{name}.cert\")");
        assert_eq!(sprague(at, &["eval", &script]).0, 0, "{certificate}");
        let (status, out, err) = sprague(at, &["verify", "--coq", &format!("{name}.cert")]);
        assert_eq!((status, &*err), (0, ""));
        assert!(out.contains(theorem) && out.contains("Print Assumptions claim."), "{out}");
        texts.push((name, out));
    }
    assert_eq!(sprague(at, &["verify", "--coq", "order.cert", "octal.cert"]).0, 2);
    assert_eq!(sprague(at, &["eval", "save_certificate(proof(chomp(subsets(3))), \"chomp.cert\")"]).0, 0);
    let (status, out, err) = sprague(at, &["verify", "--coq", "chomp.cert"]);
    assert!(status == 1 && out.is_empty() && err.contains("not written for Coq"), "{err}");
    if !coq() {
        let _ =
            writeln!(std::io::stderr(), "skipped: checking files for Coq needs coqc; their texts are looked at alone");
        return;
    }
    let accepts = |text: &str| {
        fs::write(at.join("file.v"), text).expect("it is written");
        let output = run(at, "coqc", &["-q", "file.v"]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.success(), said.contains("Closed under the global context"), "{said}");
        output.status.success()
    };
    for (name, text) in &texts {
        assert!(accepts(text), "{name}");
    }
    // A false theorem is refused.
    let wrong = texts[0].1.replace("~ le first_game second_game", "le first_game second_game");
    assert_ne!(wrong, texts[0].1);
    assert!(!accepts(&wrong));
}
