//! Games compared in universes, in programs: what they print is played, what does not belong is refused with its reason.

use crate::said::{refused, shown};

/// All pairs of dicot games of day 2, and some positions: a game that tells two apart does so in `misere_outcome`; where there is none, no
/// value of day 2 does.
#[test]
fn distinguishers_are_played_out() {
    let program = "better(a, b) = a == b or a == L or b == R
ends(g) = misere_outcome(g)
values = values_born_by(2, in = Dicot)
games = values + [* + *, Clobber(\"xoxo\"), Clobber(\"xo\") + ^, Kayles(4)]
tells(g, h, x) = x == nothing or not better(ends(g + x), ends(h + x))
belongs(x) = x == nothing or x in Dicot
[all(tells(g, h, distinguisher(g, h, in = Dicot)) for g in games for h in games), all(belongs(distinguisher(g, h, in = Dicot)) for g in games for h in games)]
never(g, h) = all(better(ends(g + x), ends(h + x)) for x in values)
all(never(g, h) for g in games for h in games if distinguisher(g, h, in = Dicot) == nothing)
length([1 for g in games for h in games if distinguisher(g, h, in = Dicot) == nothing]) > length(games)
";
    assert_eq!(shown(program), "[true, true]\ntrue\ntrue");
}

/// Without a universe it is normal play.
#[test]
fn normal_play_is_the_usual_comparison() {
    let program = "games = [0, 1, -1, *, *2, ^, v*, +-1, <1 | *>, Domineering(grid(2, 3)), Kayles(3) + 1/2, <0|> + *]
sign(g, h) = if g == h then \"==\" else if g > h then \">\" else if g < h then \"<\" else \"||\"
all(compare(g, h) == sign(g, h) for g in games for h in games)
all(identical(canonical(g, in = Normal), canonical(g)) for g in games)
";
    assert_eq!(shown(program), "true\ntrue");
}

#[test]
fn what_a_canonical_form_is() {
    assert_eq!(
        shown("G = canonical(* + *, in = Misere)\nG\nleft(G)\nmisere_outcome(G)\n-G\n[G, G + 0]"),
        "<* | *>\n[*]\nN\n<* | *>\n[<* | *>, <* | *>]"
    );
    assert_eq!(shown("canonical(<0, *|0, *>, in = Dicot)\ncanonical(<1|> + <0|>, in = DeadEnding)"), "*2\n3");
    assert_eq!(
        shown("[identical(canonical(g + g, in = Dicot), 0) for g in [*, ^ - *, Clobber(\"xo\")]]"),
        "[true, false, true]"
    );
    assert_eq!(
        shown(
            "misere_outcome(5)\nmisere_outcome(<2 | -1>)\nmisere_outcome(Domineering(grid(2, 3)))\nmisere_outcome(-3 + <0|0>)"
        ),
        "R\nP\nL\nL"
    );
}

#[test]
fn comparisons_are_explained() {
    let up = "<0 | *> || 0 in Dicot
  <0 | *> >= 0 fails: with X = 0, if Left begins, Right wins <0 | *> + X and Left wins 0 + X.
  0 >= <0 | *> fails: with X = *, if Left begins, Right wins 0 + X and Left wins <0 | *> + X.";
    // The sentence, played: Left cannot move in 0, and wins; in <0 | *> she can but move to 0, where Right wins.
    assert_eq!(shown("explain(compare(<0 | *>, 0, in = Dicot))"), up);
    assert_eq!(
        shown("[misere_outcome(<0 | *>), misere_outcome(0), misere_outcome(<0 | *> + *), misere_outcome(*)]"),
        "[R, N, N, P]"
    );
    let equal = "<0 | > + < | 0> == 0 in DeadEnding
  <0 | > + < | 0> >= 0 holds: Left never does worse beside any game of it.
  0 >= <0 | > + < | 0> holds: Left never does worse beside any game of it.";
    assert_eq!(shown("explain(compare(<0|> + <|0>, 0, in = DeadEnding))"), equal);
}

#[test]
fn what_does_not_belong_is_refused() {
    for (text, says) in [
        (
            "compare(<<0|*>, 1|0>, 0, in = Dicot)",
            "<<0 | *>, 1 | 0> is not dicot: play can come to its follower 1, and there only Left can move",
        ),
        (
            "canonical(<* | >, in = DeadEnding)",
            "<* | > is not dead-ending: Right cannot move, but can again after a move of Left",
        ),
        (
            "compare(0, <0, 1 | >, in = IntegerEnds)",
            "<0, 1 | > is not a game whose ends are integers: Right cannot move, and it is no integer",
        ),
        (
            "compare(< | Points(-1)>, 0, in = Guaranteed)",
            "guaranteed: Left, who cannot move, may have more than is left for later",
        ),
        ("canonical(1, in = Guaranteed)", "no canonical forms of guaranteed scoring games are worked out"),
        ("compare(1, 0, in = 3)", "`compare` expects a universe, found an integer: 3"),
        ("compare(10^6, 0, in = Misere)", "more than 100000 positions are reached"),
        ("compare(Kayles, 0, in = Misere)", "`compare` expects a game, found a rule set: Kayles"),
        ("game Round(n)\n  moves Round(1 - n)\nend\ncompare(Round(0), 0, in = Misere)", "play can go round in a cycle"),
        ("f(x) = x\nf(in = 2)", "in"),
    ] {
        let message = refused(text);
        assert!(message.contains(says), "{text}: {message}");
    }
}

#[test]
fn points_count_in_guaranteed_games() {
    let program = "S = <Points(3) | Points(-3)>
[compare(S, 0, in = Guaranteed), compare(S + S, 0, in = Guaranteed), compare(S + <0|>, S, in = Guaranteed), compare(Points(3), S, in = Guaranteed)]
distinguisher(Points(1), <0|>, in = Guaranteed)
x = distinguisher(<0|>, Points(1), in = Guaranteed)
x
compare(Points(5/2) + Points(-1/2), Points(2), in = Guaranteed)
";
    assert_eq!(shown(program), "[\"||\", \"==\", \">\", \"||\"]\n<Points(-2) | Points(1)>\n0\n==");
}
