//! Misère quotients in programs: against direct play through the genus, sums of any size, positions of every kind, wrong input.

use crate::said::{refused, shown};
use sprague::limits::Handle;
use sprague::misere::Forms;
use sprague::posets::RandomBits;

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
    assert_eq!(shown("10^12*Nim(5) - Nim(1) == 3*10^12*Nim(5) - Nim(1) - 2*10^12*Nim(5)"), "true");
    assert_eq!(shown("2*(10^12*Nim(5)) == 10^12*Nim(5) + 10^12*Nim(5)"), "true");
    // Of rule sets that are no heaps too.
    let rook = "game Rook(x, y)\n  moves Rook(a, y) for a in 0..x-1\n  moves Rook(x, b) for b in 0..y-1\nend\n";
    assert_eq!(shown(&format!("{rook}misere_outcome(10^12*Rook(2, 1) + Rook(1, 1))")), "P");
    // In normal play they have a value, and nobody plays them.
    assert_eq!(shown("outcome(10^12*Nim(5))"), "P");
    assert!(refused("moves(10^12*Nim(5))").contains("expects a game, found a sum of many positions"));
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

/// Forms of positions of every kind: of a game in code, of heaps, lattices, literals and sums, against the definition.
#[test]
fn canonical_forms() {
    let rules = "game Pins(n)
  moves Pins(a) + Pins(n-k-a) for k in 1..min(2, n) for a in 0..n-k
end
";
    let same = "all([misere_canonical(Kayles(n)) == misere_canonical(Pins(n)) for n in 0..12])
[misere_canonical(Kayles(n)) for n in 0..6]
misere_canonical(Kayles(3) + Pins(4) + *2 + 0) == misere_canonical(Kayles(3)) + misere_canonical(*3 + Pins(4)) + *1 + 2*misere_canonical(*2 + *2) - 0";
    assert!(refused(&format!("{rules}{same}")).contains("misère form"), "a difference is no sum");
    let same = same.replace(" - 0", "");
    let shown_lines = shown(&format!("{rules}{}", same.replace(" + 2*misere_canonical(*2 + *2)", "")));
    assert_eq!(shown_lines, "true\n[*[0], *[1], *[2], *[3], *[1], *[2_2321], *[3]]\ntrue");
    // P-positions, beside others too.
    let outcomes = "all([(misere_nim_value(misere_canonical(Kayles(n)) + *k) == 0) == (misere_outcome(Kayles(n) + *k) == P) for n in 0..9 for k in 0..3])
all([genus(misere_canonical(Kayles(n))) == genus(Kayles(n)) for n in 0..9])
all([misere_form(\"{f}\") == f for f in misere_born_by(4)])
misere_born_by(4).length
all([misere_canonical(f) == f for f in misere_born_by(4)])
{misere_canonical(*2), misere_canonical(Nim(3) + Nim(1)), misere_canonical(*3)}.length
3*misere_canonical(*2) == misere_canonical(*2 + *2 + *2)
Wythoff(2, 1).misere_canonical";
    assert_eq!(shown(outcomes), "true\ntrue\ntrue\n22\ntrue\n2\ntrue\n*[0]");
    assert_eq!(
        shown(
            "all([misere_is_tame(Nim(a, b)) for a in 0..5 for b in 0..5])\n[n for n in 0..12 if not misere_is_tame(Kayles(n))]"
        ),
        "true\n[5, 9, 11, 12]"
    );
}

/// Literals are what they are written as, whatever their values in normal play: forms made from those of their options, outcomes by the
/// definition, all asked for in one session.
#[test]
fn literals_by_the_definition() {
    let (mut random, handle) = (RandomBits::new(5), Handle::default());
    for _ in 0..12 {
        // Each game with its text, its form, and whether the player to move loses; options come before.
        let mut forms = Forms::new();
        let mut games = vec![("0".to_owned(), forms.zero(), false)];
        while games.len() < 16 {
            let options: Vec<usize> =
                (0..=random.below(2)).map(|_| random.below(games.len() as u64) as usize).collect();
            let side: Vec<&str> = options.iter().map(|&i| &*games[i].0).collect();
            let text = format!("<{0} | {0}>", side.join(", "));
            if text.len() > 400 {
                continue;
            }
            let form = forms.form(options.iter().map(|&i| games[i].1).collect(), &handle).unwrap();
            games.push((text, form, options.iter().all(|&i| !games[i].2)));
        }
        let texts: Vec<&str> = games.iter().map(|game| &*game.0).collect();
        let names =
            games.iter().map(|game| forms.name(game.1, &handle).unwrap().unwrap()).collect::<Vec<_>>().join(", ");
        let lost = games.iter().map(|game| if game.2 { "P" } else { "N" }).collect::<Vec<_>>().join(", ");
        let program = format!(
            "games() = [{}]\n[misere_canonical(g) for g in games()]\n[misere_outcome(g) for g in games()]\nQ = misere_quotient(games(), order = 1000)\n[if Q(g) in p_portion(Q) then P else N for g in games()]",
            texts.join(", ")
        );
        assert_eq!(shown(&program), format!("[{names}]\n[{lost}]\n[{lost}]"), "{program}");
    }
}

#[test]
fn the_genus_is_a_value() {
    assert_eq!(
        shown("genus(Kayles(5)) == \"4^(146)\"\n\"4^(146)\" == genus(Kayles(5))\ngenus(*2) == genus(Nim(2))"),
        "true\ntrue\ntrue"
    );
    assert_eq!(
        shown("g = genus(Kayles(5))\n(g.base, g.exponents)\n[g[n] for n in 0..5]\n\"{g}!\""),
        "(4, [1, 4, 6])\n[1, 4, 6, 4, 6, 4]\n4^(146)!"
    );
    assert_eq!(shown("{genus(*2), genus(Nim(2)), genus(*3)}.length\ngenus(*2)[10^30] == genus(*2)[0]"), "2\ntrue");
    assert!(refused("genus(*2)[-1]").contains("from 0 on"));
    assert!(refused("genus(1)").contains("is not impartial"));
    assert!(refused("base(3)").contains("a genus"));
}

#[test]
fn partizan_quotients() {
    // One of each order up to 8 except 3, of which there is none.
    let orders = "[misere_quotient(g).order for g in [[0], [1], [<<|*>|>], [<0,*|0>], [*2], [<0,*|>, <0,*|0>], [<0,*|>, <*|0,*>]]]";
    assert_eq!(shown(orders), "[1, 2, 4, 5, 6, 7, 8]");
    let program = "Q = misere_quotient([<0,*|>, <*|0,*>])
verify(Q)
sort([portion(Q, o).length for o in [L, N, P, R]])
Q(<0,*|>, <*|0,*>) == Q(<0,*|> + <*|0,*>)
presentation(Q) == presentation(misere_quotient([<0,*|>, <*|0,*>]))
table(Q) == table(Q)";
    assert!(shown(program).starts_with("true\n[1, 1, 2, 4]\ntrue\ntrue\ntrue"), "{}", shown(program));
    // Positions of a rule set, and their negatives.
    let clobber = "game Cut(n)
  left Cut(n - 1) if n > 0 and n < 3
  right Cut(n - 2) if n > 1
end
";
    assert!(shown(&format!("{clobber}misere_quotient(Cut(2)).order")).parse::<u32>().is_ok());
    assert_eq!(shown("misere_quotient([1, -1], order = 30).order > 0"), "true");
}

#[test]
fn wrong_forms() {
    assert!(refused("misere_canonical(1)").contains("is not impartial"));
    assert!(refused("misere_canonical(\"*[2]\")").contains("expects a game"));
    assert!(refused("misere_form(\"*[2\")").contains("ends too early"));
    assert!(refused("misere_form(\"*[2x]\")").contains("`x` cannot stand there"));
    assert!(refused("misere_form(2)").contains("a string"));
    assert!(refused("misere_born_by(5)").contains("4171780"));
    assert!(refused("misere_canonical(10^12*Nim(5))").contains("so many positions"));
    assert!(refused("game Loop(n)\n  moves Loop(1 - n)\nend\nmisere_canonical(Loop(0))").contains("cycle"));
    assert!(refused("portion(misere_quotient(Kayles, heaps = 2), 3)").contains("an outcome"));
    assert!(refused("portion(misere_quotient(Kayles, heaps = 2), D)").contains("an outcome: L, N, P or R"));
    assert!(refused("Q = misere_quotient(Kayles)\nQ(2^64)").contains("at most 2^63 - 1 beans"));
    assert!(refused("10^9*misere_canonical(*2)").contains("times"));
}

#[test]
fn wrong_input() {
    assert!(refused("misere_quotient(Domineering)").contains("which of its positions are meant"));
    assert!(refused("misere_quotient(Kayles, heaps = -1)").contains("the largest heap"));
    assert!(refused("misere_quotient(\"0.77\")").contains("expects a game"));
    assert!(refused("game Loop(n)\n  moves Loop(1 - n)\nend\nmisere_quotient(Loop(0))").contains("cycle"));
    assert!(refused("period(misere_quotient(Kayles, heaps = 9))").contains("no period is proved"));
    assert!(refused("misere_quotient(Kayles, heaps = 9)(10)").contains("does not know Kayles(10)"));
    assert!(refused("order(3)").contains("misère quotient"));
    assert!(refused("winning_moves(Nim(3), misere = 1)").contains("true or false"));
}

/// Partitions grow too fast to be listed: the quotient ends there, and what was asked is known long before.
#[test]
fn heaps_with_too_many_moves_end_a_quotient() {
    assert_eq!(shown("heap H = code 0.{3+}\nmisere_outcome(10*H(3))\nmisere_outcome(31*H(4))\n"), "N\nP");
    let ended = shown("heap H = code 0.{3+}\nQ = misere_quotient(H)\nQ\nverify(certificate(Q))");
    assert!(ended.contains("the next heap has too many moves") && ended.ends_with("true"), "{ended}");
}

/// A certificate of some heaps says no more than of these, and its claim is an expression that is true.
#[test]
fn claims_of_quotients_are_true() {
    for (quotient, claim) in [
        ("Kayles", "order(misere_quotient(code(\"0.77\"))) == 40"),
        ("Kayles, heaps = 6", "order(misere_quotient(code(\"0.77\"), heaps = 6)) == 12"),
        ("subtraction({1, 2}), heaps = 1", "order(misere_quotient(code(\"0.33\"), heaps = 1)) == 2"),
        ("[Kayles(1), Kayles(2)]", "order(misere_quotient([Kayles(1), Kayles(2)])) == 6"),
    ] {
        assert_eq!(shown(&format!("claim(certificate(misere_quotient({quotient})))")), claim);
        assert_eq!(shown(claim), "true");
    }
}

/// Forms are games: who wins them is what the genus says, and what is played with them beside a position.
#[test]
fn misere_forms_have_outcomes() {
    let program = "t = misere_links(*2 + *2, 0)
[misere_outcome(t), misere_outcome(*2 + *2 + t), winner(t, misere = true)]
all([misere_outcome(misere_canonical(g)) == misere_outcome(g) for g in [0, *, *2, *2 + *2, Kayles(7), Kayles(5) + Kayles(9)]])";
    assert_eq!(shown(program), "[P, P, Second]\ntrue");
}
