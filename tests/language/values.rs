//! Values far out that follow from a theorem: each within so many steps.

use crate::submit::submit;
use sprague::limits::Limits;
use sprague::session::{Session, Settings};

#[track_caller]
fn says(steps: u64, text: &str, expected: &str) {
    let limits = Limits { steps: Some(steps), ..Limits::default() };
    let (said, errors) = submit(&mut Session::new(Settings { limits, ..Settings::default() }), text);
    let found = errors.first().map_or(said, |error| error.message.clone());
    assert_eq!(found, expected, "{text}");
}

#[test]
fn large_nimbers() {
    says(1000, "+-1 + *3000", "+-(1+*3000)");
    says(1000, "<2|1> + *(2^63-1)", "3/2 +- (1/2+*9223372036854775807)");
    says(1000, "<3|2||1|0> + *70000", "3/2 +- (1 +- (1/2+*70000))");
    says(1000, "1 : *400", "1+*400");
    says(1000, "3/4 : *(10^12)", "3/4+*1000000000000");
    says(1000, "* : *(10^12)", "*1000000000001");
    says(1000, "freeze(5 + *(2^32))", "5+*4294967296");
    says(1000, "cool(*(2^32), 0)", "*4294967296");
    // Nim-values of heaps of less than 2^63 may be as large as this.
    says(1000, "Lasker(2^63 - 1)", "Lasker(9223372036854775807)");
    says(1000, "canonical(Lasker(2^63 - 1))", "*9223372036854775808");
    says(1000, "*9223372036854775808 == Lasker(2^63 - 1)", "true");
    says(1000, "canonical(^3*9223372036854775808 - Lasker(2^63 - 1))", "^3");
    let most = "*18446744073709551615";
    says(1000, &format!("canonical({most} + Lasker(2^63 - 1))"), "*9223372036854775807");
    says(1000, &format!("grundy({most})"), "18446744073709551615");
    says(1000, &format!("birthday({most})"), "18446744073709551615");
    says(1000, &format!("1/2 + {most} + ^2"), "1/2+^^*18446744073709551615");
    says(1000, &format!("-{most} == {most}"), "true");
    says(
        1000,
        "*18446744073709551616",
        "the size of a nimber is an integer from 0 to 2^64 - 1, found 18446744073709551616",
    );
}

/// Heaps named one after another are not copied each time.
#[test]
fn long_sums_of_heaps() {
    says(200_000, "grundy(Nim(1..20000))", "20000");
}

#[test]
fn compounds_of_large_forms() {
    says(1_000_000, "conjunctive_sum(*200, *300)", "*200");
    says(100_000, "ordinal_product(1000, -1000)", "-1000000");
}

#[test]
fn copies_of_a_number_and_what_grows() {
    let refused = "1000000000000000000000000000000 copies of this game are born after day 4000: a sum of so many";
    says(20_000_000, "10^30 * <2||1|0>", refused);
    says(10_000, "10^30 * <5||1|0>", "2750000000000000000000000000000");
}

#[test]
fn misere_forms_of_heaps() {
    for (question, expected) in [
        ("misere_birthday(*1000)", "1000"),
        ("misere_mate(*400) == misere_canonical(*400)", "true"),
        ("misere_parts(*400).length", "4"),
        ("misere_is_prime(*400)", "true"),
        ("misere_is_half_tame(*400)", "true"),
        ("misere_is_restive(*400) or misere_is_restless(*400)", "false"),
        ("misere_difference(*400, *401)", "*[1]"),
        ("misere_difference(*400, *2) == nothing", "true"),
    ] {
        says(50_000_000, question, expected);
    }
}
