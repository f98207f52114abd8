//! The calculus of values as people type it: published values, names that are read back, and errors that say why.

use crate::lab::Lab;
use crate::submit;
use sprague::session::{Session, Settings};

/// What each line says, in one session.
fn all_say(lines: &[(&str, &str)]) {
    let mut lab = Lab::new();
    for (input, output) in lines {
        assert_eq!(lab.say(input), *output, "{input}");
    }
}

/// *Winning Ways*, ch. 8; Siegel, *Combinatorial Game Theory*, ch. II; Grossman and Siegel 2009; *On Numbers and Games*, ch. 6, 14, 16.
#[test]
fn published_values() {
    all_say(&[
        ("[stop_count(*8), stop_count(^*6)]", "[4374, 1459]"),
        ("[atomic_weight(g) for g in [^, ^*6, <0||0|v*>, tiny(2)]]", "[1, 1, 1, 0]"),
        ("atomic_weight(<^3|vv>)", "<1|0>"),
        ("reduced_canonical_form(<3||2+*|1+*>)", "<3||2|1>"),
        ("uptimal_expansion(<0||0|v*>)", "*.12"),
        ("uptimal_expansion(<0|*||*|||*||||*>)", "0.1111"),
        ("[norton_product(g, ^) for g in [6, 1/2, ^]]", "[^6, <^^*|v*>, <^^*||0|v4>]"),
        ("up_power_to(^, 2) == ^ + up_power(^, 2)", "true"),
        ("[conway_product(*4, *4), selective_sum(*5, *6)]", "[*6, *11]"),
        ("subordinate(1/8, 1)", "-3"),
        ("[companion(0), companion(^)]", "[*, ^*]"),
        ("[nim_product(8, n) for n in 1..16]", "[8, 12, 4, 11, 3, 7, 15, 13, 5, 1, 9, 6, 14, 10, 2, 128]"),
        ("[length(born_by(day)) for day in 0..3]", "[1, 4, 22, 1474]"),
    ]);
}

/// Every name of docs/values.md is read as what it means, and shown again as it was written.
#[test]
fn names_are_read_back() {
    let mut lab = Lab::new();
    for (name, meaning, latex) in [
        ("^<2>", "<0 | v*>", r"\uparrow^{2}"),
        ("^[2]", "<^ | *>", r"\uparrow^{[2]}"),
        ("^[2]*", "<^ | *> + *", r"\uparrow^{[2]}{\ast}"),
        ("^<3>*2", "<0 | v* + v + ^ - <0 | v*>> + *2", r"\uparrow^{3}{\ast}2"),
        ("-^[2]", "<* | v>", r"\downarrow^{[2]}"),
        ("-^<2>*", "-<0 | v*> + *", r"\downarrow^{2}{\ast}"),
        ("1+^[3]", "1 + <^[2] | *>", r"1+\uparrow^{[3]}"),
        ("1/2-^<2>", "1/2 - <0 | v*>", r"\tfrac{1}{2}+\downarrow^{2}"),
        ("tiny(2)", "<0 || 0 | -2>", "⧾_{2}"),
        ("tiny(<3|1>)", "<0 || 0 | -<3 | 1>>", r"⧾_{\{3\mathrel{|}1\}}"),
        ("miny(2)", "<2 | 0 || 0>", "⧿_{2}"),
        ("1/4+tiny(12)", "1/4 + <0 || 0 | -12>", r"\tfrac{1}{4}+⧾_{12}"),
        ("+-(2, <3|1>)", "<2, <3 | 1> | -2, <-1 | -3>>", r"\pm (2,\{3\mathrel{|}1\})"),
        ("<3|||2||1|0>", "<3 | <2 | <1 | 0>>>", r"\{3\mathrel{|||}2\mathrel{||}1\mathrel{|}0\}"),
    ] {
        assert_eq!(lab.say(&format!("canonical({name})")), name);
        assert_eq!(lab.say(&format!("canonical({meaning})")), name, "{meaning}");
        assert_eq!(lab.say(&format!("latex({name})")), latex, "{name}");
    }
    // Between other signs, as options, and far up.
    all_say(&[
        ("<0|^<2>>", "<0|^<2>>"),
        // Brackets are shorter than four bars.
        ("canonical(<4||||3|||2||1|0>)", "<4||3|<2||1|0>>"),
        ("<4||||3|||2||1|0> == <4 | <3 | <2 | <1 | 0>>>>", "true"),
        ("<0|^[2]> == <0 | <^ | *>>", "true"),
        ("2*^[2]-^<2>*3 == ^ + ^ + ^<2> + *3", "true"),
        ("^[0]", "0"),
        ("^<1>", "^"),
        ("^[1000] - ^[999] == ^<1000>", "true"),
        // Where a list or a comparison was meant before.
        ("x = [5, 6, 7]; x[2]", "7"),
        ("v < 2", "true"),
        ("^ < 2", "true"),
        ("^<2", "true"),
    ]);
}

