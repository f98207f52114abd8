//! Forms: what is written is what is played. Random literals, sums, differences and multiples of them against the bare
//! definitions, played out on trees.

use crate::lab::Lab;
use proptest::prelude::*;
use sprague::session::{Session, Settings};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// A game as the set of Left's and the set of Right's options.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
struct Tree {
    left: BTreeSet<Rc<Tree>>,
    right: BTreeSet<Rc<Tree>>,
}

impl Tree {
    fn written(&self) -> String {
        let list = |side: &BTreeSet<Rc<Tree>>| side.iter().map(|t| t.written()).collect::<Vec<_>>().join(", ");
        format!("<{}|{}>", list(&self.left), list(&self.right))
    }

    fn negative(&self) -> Tree {
        let turned = |side: &BTreeSet<Rc<Tree>>| side.iter().map(|t| Rc::new(t.negative())).collect();
        Tree { left: turned(&self.right), right: turned(&self.left) }
    }

    fn side(&self, left: bool) -> &BTreeSet<Rc<Tree>> {
        if left { &self.left } else { &self.right }
    }

    /// The sum as one tree.
    fn plus(&self, other: &Tree) -> Tree {
        let side = |left: bool| {
            let here = self.side(left).iter().map(|t| Rc::new(t.plus(other)));
            here.chain(other.side(left).iter().map(|t| Rc::new(self.plus(t)))).collect()
        };
        Tree { left: side(true), right: side(false) }
    }

    fn is_impartial(&self) -> bool {
        self.left == self.right && self.left.iter().all(|t| t.is_impartial())
    }
}

/// A sum of trees: sorted, so that tables are small; nothing else is simplified.
type Board = Vec<Rc<Tree>>;

fn options(board: &Board, left: bool) -> Vec<Board> {
    let mut all = Vec::new();
    for (i, tree) in board.iter().enumerate() {
        for option in tree.side(left) {
            let mut next = board.clone();
            next[i] = Rc::clone(option);
            next.sort();
            all.push(next);
        }
    }
    all
}

/// Whether the player to move wins when whoever cannot move wins.
fn wins_misere(board: &Board, left: bool, known: &mut HashMap<(Board, bool), bool>) -> bool {
    if let Some(&wins) = known.get(&(board.clone(), left)) {
        return wins;
    }
    let moves = options(board, left);
    let wins = moves.is_empty() || moves.iter().any(|next| !wins_misere(next, !left, known));
    known.insert((board.clone(), left), wins);
    wins
}

/// How many moves a game lasts if the winner hurries and the loser delays.
fn remoteness(board: &Board, left: bool, known: &mut HashMap<(Board, bool), u32>) -> u32 {
    if let Some(&r) = known.get(&(board.clone(), left)) {
        return r;
    }
    let after: Vec<u32> = options(board, left).iter().map(|next| remoteness(next, !left, known)).collect();
    let quickest = after.iter().filter(|r| *r % 2 == 0).min();
    let r = quickest.or(after.iter().max()).map_or(0, |r| r + 1);
    known.insert((board.clone(), left), r);
    r
}

fn impartial() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree::default());
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop::collection::btree_set(inner.prop_map(Rc::new), 0..3)
            .prop_map(|all| Tree { left: all.clone(), right: all })
    })
}

fn partizan() -> impl Strategy<Value = Tree> {
    let leaf = Just(Tree::default());
    leaf.prop_recursive(2, 8, 2, |inner| {
        let side = || prop::collection::btree_set(inner.clone().prop_map(Rc::new), 0..3);
        (side(), side()).prop_map(|(left, right)| Tree { left, right })
    })
}

/// Components with how often they stand in the sum; negative numbers for negatives.
fn sum_of(tree: impl Strategy<Value = Tree>) -> impl Strategy<Value = Vec<(i32, Tree)>> {
    prop::collection::vec((prop::sample::select(vec![-2, -1, 1, 1, 2]), tree), 1..3)
}

