//! Misère quotients in programs: against direct play through the genus, sums of any size, positions of every kind, wrong input.

use crate::submit;
use sprague::session::{Output, Session, Settings};

/// What a program shows, or the messages of its errors.
fn ran(text: &str) -> Result<Vec<String>, String> {
    let (outputs, errors) = submit::outputs(&mut Session::new(Settings::default()), text);
    match &errors[..] {
        [] => Ok(outputs.into_iter().filter(|o| !matches!(o, Output::Check(_))).map(submit::line).collect()),
        errors => Err(errors.iter().map(|e| e.message.clone()).collect::<Vec<_>>().join("; ")),
    }
}

fn shown(text: &str) -> String {
    ran(text).unwrap_or_else(|error| panic!("{text}\n{error}")).join("\n")
}

fn refused(text: &str) -> String {
    ran(text).expect_err(text)
}

/// `misere_outcome` of sums that are decided by the quotient, and the same position played out as a sum of positions of a `game`, which goes by the
/// genus.
#[test]
fn quotients_and_the_genus_agree() {
    let program = "game Pins(n)
  moves Pins(a) + Pins(n-k-a) for k in 1..min(2, n) for a in 0..n-k
end
all([misere_outcome(Kayles(a) + Kayles(b) + Kayles(c)) == misere_outcome(Pins(a) + Pins(b) + Pins(c)) for a in 13..14 for b in 10..11 for c in 7..8])
all([misere_winning_moves(Kayles(a) + Kayles(16)).length == misere_winning_moves(Pins(a) + Pins(16)).length for a in 14..15])
all([(misere_winning_moves(Kayles(a) + Kayles(12)) == []) == (misere_outcome(Kayles(a) + Kayles(12)) == P) for a in 18..40])
";
    assert_eq!(shown(program), "true\ntrue\ntrue");
}

#[test]
fn sums_of_any_size() {
    // Nim in misère play is normal Nim until all heaps are of one.
    assert_eq!(shown("misere_outcome(10^30*Nim(1))\nmisere_outcome((10^30 + 1)*Nim(1))"), "N\nP");
    assert_eq!(shown("misere_outcome(10^30*Nim(5))\nmisere_outcome((10^30 + 1)*Nim(5))"), "P\nN");
    assert_eq!(shown("winning_moves(10^9*Nim(5) + Nim(2), misere = true)").lines().count(), 1);
    assert_eq!(shown("10^12*Nim(5) + Nim(2) + 10^12*Nim(5)"), "2000000000000*Nim(5) + Nim(2)");
    assert_eq!(shown("-(10^12*Nim(5))"), "-1000000000000*Nim(5)");
    assert_eq!(shown("10^12*Nim(5) - Nim(1) == 3*10^12*Nim(5) - Nim(1) - 2*10^12*Nim(5)"), "false");
    assert_eq!(shown("2*(10^12*Nim(5)) == 10^12*Nim(5) + 10^12*Nim(5)"), "true");
    // Of rule sets that are no heaps too.
    let rook = "game Rook(x, y)\n  moves Rook(a, y) for a in 0..x-1\n  moves Rook(x, b) for b in 0..y-1\nend\n";
    assert_eq!(shown(&format!("{rook}misere_outcome(10^12*Rook(2, 1) + Rook(1, 1))")), "P");
    assert!(refused("outcome(10^12*Nim(5))").contains("expects a game, found a sum of many positions"));
}

#[test]
fn quotients_of_all_kinds() {
    let same = "game Pins(n)
  moves Pins(a) + Pins(n-k-a) for k in 1..min(2, n) for a in 0..n-k
end
heap Clauses = take 1..2 leave a, b
[misere_quotient(Kayles, heaps = 9).order, misere_quotient(Clauses, heaps = 9).order, misere_quotient(Pins(9)).order, misere_quotient([Pins(8), Pins(9)]).order, misere_quotient(lattice_of(Kayles, 9)).order]
";
    assert_eq!(shown(same), "[18, 18, 18, 18, 18]");
    assert_eq!(shown("heap H(n) = take k in 1..2 leave a, b if n > 0\nmisere_quotient(H, heaps = 9).order"), "18");
    assert_eq!(shown("misere_quotient(*2).order\nmisere_quotient(0).order\nmisere_quotient(<*2|*2>).order"), "6\n1\n6");
    assert_eq!(shown("misere_quotient(Nim, heaps = 7).order"), "10");
    assert_eq!(shown("Q = misere_quotient(Kayles)\nverify(Q)\nstart(period(Q))\nis_proved(Q)"), "true\n71\ntrue");
    assert!(shown("svg(cayley_graph(misere_quotient(Kayles)))").starts_with("<svg"));
    assert!(shown("svg(hasse(idempotents(misere_quotient(Kayles))))").starts_with("<svg"));
    assert_eq!(shown("Q = misere_quotient(Kayles)\nQ(5, 71) == Q(Kayles(5) + Kayles(71))\nQ() "), "true\n1");
}

#[test]
fn wrong_input() {
    assert!(refused("misere_quotient(Domineering)").contains("which of its positions are meant"));
    assert!(refused("misere_quotient(1)").contains("is not impartial"));
    assert!(refused("misere_quotient(Kayles, heaps = -1)").contains("the largest heap"));
    assert!(refused("misere_quotient(\"0.77\")").contains("expects a game"));
    assert!(refused("game Loop(n)\n  moves Loop(1 - n)\nend\nmisere_quotient(Loop(0))").contains("cycle"));
    assert!(refused("period(misere_quotient(Kayles, heaps = 9))").contains("no period is proved"));
    assert!(refused("misere_quotient(Kayles, heaps = 9)(10)").contains("does not know Kayles(10)"));
    assert!(refused("order(3)").contains("misère quotient"));
    assert!(refused("winning_moves(Nim(3), misere = 1)").contains("true or false"));
}
