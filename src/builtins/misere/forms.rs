//! Canonical forms in misère play, and what is asked of them.

use crate::adapters::misere::forms::GenusValue;
use crate::builtins::{natural, string};
use crate::eval::Machine;
use crate::eval::native::Native;
use crate::limits::{Handle, Stop};
use crate::misere::{Form, Forms};
use crate::value::notion::Notion;
use crate::value::{Fault, Res, Value};
use std::rc::Rc;

/// The functions of this file.
pub static ALL: &[Native] = &[
    Native::new(
        "misere_canonical",
        "misere_canonical(g)",
        "The canonical form of an impartial game in misère play. Two games have the same one exactly if they are equal there: no third game beside them tells who wins. It is found by leaving out options that are reversible through the game itself (Conway; Siegel, ch. V). Names are those of Winning Ways, ch. 13: `*[2]` is a heap of Nim, `*[2#]` the game whose only option is that heap, `*[2_2]` the sum of two such heaps, `*[2#30]` the game with the options `*[2#]`, `*[3]` and 0. Forms add up, `==` compares them.",
        &[
            ("misere_canonical(Kayles(5))", "*[2_2321]"),
            ("misere_canonical(*2 + *2)", "*[2_2]"),
            ("misere_canonical(<* | *>)", "*[0]"),
            ("misere_canonical(Nim(3) + Nim(1)) == misere_canonical(*2)", "true"),
        ],
        |m, a| {
            let form = m.misere_form(&a[0])?;
            Ok(m.misere_form_value(form))
        },
    ),
    Native::new(
        "misere_form",
        "misere_form(name)",
        "The misère canonical form with a name such as `*[2#0]`: what is printed is read back. Options stand side by side or with commas between them; `(12)` is a heap of 12, `#` the game with this only option, `_` a sum, and brackets are a game among the options. What is named need not be canonical.",
        &[
            ("misere_form(\"*[2#0]\")", "*[2#0]"),
            ("misere_form(\"*[1#]\")", "*[0]"),
            ("misere_form(\"*[2]\") + misere_form(\"*[2#]\") == misere_form(\"*[2#_2]\")", "true"),
        ],
        |m, a| {
            let form = m.misere_form_named(string(&a[0], "the name")?)?;
            Ok(m.misere_form_value(form))
        },
    ),
    Native::new(
        "misere_birthday",
        "misere_birthday(g)",
        "The day on which the canonical form of an impartial game in misère play is born: one more than the latest of its options.",
        &[("misere_birthday(*2 + *2)", "4")],
        |m, a| {
            let form = m.misere_form(&a[0])?;
            Ok(m.misere_store().borrow().birthday(form).into())
        },
    ),
    Native::new(
        "misere_nim_value",
        "misere_nim_value(g)",
        "The misère nim-value of an impartial game: 1 if there is no move, else the least number that is not that of an option. It is 0 exactly for P-positions of misère play; values of sums do not follow from it.",
        &[("misere_nim_value(0)", "1"), ("misere_nim_value(Kayles(5))", "1"), ("misere_nim_value(*2 + *2)", "0")],
        |m, a| Ok(m.genus_of(&a[0])?.values[0].into()),
    ),
    Native::new(
        "misere_options",
        "misere_options(g)",
        "The options of the canonical form of an impartial game in misère play, as forms, in the order of their birthdays.",
        &[("misere_options(*2 + *2)", "[*[2], *[3]]")],
        |m, a| {
            let form = m.misere_form(&a[0])?;
            let options = m.misere_store().borrow().options(form).to_vec();
            Ok(list(m, options))
        },
    ),
    Native::new(
        "misere_mate",
        "misere_mate(g)",
        "The mate of an impartial game in misère play: that of 0 is *, that of another game is the game of the mates of its options. A game and its mate together are a P-position.",
        &[("misere_mate(*2)", "*[2]"), ("misere_mate(0)", "*[1]"), ("misere_outcome(*2 + *2)", "P")],
        |m, a| {
            let form = m.misere_form(&a[0])?;
            ask(m, |forms, handle| forms.mate(form, handle))
        },
    ),
    Native::new(
        "misere_links",
        "misere_links(g, h)",
        "A form t that links two impartial games: g + t and h + t are P-positions of misère play. There is one exactly if neither game is equal to an option of the other (Conway); else `nothing`.",
        &[("misere_links(*2, *3) == nothing", "true"), ("misere_links(*2 + *2, *2) == nothing", "true"), ("misere_links(*2 + *2, 0)", "*[2_2]")],
        |m, a| {
            let (g, h) = (m.misere_form(&a[0])?, m.misere_form(&a[1])?);
            maybe(m, |forms, handle| forms.link(g, h, handle))
        },
    ),
    Native::new(
        "misere_distinguisher",
        "misere_distinguisher(g, h)",
        "A form t that tells two impartial games apart in misère play: of g + t and h + t one is a P-position and the other is not. `nothing` if the games are equal, where there is none.",
        &[("misere_distinguisher(*2 + *2, 0)", "*[0]"), ("misere_distinguisher(Nim(3) + Nim(1), *2) == nothing", "true")],
        |m, a| {
            let (g, h) = (m.misere_form(&a[0])?, m.misere_form(&a[1])?);
            maybe(m, |forms, handle| forms.distinguisher(g, h, handle))
        },
    ),
    Native::new(
        "misere_difference",
        "misere_difference(g, h)",
        "The form x with g = h + x in misère play. There is at most one, as games cancel there (Conway); `nothing` if there is none. Of all games only 0 and * have negatives.",
        &[("misere_difference(*2 + *4, *4)", "*[2]"), ("misere_difference(0, *2) == nothing", "true")],
        |m, a| {
            let (g, h) = (m.misere_form(&a[0])?, m.misere_form(&a[1])?);
            maybe(m, |forms, handle| forms.difference(g, h, handle))
        },
    ),
    Native::new(
        "misere_parts",
        "misere_parts(g)",
        "The parts of an impartial game in misère play: all forms h for which there is an x with g = h + x. They are finitely many (Conway); 0 and * are always among them. A part may be born later than the whole.",
        &[("misere_parts(*2 + *2)", "[*[0], *[1], *[2], *[3], *[2_2], *[2_3]]")],
        |m, a| {
            let form = m.misere_form(&a[0])?;
            let parts = asked(m, |forms, handle| forms.parts(form, handle))?;
            Ok(list(m, parts.to_vec()))
        },
    ),
    Native::new(
        "misere_partitions",
        "misere_partitions(g)",
        "All ways to write an impartial game as a sum of primes in misère play. Of g and g + * the one that is born earlier is even; the primes here are even, and * is added where g is odd. There may be several ways (Norton).",
        &[
            ("misere_partitions(*5 + *2)", "[[*[2], *[4], *[1]]]"),
            ("misere_partitions(misere_form(\"*[4_2#]\")).length", "2"),
        ],
        |m, a| {
            let form = m.misere_form(&a[0])?;
            let all = asked(m, |forms, handle| forms.partitions(form, handle))?;
            Ok(Value::list(all.into_iter().map(|parts| list(m, parts)).collect()))
        },
    ),
    Native::new(
        "misere_is_prime",
        "misere_is_prime(g)",
        "Whether an impartial game is prime in misère play: it is neither 0 nor *, and no sum of two games that are neither.",
        &[("misere_is_prime(*2)", "true"), ("misere_is_prime(*2 + *4)", "false")],
        |m, a| test(m, &a[0], Forms::is_prime),
    ),
    Native::new(
        "misere_is_tame",
        "misere_is_tame(g)",
        "Whether an impartial game is tame: the nim-values g of normal play and g- of misère play that its tame options give it are those of a position of Nim, that is 0 and 1, 1 and 0, or n and n, and each of its other options has a tame option with the same g and one with the same g-. Sums of tame games go as Nim does (On Numbers and Games, ch. 12; Winning Ways, ch. 13).",
        &[("misere_is_tame(*2 + *2)", "true"), ("misere_is_tame(Kayles(5))", "false")],
        |m, a| test(m, &a[0], Forms::is_tame),
    ),
    Native::new(
        "misere_is_half_tame",
        "misere_is_half_tame(g)",
        "Whether an impartial game is half-tame: g + g is tame. Every tame game is.",
        &[("misere_is_half_tame(misere_form(\"*[2#0]\"))", "true"), ("misere_is_half_tame(misere_form(\"*[2#1]\"))", "false")],
        |m, a| test(m, &a[0], Forms::is_half_tame),
    ),
    Native::new(
        "misere_is_restive",
        "misere_is_restive(g)",
        "Whether an impartial game is restive: not tame, though all its options are (those of its canonical form), and of nim-value 0 or 1 in normal play. It is a heap of Nim that chooses its size by the company it keeps.",
        &[("misere_is_restive(misere_form(\"*[2#0]\"))", "true"), ("misere_is_restive(*2)", "false")],
        |m, a| test(m, &a[0], Forms::is_restive),
    ),
    Native::new(
        "misere_is_restless",
        "misere_is_restless(g)",
        "Whether an impartial game is restless: not tame, though all its options are (those of its canonical form), and of nim-value 0 or 1 in misère play.",
        &[("misere_is_restless(misere_form(\"*[2#1]\"))", "true"), ("misere_is_restless(Kayles(5))", "true")],
        |m, a| test(m, &a[0], Forms::is_restless),
    ),
    Native::new(
        "misere_born_by",
        "misere_born_by(n)",
        "All misère canonical forms of impartial games born by day n, the earliest first: 1, 2, 3, 5 and 22 for n from 0 to 4. Those born by day 5 are 4171780.",
        &[("misere_born_by(3)", "[*[0], *[1], *[2], *[2#], *[3]]"), ("misere_born_by(4).length", "22")],
        |m, a| {
            let day = natural(&a[0], "the day")?;
            let day = u32::try_from(day).unwrap_or(u32::MAX);
            let all = asked(m, |forms, handle| forms.born_by(day, handle))?;
            Ok(list(m, all))
        },
    ),
    Native::new(
        "genus",
        "genus(g)",
        "The genus of an impartial position: its nim-value, then the misère nim-values of G, G + *2, G + *2 + *2, …, of which the last two repeat for ever (Winning Ways, ch. 13). `.base` is the first, `.exponents` are the others; genus(g)[n] is the misère nim-value of G with n heaps *2. It is equal to the text that it prints as.",
        &[
            ("genus(0)", "0^(120)"),
            ("genus(*)", "1^(031)"),
            ("genus(*2)", "2^(20)"),
            ("genus(*2 + *2)", "0^(02)"),
            ("genus(Kayles(5))", "4^(146)"),
            ("genus(Kayles(5)).exponents", "[1, 4, 6]"),
            ("genus(Kayles(5))[10^6]", "6"),
        ],
        |m, a| Ok(Value::of(GenusValue(m.genus_of(&a[0])?))),
    )
    .about(Notion::Genus),
    Native::new(
        "base",
        "base(genus)",
        "The nim-value in normal play with which a genus begins.",
        &[("base(genus(Kayles(5)))", "4")],
        |_, a| Ok(genus(&a[0])?.0.normal.into()),
    ),
    Native::new(
        "exponents",
        "exponents(genus)",
        "The misère nim-values of a genus: of G, G + *2, G + *2 + *2, …; the last two repeat for ever.",
        &[("exponents(genus(*2))", "[2, 0]")],
        |_, a| Ok(Value::list(genus(&a[0])?.0.values.iter().map(|&value| value.into()).collect())),
    ),
];