#[test]
fn errors_say_why() {
    let mut session = Session::new(Settings::default());
    for (program, words) in [
        ("atomic_weight(5)", "5 is no infinitesimal, so it has no atomic weight"),
        ("atomic_weight(<3 | 1>)", "<3|1> is no infinitesimal"),
        ("uptimal_expansion(<1 | -1>)", "is no uptimal"),
        ("norton_product(1, *)", "Norton's product is with a positive game, and * is not greater than 0"),
        ("norton_product(1, over)", "Norton's product is with a short game, and over is loopy"),
        ("norton_product(over, ^)", "would be no stopper"),
        ("cool(over, -1/2)", "cooling adds up on the cycle of moves through over"),
        ("heat(over, 1)", "heating adds up on the cycle of moves through over"),
        ("cool(dud, 1)", "dud is no stopper: its two sides differ"),
        ("atomic_weight(over)", "over is loopy, so it has no atomic weight"),
        ("stop_count(over)", "over is loopy, so its tree has no end"),
        ("last_loses(3)", "`last_loses` takes a rule set such as Kayles, not 3"),
        ("impartial(3)", "`impartial` takes a rule set such as Kayles, not 3"),
        ("dicotic(3)", "`dicotic` takes a rule set such as Kayles, not 3"),
        ("twisted(^)", "`twisted` takes a rule set such as Kayles, not ^"),
        ("conjunctive(Kayles, 4)", "`conjunctive` takes a rule set such as Kayles, not 4"),
        ("selective(4, Kayles)", "`selective` takes a rule set such as Kayles, not 4"),
        ("clobber(3)", "`clobber` takes a list of steps such as king_steps, not 3"),
        ("certificate(3)", "a question of play"),
        ("verify(3)", "what has a proof"),
        ("up_power(<1 | -1>, 2)", "has no powers as `^` has them"),
        ("up_power(^, 0)", "a number from 1 on as the power"),
        ("up_power_to(^, -1)", "not negative"),
        ("^<0>", "there is no `^<0>`"),
        ("subordinate(-1, 1)", "no game `h` was found with 1 : h == -1"),
        ("born_by(4)", "the values born by day 4 are not listed"),
        ("random_game(1, day = 1000)", "more than 64 moves"),
        ("nim_inverse(0)", "0 has no nim-inverse"),
        ("nim_product(-1, 2)", "a non-negative integer or a nimber"),
        ("explain(^, birthday)", "one of the functions that have steps to show"),
        ("explain(^, norton_product)", "`norton_product` needs `u` beside the game"),
        ("explain(5, atomic_weight)", "5 is no infinitesimal, so it has no atomic weight"),
        ("followers(10^9)", "more than 1000000 followers"),
        ("selective_sum(10^9, 1)", "more than 50000 followers"),
        ("stop_count(*(10^9))", "are not counted"),
    ] {
        let (_, errors) = submit::outputs(&mut session, program);
        let text = format!("{errors:?}");
        assert!(!errors.is_empty() && text.contains(words), "{program}: {text}");
    }
}

