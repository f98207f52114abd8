//! Take-and-break games in programs: declarations against their definitions, moves as people write them, runs kept in
//! files, wrong declarations.

use crate::submit;
use sprague::session::{Output, Session, Settings};
use std::fs;
use tempfile::TempDir;

/// What a program shows, or the messages of its errors.
fn ran(session: &mut Session, text: &str) -> Result<Vec<String>, String> {
    let (outputs, errors) = submit::outputs(session, text);
    match &errors[..] {
        [] => Ok(outputs.into_iter().filter(|o| !matches!(o, Output::Check(_))).map(submit::line).collect()),
        errors => Err(errors.iter().map(|e| e.message.clone()).collect::<Vec<_>>().join("; ")),
    }
}

fn shown(text: &str) -> Vec<String> {
    ran(&mut Session::new(Settings::default()), text).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

fn refused(text: &str) -> String {
    ran(&mut Session::new(Settings::default()), text).expect_err(text)
}

/// Every kind of clause against the same game played by a `game` declaration, which knows nothing of heaps.
#[test]
fn clauses_mean_what_they_say() {
    let cases = [
        ("octal 0.77", "moves G(a) + G(n-k-a) for k in 1..min(2, n) for a in 0..n-k"),
        ("take {1, 4, 9}", "moves G(n-k) for k in [1, 4, 9] if k <= n"),
        ("take all but {0}", "moves G(n-k) for k in 1..n"),
        ("take all but {0, 2, 5}", "moves G(n-k) for k in 1..n if k != 2 and k != 5"),
        ("take all but 0..", "moves G(n-k) for k in []"),
        ("take all but {j^2 for j in 0..}", "moves G(n-k) for k in 1..n if isqrt(k)^2 != k"),
        ("take all but {1, 3}", "moves G(n-k) for k in 1..n if k != 1 and k != 3"),
        ("take k in {j^2 for j in 1..}", "moves G(n-k^2) for k in 1..n if k^2 <= n"),
        ("take k in 1.. if 2*k < n + 2", "moves G(n-k) for k in 1..n if 2*k < n + 2"),
        ("take 1..n//2", "moves G(n-k) for k in 1..n//2"),
        ("take 3 leave a, b", "moves G(a) + G(n-3-a) for a in 0..n-3"),
        (
            "take 1..2 leave a, b if a % 2 == 0",
            "moves G(a) + G(n-k-a) for k in 1..min(2, n) for a in 0..n-k if a % 2 == 0",
        ),
        ("split a, b if a != b", "moves G(a) + G(n-a) for a in 1..n-1 if a != n-a"),
        ("split a, b, c", "moves G(a) + G(b) + G(n-a-b) for a in 1..n-2 for b in 1..n-1-a"),
        ("split a, b if a < 3 or b < 2", "moves G(a) + G(n-a) for a in 1..n-1 if a < 3 or n-a < 2"),
        ("take 1.. or split a, b", "moves G(k) for k in 0..n-1\n moves G(a) + G(n-a) for a in 1..n-1"),
        ("code 0.[3]", "moves G(k) for k in 0..n-1"),
        ("code 0.0F", "moves G(a) + G(b) + G(n-2-a-b) for a in 0..n-2 for b in 0..n-2-a"),
    ];
    for (clauses, moves) in cases {
        let shown = shown(&format!(
            "heap H(n) = {clauses}\ngame G(n)\n {moves}\nend\nprint([grundy(H(n)) for n in 0..24] == [grundy(G(n)) for n in 0..24])"
        ));
        assert_eq!(shown, ["true"], "{clauses}");
    }
}

#[test]
fn forms_are_recognised() {
    let codes = [
        ("take 1..2 leave a, b", "0.77"),
        ("take 1..", "0.[3]"),
        ("take {1, 3}", "0.303"),
        ("split a, b", "4.0"),
        ("split a, b if a != b", "4!.0"),
        ("split a, b if b != a", "4!.0"),
        ("take 1.. or split a, b", "4.[3]"),
        ("take 3 leave a, b", "0.007"),
        ("octal 0.770", "0.77"),
        ("code 0.1[2]", "0.1[2]"),
        ("take all but {2}", "0.30[3]"),
    ];
    for (clauses, code) in codes {
        assert_eq!(shown(&format!("heap H = {clauses}\nprint(code_of(H))")), [code], "{clauses}");
    }
    assert_eq!(shown("heap H = take k in {j^2 for j in 1..}\nprint(code_of(H) == nothing)"), ["true"]);
}

#[test]
fn heaps_are_positions_like_all_others() {
    let lines = shown(
        "print(winning_moves(Kayles(3) + Kayles(4) + Kayles(5)))
         print(moves(Kayles(4)))
         print(moves(Kayles(2, 1)))
         print(moves(Nim(2)))
         print([m.to for m in moves(Nim(1, 2))])
         print(Kayles(3) + *2 + ^)
         print(canonical(Kayles(7) + Domineering(\"..|..\")))
         print(Kayles(3, 0, 4) == Kayles(3, 4), Kayles(0) in moves(Nim(1)) or Nim(0) in moves(Nim(1)))
         print(grundy(Kayles(10^15)), outcome(Kayles(10^18)))
         print(set(winning_moves(Nim(1, 2))) == {Nim(1, 1)})",
    );
    let expected = [
        "[5 -> 3, 1]",
        "[4 -> 3, 4 -> 2, 1, 4 -> 2, 4 -> 1, 1]",
        "[2 -> 1, 2 -> 0, 1 -> 0]",
        "[2 -> 1, 2 -> 0]",
        "[Nim(2), Nim(1) + Nim(1), Nim(1)]",
        "Kayles(3) + *2 + ^",
        "+-(1+*2)",
        "true true",
        "1 N",
        "true",
    ];
    assert_eq!(lines, expected);
}

/// What a condition reads may change; values computed before are forgotten then.
#[test]
fn conditions_see_changed_variables() {
    let lines = shown(
        "limit = 1\nheap H(n) = take k in 1.. if k <= limit\nprint(nim_values(H, 6))\nlimit = 2\nprint(nim_values(H, 6))",
    );
    assert_eq!(lines, ["[0, 1, 0, 1, 0, 1, 0]", "[0, 1, 2, 0, 1, 2, 0]"]);
}

#[test]
fn wrong_declarations_say_why() {
    for (text, message) in [
        ("heap H = octal 0.78", "`8` is no digit of an octal code"),
        ("heap H = code 1.0", "`1` before the point would let a player move without changing anything"),
        ("heap H = take 0", "0 can't be taken"),
        ("heap H = take {1, -2}", "-2 can't be taken"),
        ("heap H = split a", "heap"),
        ("heap H = take \"3\"", "what may be taken is a number"),
        ("heap H = take k in {10 - j for j in 1..}\nH(5)", "rising order"),
        ("heap H = take k in {j for j in 1.. if j < 4}\nH(5000)", "no further element after 3"),
        ("Kayles(-1)", "there is no heap of -1"),
        ("Kayles(1/2)", "size of a heap"),
        ("Kayles()", "needs the size"),
        ("heap H(n) = take k in 1.. if grundy(H(k)) == 0\nH(3)", "asks for values of its own heaps"),
        ("heap H(n) = take k in 1.. if k / 0 == 1\nH(3)", "zero"),
        ("nim_values(Domineering, 3)", "grid"),
        ("period(Domineering)", "take-and-break"),
        ("certificate(period(Grundy, 1000))", "nothing is proved"),
    ] {
        let found = refused(text);
        assert!(found.contains(message), "{text}\n  said {found}\n  not  {message}");
    }
}

#[test]
fn periods_are_proved_or_only_observed() {
    let lines = shown(
        "print(period(Kayles), period(DawsonsChess), period(octal(\"0.4\")))
         print(period(subtraction({1, 3, 4})))
         print(verify(certificate(octal(\"0.156\"))))
         print(period(code(\"0.[2]\"), 500), period(code(\"0.[3]\")))
         print(is_proved(period(SmallHalf)))",
    );
    assert_eq!(lines[0], "period 12 from 71, proved period 34 from 52, proved period 34 from 54, proved");
    assert_eq!(lines[1], "period 7 from 0, proved");
    assert_eq!(lines[2], "true");
    assert!(lines[3].contains("arithmetic period 1 with saltus 1 from 1, observed"), "{}", lines[3]);
    assert!(lines[3].ends_with("arithmetic period 1 with saltus 1 from 0, by a theorem"), "{}", lines[3]);
    assert_eq!(lines[4], "false");
}

/// Misère Nim and Kayles against play by the rules.
#[test]
fn misere_play() {
    let lines = shown(
        "memo won(heaps) = all(n == 0 for n in heaps) or any(not won(sort(append(without(heaps, n), k))) for n in heaps for k in 0..n-1)
         print(all((misere_outcome((a, b, c)) == N) == won([a, b, c]) for c in 0..5 for b in 0..c for a in 0..b))
         print(all((misere_outcome(Nim(a, b, c)) == N) == won([a, b, c]) for c in 0..4 for b in 0..c for a in 0..b))
         print([n for n in 0..20 if misere_outcome(Kayles(n)) == P])
         print([genus(Kayles(n)) for n in 0..9])",
    );
    assert_eq!(lines[0], "true");
    assert_eq!(lines[1], "true");
    // Winning Ways, ch. 13: the P-positions of misère Kayles with one row, and genera of short rows.
    assert_eq!(lines[2], "[1, 4, 9, 12, 20]");
    let genera =
        ["0^(120)", "1^(031)", "2^(20)", "3^(31)", "1^(031)", "4^(146)", "3^(31)", "2^(20)", "1^(13)", "4^(046)"];
    assert_eq!(lines[3], format!("[{}]", genera.join(", ")));
}

/// Misère nim-value of Kayles heaps (sorted) with `twos` heaps of two of Nim beside them, from the definition: an empty
/// position has 1.
fn misere_value(heaps: &[u64], twos: usize, ones: usize) -> u64 {
    let mut met = Vec::new();
    for (i, &n) in heaps.iter().enumerate() {
        for rest in (n.saturating_sub(2)..n).filter(|&rest| rest < n) {
            for a in 0..=rest / 2 {
                let mut next: Vec<u64> =
                    heaps.iter().copied().enumerate().filter(|(j, _)| *j != i).map(|(_, m)| m).collect();
                next.extend([a, rest - a].into_iter().filter(|&m| m > 0));
                met.push(misere_value(&next, twos, ones));
            }
        }
    }
    if twos > 0 {
        met.push(misere_value(heaps, twos - 1, ones));
        met.push(misere_value(heaps, twos - 1, ones + 1));
    }
    if ones > 0 {
        met.push(misere_value(heaps, twos, ones - 1));
    }
    if met.is_empty() { 1 } else { (0..).find(|v| !met.contains(v)).unwrap_or(0) }
}

/// Genera of sums of Kayles heaps, whose last two superscripts repeat for ever, against the definition.
#[test]
fn genera_against_the_definition() {
    for heaps in [vec![1], vec![3], vec![5], vec![1, 2], vec![2, 2], vec![1, 4], vec![3, 3], vec![1, 1, 2], vec![6]] {
        let list = heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        let genus = shown(&format!("print(genus(Kayles({list})))")).remove(0);
        let (_, digits) = genus.trim_end_matches(')').split_once("^(").unwrap();
        let digits: Vec<u64> = digits.chars().map(|c| u64::from(c.to_digit(10).unwrap())).collect();
        for twos in 0..3 {
            let last = digits.len() - 1;
            let at = if twos <= last { twos } else { last - (twos - last) % 2 };
            assert_eq!(digits[at], misere_value(&heaps, twos, 0), "{list} with {twos} twos: {genus}");
        }
    }
}

/// A folder that is gone in the end.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn session(&self) -> Session {
        Session::new(Settings { import_from: Some(self.0.path().to_owned()), ..Settings::default() })
    }
}

#[test]
fn runs_are_kept_in_files() {
    let folder = Folder::new();
    let saved =
        ran(&mut folder.session(), "nim_values(Grundy, 3000)[7]\nprint(save_values(Grundy, \"grundy.run\") > 3000)")
            .unwrap();
    assert_eq!(saved[1], "true");
    let again = ran(
        &mut folder.session(),
        "print(load_values(Grundy, \"grundy.run\") > 3000)\nprint(nim_values(Grundy, 4000) == nim_values(code(\"4!.0\"), 4000))",
    );
    assert_eq!(again.unwrap(), ["true", "true"]);
    let file = folder.0.path().join("grundy.run");
    let good = fs::read(&file).unwrap();

    // A shorter run does not replace a longer one, nor a run a file of another kind.
    let shorter =
        ran(&mut folder.session(), "nim_values(Grundy, 10)\nsave_values(Grundy, \"grundy.run\")").unwrap_err();
    assert!(shorter.contains("more than"), "{shorter}");
    let other = ran(&mut folder.session(), "load_values(Kayles, \"grundy.run\")").unwrap_err();
    assert!(other.contains("another game"), "{other}");
    fs::write(folder.0.path().join("notes"), "my notes").unwrap();
    for command in ["load_values(Grundy, \"notes\")", "save_values(Grundy, \"notes\")"] {
        let foreign = ran(&mut folder.session(), command).unwrap_err();
        assert!(foreign.contains("refused"), "{foreign}");
    }
    assert_eq!(fs::read(folder.0.path().join("notes")).unwrap(), b"my notes");

    // Cut short anywhere, or with any byte changed, it is refused and stays as it is.
    for cut in [0, 1, 15, 16, 40, good.len() / 2, good.len() - 1] {
        fs::write(&file, &good[..cut]).unwrap();
        let error = ran(&mut folder.session(), "load_values(Grundy, \"grundy.run\")").unwrap_err();
        assert!(error.contains("refused"), "cut at {cut}: {error}");
        let error =
            ran(&mut folder.session(), "nim_values(Grundy, 10)\nsave_values(Grundy, \"grundy.run\")").unwrap_err();
        assert!(error.contains("refused"), "cut at {cut}: {error}");
        assert_eq!(fs::read(&file).unwrap().len(), cut);
    }
    for at in (0..good.len()).step_by(good.len() / 23 + 1) {
        let mut bad = good.clone();
        bad[at] ^= 0x40;
        fs::write(&file, &bad).unwrap();
        let error = ran(&mut folder.session(), "load_values(Grundy, \"grundy.run\")").unwrap_err();
        assert!(error.contains("refused"), "changed at {at}: {error}");
    }
    // Nothing is written where nobody lets a program.
    let error = refused("save_values(Kayles, \"kayles.run\")");
    assert!(error.contains("cannot be read or written here"), "{error}");
}