fn written(sum: &[(i32, Tree)]) -> String {
    let term = |(n, tree): &(i32, Tree)| match n {
        1 => format!("+ {}", tree.written()),
        -1 => format!("- {}", tree.written()),
        n => format!("+ ({n}) * {}", tree.written()),
    };
    format!("0 {}", sum.iter().map(term).collect::<Vec<_>>().join(" "))
}

fn board(sum: &[(i32, Tree)]) -> Board {
    let mut all = Vec::new();
    for (n, tree) in sum {
        let tree = Rc::new(if *n < 0 { tree.negative() } else { tree.clone() });
        all.extend((0..n.abs()).map(|_| Rc::clone(&tree)));
    }
    all.sort();
    all
}

fn whole(board: &Board) -> Tree {
    board.iter().fold(Tree::default(), |sum, tree| sum.plus(tree))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn impartial_sums_are_played_in_their_components(sum in sum_of(impartial())) {
        let mut lab = Lab::new();
        let (text, board) = (written(&sum), board(&sum));
        let lost = !wins_misere(&board, true, &mut HashMap::new());
        prop_assert_eq!(lab.say(&format!("misere_outcome({text})")), if lost { "P" } else { "N" }, "{}", text);
        let r = remoteness(&board, true, &mut HashMap::new());
        prop_assert_eq!(lab.say(&format!("remoteness({text})")), r.to_string(), "{}", text);
        prop_assert_eq!(lab.say(&format!("is_impartial({text})")), "true", "{}", text);
        // By a rule set that is handed the form.
        lab.say("game Given(g)\n  moves Given(x) for x in left(g)\nend");
        prop_assert_eq!(lab.say(&format!("remoteness(Given({text}))")), r.to_string(), "{}", text);
        prop_assert_eq!(lab.say(&format!("misere_outcome(Given({text}))")), if lost { "P" } else { "N" }, "{}", text);
        // And by a function with a memory.
        lab.say("memo lost(g) = not any(lost(x) for x in left(g)) and left(g) != []");
        prop_assert_eq!(lab.say(&format!("lost({text})")), lost.to_string(), "{}", text);
    }

    #[test]
    fn partizan_sums_are_played_in_their_components(sum in sum_of(partizan())) {
        let mut lab = Lab::new();
        let (text, board) = (written(&sum), board(&sum));
        for (left, name) in [(true, "Left"), (false, "Right")] {
            let r = remoteness(&board, left, &mut HashMap::new());
            prop_assert_eq!(lab.say(&format!("remoteness({text}, {name})")), r.to_string(), "{} {}", text, name);
            // Options, each once, however often their component stands there.
            let different: BTreeSet<Tree> = options(&board, left).iter().map(whole).collect();
            let mut expected: Vec<u32> = different.iter().map(|t| remoteness(&vec![Rc::new(t.clone())], !left, &mut HashMap::new())).collect();
            expected.sort_unstable();
            expected.dedup();
            let other = if left { "Right" } else { "Left" };
            let found = lab.say(&format!("sort(list(set(remoteness(m.to, {other}) for m in moves({text}, {name}))))"));
            prop_assert_eq!(found, format!("{expected:?}"), "{} {}", text, name);
        }
        let tree = whole(&board);
        prop_assert_eq!(lab.say(&format!("is_impartial({text})")), tree.is_impartial().to_string(), "{}", text);
        prop_assert_eq!(lab.say(&format!("outcome({text})")), outcome(&board), "{}", text);
    }

    #[test]
    fn identical_sums_have_identical_trees(a in sum_of(partizan()), b in sum_of(partizan())) {
        let mut lab = Lab::new();
        let (x, y) = (written(&a), written(&b));
        let (s, t) = (whole(&board(&a)), whole(&board(&b)));
        prop_assert_eq!(lab.say(&format!("identical({x}, {y})")), (s == t).to_string(), "{} {}", x, y);
        prop_assert_eq!(lab.say(&format!("identical({x}, {})", s.written())), "true", "{}", x);
        prop_assert_eq!(lab.say(&format!("identical({x}, -({}))", s.negative().written())), "true", "{}", x);
        prop_assert_eq!(lab.say(&format!("identical(({x}) + ({y}), ({y}) + ({x}))")), "true", "{} {}", x, y);
        // Order and equality are those of values, however the sum was written.
        prop_assert_eq!(lab.say(&format!("({x}) == canonical({x}) and {{{x}}} == {{canonical({x})}}")), "true", "{}", x);
        prop_assert_eq!(lab.say(&format!("({x}) - ({y}) == canonical({x}) - canonical({y})")), "true", "{} {}", x, y);
    }
}