#[test]
fn steps_are_shown() {
    let mut lab = Lab::new();
    for (program, words) in [
        ("explain(<^3 | vv>, atomic_weight)", "Right's option vv has weight -2, and 2: 0."),
        ("explain(^, atomic_weight)", "^ is greater than it"),
        ("explain(tiny(2), atomic_weight)", "is not all-small"),
        ("explain(<3||2+*|1+*>, reduced_canonical_form)", "the reduced canonical form is <3||2|1>."),
        ("explain(^, reduced_canonical_form)", "Both stops are 0"),
        ("explain(<1, -1 | 0>, reduced_canonical_form)", "<1, -1 | 0>\n  In canonical form it is <1|0>."),
        ("explain(<^3, v | vv>, atomic_weight)", "<^3, v | vv>\n  In canonical form it is <^3|vv>."),
        (
            "explain(<3 | -1>, thermograph)",
            "The walls meet at tax 2, the temperature; from there the mast stands at 1, the mean.",
        ),
        ("explain(1, ordinal_sum, -3)", "1 : -3 = <0 | 1/4> = 1/8."),
        ("explain(1, ordinal_sum, off)", "1 : off = <0 | over> = over."),
        ("explain(^, ordinal_sum, over)", "^ : over = <0, ^ | *, <^|*, pass>> = <^|*, pass>."),
        ("explain(*, overheat, 1, over)", "<over | under> = +-over."),
        ("explain(3/2 + under, norton_product, 1/2)", "= 3/4 + under."),
        ("explain(1/2, norton_product, ^)", "The best incentives of ^: ^*."),
        ("explain(1/2, overheat, 1, 2)", "<2 | -1> = <2|-1>."),
    ] {
        let text = lab.say(program);
        assert!(text.contains(words), "{program}:\n{text}");
    }
}

/// Multiples, comparisons and questions about numbers that nobody counts up to.
#[test]
fn as_many_as_one_likes() {
    all_say(&[
        ("10^30 * <2|1> == 15 * 10^29", "true"),
        ("[mean(10^30 * <2|1>), 10^30 * <2|-1> > 0]", "[1500000000000000000000000000000, true]"),
        (
            "[compare(10^5, 0), compare(10^6, 10^6 + 1), compare(*200, *201), compare(2^60 * ^, 10^6)]",
            "[\">\", \"<\", \"||\", \"<\"]",
        ),
        (
            "[distinguisher(10^5, 0) == nothing, distinguisher(0, 10^5), distinguisher(10^5, 10^5 + 1)]",
            "[true, 0, -100001]",
        ),
        ("[distinguisher(1, 5), distinguisher(<2|1>, 1), distinguisher(*, ^)]", "[-1, -1, 0]"),
        (
            "explain(compare(*200, *201))",
            "*200 || *201 in Normal\n  *200 >= *201 fails: with X = *201, if Right begins, Right wins *200 + X and Left wins *201 + X.\n  *201 >= *200 fails: with X = *200, if Right begins, Right wins *201 + X and Left wins *200 + X.",
        ),
        (
            "[f(1/3) for f in [is_pseudonumber, is_stopper, is_stopper_sided, is_numberish, is_number_tiny, is_uptimal]]",
            "[true, true, true, true, true, true]",
        ),
        (
            "[is_pseudonumber(omega), is_pseudonumber(omega + *), is_numberish(1/3 + ^), is_numberish(omega + <3|1>)]",
            "[true, false, true, false]",
        ),
        (
            "[is_number_tiny(1/3 + tiny(1)), is_number_tiny(1/3 + ^), is_all_small(1/3), is_all_small(1/omega)]",
            "[true, false, false, false]",
        ),
    ]);
    let said = Lab::new().try_say("-+-1").unwrap_err();
    assert!(said.contains("the negative of a switch needs parentheses: `-(+-1)`"), "{said}");
}
