//! Codes as they are read, shown and refused.

use sprague_heaps::code::{CodeErrorKind, Sizes};
use sprague_heaps::{Base, Code, CodeError};

fn read(text: &str) -> String {
    match Code::parse(text, Base::Any) {
        Ok(code) => code.to_string(),
        Err(e) => format!("{} {:?}", e.at, e.kind),
    }
}

#[test]
fn canonical_forms() {
    for (text, shown) in [
        ("0.77", "0.77"),
        ("0.7700", "0.77"),
        (".f3", "0.F3"),
        (" 0.0 ", "0.0"),
        ("4!.0", "4!.0"),
        ("0.3!3!", "0.33"),
        ("0.1[2]", "0.1[2]"),
        ("0.12[22]", "0.1[2]"),
        ("0.3[23]", "0.[32]"),
        ("0.123[123123]", "0.[123]"),
        ("0.5[0]", "0.5"),
        ("0.7!0[4!]", "0.7!0[4!]"),
        ("4.[3]", "4.[3]"),
        ("0.{1,2}", "0.6"),
        ("0.{2+}", "0.{2+}"),
        ("0.{0,1,2,3+}", "0.*"),
        ("0.{0,1,2,3!+}", "0.{0,1,2,3!+}"),
        ("0.{0,1,2!,3!+}", "0.*!"),
        ("0.*!*", "0.*!*"),
        ("0.4?8?", "0.4!8?"),
        ("0.C?", "0.C?"),
        ("0.{2!, 3?}", "0.C?"),
        ("0.{2,3?}", "0.{2,3?}"),
        ("0.3=", "0.3"),
        ("0.4=", "0.4="),
        ("0.&64;3", "0.{6}3"),
        ("0.&8;", "0.8"),
        ("0.{2,7,9+}=", "0.{2,7,9+}="),
        ("80.4", "80.4"),
        ("0080.4", "80.4"),
        ("{4+}84!.0", "{4+}84!.0"),
        ("{2+}.0", "{2+}.0"),
    ] {
        assert_eq!(read(text), shown, "{text}");
        assert_eq!(read(shown), shown);
    }
}

#[test]
fn refusals() {
    for (text, shown) in [
        ("", "0 Empty"),
        ("77", "2 MissingPoint"),
        ("0.7.7", "3 SecondPoint"),
        ("0.7-", "3 NotADigit('-')"),
        ("1.7", "0 NeverShrinks('1')"),
        ("7.7", "0 NeverShrinks('7')"),
        ("10.7", "0 MayGrow { digit: '1', added: 1 }"),
        ("40.7", "0 MayGrow { digit: '4', added: 1 }"),
        ("*0.7", "0 MayGrow { digit: '*', added: 1 }"),
        ("*.7", "0 NeverShrinks('*')"),
        ("0.{", "3 Set"),
        ("0.{}", "3 Set"),
        ("0.{2+,3}", "5 Set"),
        ("0.{2", "4 Set"),
        ("0.{3,2}", "5 NotRising(2)"),
        ("0.{2,2!}", "5 NotRising(2)"),
        ("0.{2!}!", "6 TwoMarks"),
        ("0.{63}", "3 TooManyHeaps"),
        ("0.&9223372036854775808;", "2 TooManyHeaps"),
        ("0.&4", "2 NotADigit('&')"),
        ("0.!", "2 StrayMark('!')"),
        ("0.7!!", "4 StrayMark('!')"),
        ("0.7!=", "4 StrayMark('=')"),
        ("0.7[", "3 Bracket"),
        ("0.7]", "3 Bracket"),
        ("0.7[]", "4 EmptyTail"),
        ("0.7[1]2", "6 AfterTail"),
    ] {
        assert_eq!(read(text), shown, "{text}");
    }
    assert_eq!(Code::parse("10.7", Base::Octal), Err(CodeError { at: 1, kind: CodeErrorKind::LongHead }));
    assert_eq!(Code::parse("0.{2}", Base::Octal), Err(CodeError { at: 2, kind: CodeErrorKind::NotOctal('{') }));
    assert_eq!(Code::parse("0.78", Base::Octal), Err(CodeError { at: 3, kind: CodeErrorKind::NotOctal('8') }));
}

/// A digit before the point is refused exactly if some heap could stay as large as it is.
#[test]
fn what_may_stay_is_what_some_heap_does() {
    for (sizes, sign) in [(Sizes::Any, ""), (Sizes::Different, "!"), (Sizes::Uneven, "?"), (Sizes::Equal, "=")] {
        for added in 0..5 {
            for parts in 2..7 {
                let stays = (1..=12).any(|n| {
                    some(n + added, parts, n + added, &mut Vec::new(), &|found| {
                        sizes.allow(found) && found.iter().any(|&a| a >= n)
                    })
                });
                let text = format!("{{{parts}{sign}}}{}.0", "0".repeat(added as usize));
                assert_eq!(Code::parse(&text, Base::Any).is_err(), stays, "{text}");
            }
        }
    }
}

/// Whether some way to part a heap into so many is as wanted.
fn some(sum: u64, parts: u64, most: u64, found: &mut Vec<u64>, wanted: &dyn Fn(&[u64]) -> bool) -> bool {
    if parts == 0 {
        return sum == 0 && wanted(found);
    }
    (1..=most.min(sum)).any(|a| {
        found.push(a);
        let is = some(sum - a, parts - 1, a, found, wanted);
        found.pop();
        is
    })
}
