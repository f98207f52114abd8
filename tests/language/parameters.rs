//! Parameters with kinds and defaults, and the variables of loops.

use crate::lab::Lab;
use sprague::session::layout::laid_out;

#[track_caller]
fn refused(lab: &mut Lab, text: &str, expected: &str) {
    let told = lab.try_say(text).expect_err(text);
    assert!(told.contains(expected), "{text}\n{told}");
}

#[test]
fn a_parameter_has_a_kind_and_a_default() {
    let mut lab = Lab::new();
    lab.say("f(n: integer = 3, m: integer = n + 1) = (n, m)");
    assert_eq!(lab.say("(f(), f(5), f(m = 0), f(n = 7, m = 8))"), "((3, 4), (5, 6), (3, 0), (7, 8))");
    refused(&mut lab, "f(\"a\")", "`n` must be an integer");
    refused(&mut lab, "f(1, 2, 3)", "f(n: integer = 3, m: integer = n + 1)");
    // What a default gives is of the kind, too, and a text becomes a board.
    assert_eq!(lab.say("board(b: grid = \"..|..\") = kind(b)\nboard()"), "grid");
    refused(&mut lab, "wrong(n: integer = \"x\") = n\nwrong()", "`n` must be an integer");
    lab.say("memo up_to(n: integer = 4) = if n == 0 then 0 else n + up_to(n - 1)");
    assert_eq!(lab.say("up_to()"), "10");
    // Other words of a call stay as they were.
    assert_eq!(lab.say("g(x, y = 2) = x + y\n(g(* : *), g(1, y = 3))"), "(2+*2, 4)");
}

#[test]
fn rule_sets_have_such_parameters() {
    let mut lab = Lab::new();
    lab.say("game T(n: integer, most: integer = 2)\n  moves T(n - k, most) for k in 1..min(n, most)\nend");
    assert_eq!(
        lab.say("[grundy(T(n)) for n in 0..5] + [grundy(T(5, 3)), grundy(T(5, most = 1))]"),
        "[0, 1, 2, 0, 1, 2, 1, 1]"
    );
    refused(&mut lab, "T(3, *)", "`most` must be an integer");
    refused(&mut lab, "T()", "T(n: integer, most: integer = 2)");
    refused(&mut lab, "lattice L(x: integer = 1, y)\n  board x >= 0\n  move (1, 0)\nend", "no default and no kind");
    refused(&mut lab, "heap H(n: integer = 1) = take 1..n", "no default and no kind");
}

#[test]
fn what_is_no_such_parameter() {
    let mut lab = Lab::new();
    refused(&mut lab, "h(n: int = 3) = n", "unknown kind `int`");
    refused(&mut lab, "h(2: integer = 3) = n", "this is not a parameter");
    refused(&mut lab, "h(n: 2 = 3) = n", "this is not a parameter");
    refused(&mut lab, "h(n) = n\nh(n: integer = 3)", "a kind belongs to a parameter");
    refused(&mut lab, "h(n) = n\ncheck h(n: integer = 3) == 3", "a kind belongs to a parameter");
}

#[test]
fn they_are_laid_out() {
    let laid = |text: &str| laid_out("parameters", text).map_err(|unread| unread.errors[0].message.clone());
    assert_eq!(laid("f(n: integer=3,b:grid)=n\n").as_deref(), Ok("f(n: integer = 3, b:grid) = n\n"));
}

#[test]
fn an_assignment_to_a_variable_of_a_loop_is_the_loops() {
    let mut lab = Lab::new();
    lab.say("i = 10");
    let in_function = |body: &str| format!("h() = do\n  {body}\n  i\nend\nh()");
    for body in [
        "for i in 1..2 do i = i + 5 end",
        "for (i, j) in [(1, 2)] do i = j end",
        "for j in 1..2 for i in 1..j do i = i + 1 end",
        "xs = [do i = i + 1; i end for i in 1..3]",
        "for i in 1..2 do i(n) = n end",
        "for i in 1..2 do for j in 1..2 do if j == 1 then i = 3 end end",
    ] {
        assert_eq!(lab.say(&in_function(body)), "10", "{body}");
        assert_eq!(lab.say(&format!("{body}\ni")), "10", "{body}");
    }
    // What is assigned beside the loop is the function's, as is what the first step assigns, which is outside.
    assert_eq!(lab.say(&in_function("i = 1\n  for i in 5..6 do i = i + 5 end")), "1");
    assert_eq!(lab.say(&in_function("for i in (do i = 4; 1..2 end) do i = 7 end")), "4");
    assert_eq!(lab.say(&in_function("for j in 1..3 do i = j end")), "3");
    assert_eq!(lab.say("i"), "10");
    // A name that only the loop has means nothing after it.
    refused(&mut lab, "for only in 1..2 do only = 5 end\nonly", "unknown name `only`");
}
