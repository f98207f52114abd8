//! What may have been meant.

use sprague::session::{nearest, nearest_names};

#[test]
fn names_that_are_near() {
    let known = ["mex", "map", "max", "oo", "D", "L", "n", "Kayles", "outcome", "print", "Col"];
    for (name, near) in [
        ("emx", vec!["mex"]),
        ("MEX", vec!["mex"]),
        ("N", vec!["n"]),
        ("kayles", vec!["Kayles"]),
        ("outcom", vec!["outcome"]),
        ("pirnt", vec!["print"]),
        ("x", vec![]),
        ("Foo", vec![]),
        ("Bar", vec![]),
        ("len", vec![]),
        ("Foot", vec![]),
    ] {
        assert_eq!(nearest_names(name, known.into_iter()), near, "{name}");
    }
}

#[test]
fn words_of_the_command() {
    assert_eq!(nearest("--stesp", ["--steps", "--time"]), Some("--steps"));
    assert_eq!(nearest("chekc", ["eval", "check"]), Some("check"));
    assert_eq!(nearest("banana", ["eval", "doc"]), None);
}