fn outcome(board: &Board) -> &'static str {
    let wins = |left| remoteness(board, left, &mut HashMap::new()) % 2 == 1;
    match (wins(true), wins(false)) {
        (true, true) => "N",
        (false, false) => "P",
        (true, false) => "L",
        (false, true) => "R",
    }
}

fn says(text: &str) -> Vec<String> {
    Lab::new().say(text).lines().map(str::to_owned).collect()
}

/// The examples of the notes: what is so of forms, and what of values.
#[test]
fn forms_and_values() {
    let truths = "\
G = <0 | 1>
identical(G + 0, G) and identical(0 + G, G) and identical(G - 0, G)
not identical(G - G, 0) and G - G == 0 and outcome(G - G) == P
identical(0 - 0, 0) and identical(1 - 1, 0) and identical(<|> + <|>, 0)
identical(-(-G), G) and identical(-(G + *), -G - *) and identical(2 * G, G + G) and identical(-2 * G, -G - G)
identical(G + (* + ^), (G + *) + ^) and identical(G + *, * + G)
not identical(* + *, 0) and not identical(canonical(* + *), * + *) and identical(canonical(* + *), 0)
length(moves(<0 | 1> + <0 | 1> - 1)) == 3
left(<0 | 1> + <* | *>) == [<*|*>, G + *] and identical(left(<0 | 1> + <* | *>)[0], <* | *>)
options(<* | *>) == [*] and remoteness(<* | *>) == 2 and remoteness(<*2 | *2>) == 2
misere_outcome(<*2 | *2>) == P and genus(<*2 | *2>) == \"0^(02)\"
misere_outcome(*2 + *2) == P and genus(*2 + *2) == \"0^(02)\" and misere_outcome(canonical(*2 + *2)) == N
length(winning_moves(*7 + *9 + *2)) == 1 and winning_moves(*7 + *9 + *2)[0].to == 0
remoteness(*3 - *3) == 6 and remoteness(canonical(*3 - *3)) == 0
components(<0 | 1> - *2 + 1) == [1/2, *2, 1]
{<0 | 1>, 1/2, 1 - <0 | 1>, <0 | 1> + 0} == {1/2}
{* + * => \"zero\"}[0] == \"zero\" and * + * in [0] and 0 in {* + *}
10^18 * ^ == ^1000000000000000000 and 10^30 * <0 | 1> == 5 * 10^29
is_number(<0 | 1> + <0 | 1>) and (<0 | 1> + <0 | 1>) * 3 == 3 and (<0 | 1> + 1/2) / 2 == 1/2
";
    let mut lab = Lab::new();
    for line in truths.lines() {
        let said = lab.say(line);
        assert!(said == "true" || line.starts_with("G ="), "{line}: {said}");
    }
}

/// A literal that is handed to a rule set arrives as it was written, and positions with different forms are different.
#[test]
fn rule_sets_are_handed_forms() {
    let said = says(
        "game Play(g)\n  left Play(x) for x in left(g)\n  right Play(x) for x in right(g)\nend
         Play(<* | *>)
         length(moves(Play(<* | *>)))
         remoteness(Play(<* | *>))
         misere_outcome(Play(<*2 | *2>))
         Play(<* | *>) == Play(0)
         length({Play(<* | *>), Play(0), Play(<* | *>), Play(* + *), Play(<*, 0 | 0>), Play(<0, * | 0>)})
         moves(Play(<0 | 1> + <* | *>), Left)
         remoteness(Play(* + *) + <* | *>)
         winning_moves(Play(*2 + *3))
         Play(<0 | *, 0>) + * + *",
    );
    let expected = [
        "Play(<* | *>) = 0",
        "1",
        "2",
        "P",
        "true",
        "4",
        "[Left: Play(<0 | 1> + <* | *>) -> Play(<* | *>), Left: Play(<0 | 1> + <* | *>) -> Play(* + <0 | 1>)]",
        "4",
        "[Play(*2 + *3) -> Play(*2 + *2)]",
        "Play(v*) + * + * = v*",
    ];
    assert_eq!(said, expected);
}

/// Forms go through everything that takes games.
#[test]
fn forms_meet_positions() {
    let said = says(
        "Nim(3) + <* | *>
         moves(Nim(1) + <* | *>)
         remoteness(Nim(1) + <* | *>)
         misere_outcome(Nim(2) + *2)
         <Nim(2) | 0> + <0 | 1>
         length(moves(<Nim(2) | 0> + <0 | 1>))
         components(Nim(1) - (<0 | 1> + *) + 2)
         2 * (Nim(1) + <0 | 1>)
         -(Nim(1) + <0 | 2>)",
    );
    let expected =
        ["Nim(3) + <* | *> = *3", "[1 -> 0, 0 -> *]", "3", "P", "<*2|0>+1/2", "4", "[Nim(1), 2, -1/2, *]", "2", "-1"];
    // The shapes of these are fixed by their own tests; here only that they are answered.
    assert_eq!(said.len(), expected.len(), "{said:#?}");
    assert_eq!(said[0], expected[0]);
    assert_eq!(said[2..4], expected[2..4]);
}

/// A sum that grows in a loop costs a push a round, whatever is asked of it meanwhile.
#[test]
fn long_sums_stay_flat() {
    let steps = |n: u32, asked: &str| {
        let mut session = Session::new(Settings::default());
        let text = format!(
            "x = 0\nfor k in 1..{n} do\n  x = x + <k % 7 | k % 7 + 1>\n  {asked}\nend\ny = 0\nfor k in 1..{n} do y = *k + y end\nprint(x == x + 0, y == y)"
        );
        let (outputs, errors) = crate::submit::outputs(&mut session, &text);
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(outputs.len(), 1);
        session.handle().steps()
    };
    for asked in ["z = x + *", "z = -*3 + x", "if x < 0 then break"] {
        let (some, many) = (steps(1_000, asked), steps(10_000, asked));
        assert!(many < 14 * some, "{asked}: {some} steps for 1,000 components, {many} for 10,000");
    }
}

/// Sums of more components than are kept apart, and sums that go on from the same beginning.
#[test]
fn long_sums_keep_their_value() {
    let said = says(
        "x = 0
         for k in 1..100000 do x = x + *(k % 16) + ^ end
         x == 100000 * ^ and outcome(x) == L
         y = 0
         for k in 1..1000 do y = y + <0 | *> end
         a = y + * + *2
         b = y + 1/2
         c = *3 + y
         y == 1000 * ^ and a == y + *3 and b == 1/2 + y and c == a and y - y == 0
         length(components(y)) == 1000 and length(components(a)) == 1002 and length(components(b)) == 1001
         identical(a - y, y + *2 + * - y) and not identical(a, c) and length(moves(y, Left)) == 1",
    );
    assert_eq!(said, ["true"; 4]);
}

/// Kayles in clauses of the language: positions of another rule set with the same forms; and the definition of `identical`.
const ANOTHER_KAYLES: &str = "\
game K(n)
  moves K(a) + K(n-1-a) for a in 0..n-1
  moves K(a) + K(n-2-a) for a in 0..n-2
end
all_in(xs, ys) = all(any(same(x, y) for y in ys) for x in xs)
memo same(g, h) = all_in(left(g), left(h)) and all_in(left(h), left(g)) and all_in(right(g), right(h)) and all_in(right(h), right(g))
";

/// Components that come in two writings of one form, or of one value with different forms.
const WRITINGS: [(&str, &str); 9] = [
    ("Kayles(2)", "K(2)"),
    ("Kayles(3)", "K(3)"),
    ("K(1)", "Nim(1)"),
    ("Nim(2)", "*2"),
    ("^", "<0 | *>"),
    ("-Cutcake(3, 2)", "Cutcake(2, 3)"),
    ("<* | *>", "* + *"),
    ("1", "<0 | >"),
    ("<*2, 0 | *2, 0>", "<0, *2 | 0, *2>"),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn identical_sums_of_positions_by_definition(
        parts in proptest::collection::vec((0..WRITINGS.len(), any::<bool>(), any::<bool>()), 1..4),
        other in (0..WRITINGS.len(), any::<bool>()),
    ) {
        let mut lab = Lab::new();
        lab.say(ANOTHER_KAYLES);
        let one = |&(which, second): &(usize, bool)| if second { WRITINGS[which].1 } else { WRITINGS[which].0 };
        let x: Vec<&str> = parts.iter().map(|p| one(&(p.0, p.1))).collect();
        let y: Vec<&str> = parts.iter().rev().map(|p| one(&(p.0, p.2))).collect();
        let z: Vec<&str> = y[1..].iter().copied().chain([one(&other)]).collect();
        let (x, y, z) = (x.join(" + "), y.join(" + "), z.join(" + "));
        for (g, h) in [(&x, &y), (&x, &z), (&z, &y)] {
            let expected = lab.say(&format!("same({g}, {h})"));
            prop_assert_eq!(lab.say(&format!("identical({g}, {h})")), expected, "{} {}", g, h);
        }
        prop_assert_eq!(lab.say(&format!("is_impartial({x})")), lab.say(&format!("is_impartial({y})")), "{} {}", x, y);
    }
}

/// Each position below is looked at once, however many others it is compared with.
#[test]
fn identical_sums_of_positions_are_found_soon() {
    for (question, expected, most) in [
        // The same components, some by another rule set.
        ("identical(K(4) + Kayles(5) - Cutcake(3, 2) + ^, Kayles(4) + K(5) - Cutcake(3, 2) + ^)", "true", 20_000),
        ("identical(K(9), Kayles(9))", "true", 100_000),
        // One of several components is another, of the same value.
        (
            "identical(Kayles(3) + Kayles(4) - Cutcake(3, 2) + ^, Nim(3) + Kayles(4) - Cutcake(3, 2) + ^)",
            "false",
            100_000,
        ),
        ("identical(Kayles(5) + K(6) + ^ + ^, Kayles(6) + <Kayles(5) + ^ | Kayles(5) + ^> + ^)", "false", 200_000),
        ("identical(Cutcake(4, 5) + K(4) + K(5) + *2, Cutcake(4, 5) + <K(4) + Kayles(5) | > + *2)", "false", 200_000),
    ] {
        let mut session = Session::new(Settings::default());
        let (_, errors) = crate::submit::outputs(&mut session, ANOTHER_KAYLES);
        assert!(errors.is_empty(), "{errors:?}");
        let (outputs, errors) = crate::submit::outputs(&mut session, question);
        assert!(errors.is_empty(), "{question}: {errors:?}");
        assert_eq!(outputs.into_iter().map(crate::submit::shown).collect::<Vec<_>>(), [expected], "{question}");
        let steps = session.handle().steps();
        assert!(steps < most, "{question}: {steps} steps");
    }
}