fn genus(value: &Value) -> Res<&GenusValue> {
    match value.thing::<GenusValue>() {
        Some(genus) => Ok(genus),
        None => Fault::expected("a genus, such as `genus(Kayles(5))`", value).err(),
    }
}

/// What the store says.
fn asked<T>(m: &mut Machine, question: impl FnOnce(&mut Forms, &Handle) -> Result<T, Stop>) -> Res<T> {
    let (store, handle) = (m.misere_store(), Rc::clone(&m.handle));
    let answer = question(&mut store.borrow_mut(), &handle);
    Ok(answer?)
}

fn ask(m: &mut Machine, question: impl FnOnce(&mut Forms, &Handle) -> Result<Form, Stop>) -> Res {
    let form = asked(m, question)?;
    Ok(m.misere_form_value(form))
}

fn maybe(m: &mut Machine, question: impl FnOnce(&mut Forms, &Handle) -> Result<Option<Form>, Stop>) -> Res {
    let form = asked(m, question)?;
    Ok(form.map_or(Value::Nothing, |form| m.misere_form_value(form)))
}

fn test(m: &mut Machine, g: &Value, question: fn(&mut Forms, Form, &Handle) -> Result<bool, Stop>) -> Res {
    let form = m.misere_form(g)?;
    asked(m, |forms, handle| question(forms, form, handle)).map(Value::Bool)
}

fn list(m: &mut Machine, forms: Vec<Form>) -> Value {
    Value::list(forms.into_iter().map(|form| m.misere_form_value(form)).collect())
}
