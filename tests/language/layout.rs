//! The one layout of programs: nothing that is read changes, what is laid out stays, and the project's own files are laid out.

use super::fuzz_like::programs;
use sprague::session::layout::laid_out;
use sprague::syntax::{Highlight, Mode, parse, tokens};
use std::fs;
use std::path::Path;

fn laid(text: &str) -> String {
    match laid_out("layout", text) {
        Ok(laid) => laid,
        Err(unread) => panic!("{}:\n{text}", unread.errors[0].message),
    }
}

/// What a text says apart from blanks, and its documentation.
fn said(text: &str) -> (Vec<(Highlight, &str)>, Vec<Option<String>>) {
    let words = tokens(text).into_iter().map(|(kind, start, end)| (kind, text[start..end].trim()));
    let parsed = parse(0, text, Mode::Script);
    assert!(parsed.errors.is_empty(), "{}:\n{text}", parsed.errors[0].message);
    let docs = parsed.program.statements.iter().map(|statement| {
        statement.doc.as_ref().map(|doc| doc.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"))
    });
    (words.filter(|word| !word.1.is_empty()).collect(), docs.collect())
}

#[track_caller]
fn holds(text: &str) -> String {
    let once = laid(text);
    assert_eq!(said(text), said(&once), "{text}");
    assert_eq!(laid(&once), once, "not laid out once and for all:\n{text}");
    assert!(once.lines().all(|line| line.trim_end() == line), "blanks at the end of a line:\n{once}");
    once
}

/// All programs in a folder of the project.
fn programs_in(folder: &str) -> Vec<(String, String)> {
    let mut open = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|ending| ending == "cgt") {
            // Some in the tests are no texts.
            found.extend(fs::read_to_string(&path).ok().map(|text| (path.display().to_string(), text)));
        }
    }
    found.sort();
    found
}

#[test]
fn examples_and_library_are_laid_out() {
    let own: Vec<_> = ["examples", "stdlib"].into_iter().flat_map(programs_in).collect();
    assert!(own.len() > 50);
    for (name, text) in own {
        // Some answers of the course are handed in with mistakes.
        let whole = parse(0, &text, Mode::Script).errors.is_empty();
        assert!(whole || name.contains("answers"), "{name}");
        assert!(!whole || holds(&text) == text, "run: sprague fmt {name}");
    }
}

/// Blanks pushed about where they decide nothing: between tokens that have some between them already, before lines, behind them.
fn shaken(text: &str, seed: &mut u64) -> String {
    let mut next = |most: u64| {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) % most
    };
    let all = tokens(text);
    let mut out = String::new();
    let mut at = 0;
    for (_, start, end) in all {
        let between = &text[at..start];
        for c in between.chars() {
            let many = next(4);
            match c {
                '\n' => out.push_str(["\n", "  \n", "\n", "\t\n"][many as usize]),
                ' ' => out.push_str([" ", "  ", "     ", " \t "][many as usize]),
                c => out.push(c),
            }
        }
        if between.contains('\n') {
            (0..next(4)).for_each(|_| out.push(' '));
        }
        out.push_str(&text[start..end]);
        at = end;
    }
    out.push_str(&text[at..]);
    out
}

/// Every program in the tests, the documentation and the library that can be read, as it is and with its blanks pushed about.
#[test]
fn every_program_says_the_same() {
    let mut texts: Vec<String> =
        ["examples", "stdlib", "tests"].into_iter().flat_map(programs_in).map(|(_, text)| text).collect();
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    for entry in fs::read_dir(docs).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        let page = fs::read_to_string(entry).unwrap();
        let fences = page.split("\n```cgt").skip(1).filter_map(|rest| rest.split_once('\n')?.1.split_once("\n```"));
        texts.extend(fences.map(|(program, _)| program.to_owned()));
    }
    let (mut seed, mut read) = (1, 0);
    for text in texts.iter().filter(|text| parse(0, text, Mode::Script).errors.is_empty()) {
        read += 1;
        let once = holds(text);
        let shaken = shaken(&once, &mut seed);
        if parse(0, &shaken, Mode::Script).errors.is_empty() && said(&shaken) == said(&once) {
            holds(&shaken);
        }
    }
    assert!(read > 400, "{read} programs were read");
}

#[test]
fn generated_programs_say_the_same() {
    let mut session = programs::session();
    let functions = programs::functions(&mut session);
    let mut read = 0;
    for seed in 0..120 {
        let statements = programs::program(&super::fuzz_like::bytes(seed, 200), &functions);
        let whole = statements.iter().filter(|text| parse(0, text, Mode::Script).errors.is_empty());
        let text = whole.map(String::as_str).collect::<Vec<_>>().join("\n");
        if parse(0, &text, Mode::Script).errors.is_empty() {
            read += 1;
            let once = holds(&text);
            let mut state = seed;
            let shaken = shaken(&once, &mut state);
            if parse(0, &shaken, Mode::Script).errors.is_empty() && said(&shaken) == said(&once) {
                holds(&shaken);
            }
        }
    }
    assert!(read > 90, "{read} programs were read");
}

#[track_caller]
fn becomes(text: &str, expected: &str) {
    assert_eq!(holds(text), expected);
}

#[test]
fn blanks_between_signs() {
    becomes("f( x,y )=x+y", "f(x, y) = x+y\n");
    becomes("f (x) = x+ y -z", "f(x) = x + y - z\n");
    becomes("x=-1;y = - 1;z = 2 - -1", "x = -1; y = -1; z = 2 - -1\n");
    becomes("if x==1 then y=2 else [1 .. 3]", "if x == 1 then y = 2 else [1..3]\n");
    becomes("<0|1>; <0 |1>; <|0>; { {1|0}|2 }", "<0|1>; <0 | 1>; <|0>; { {1|0}|2 }\n");
    becomes("*n+ *2; ^3*2; ^3 *2; * + *3; *(n + 1)", "*n + *2; ^3*2; ^3 * 2; * + *3; *(n + 1)\n");
    becomes("2 +-  1; f(+- 1)", "2 +- 1; f(+-1)\n");
    becomes("{ \"a\"=>1,2=>* }; {=>}", "{ \"a\" => 1, 2 => * }; {=>}\n");
    becomes("g( b:grid,n : integer,m=2 ) = b . rows", "g(b:grid, n : integer, m = 2) = b.rows\n");
    becomes("1/2 :1/4; 1/2:1/4", "1/2 : 1/4; 1/2:1/4\n");
    becomes("poset {a<b, b < c}; graph {a--b:\"x\", b -- c: 1}", "poset {a<b, b < c}; graph {a--b:\"x\", b -- c: 1}\n");
    becomes("print( \"a {  n } b\" )", "print(\"a {  n } b\")\n");
    becomes("check x==1\"why\"#  no", "check x == 1 \"why\"  #  no\n");
    becomes("heap H=octal   0.77", "heap H = octal 0.77\n");
    becomes("oo{0,2}; -oo{1}", "oo{0, 2}; -oo{1}\n");
    becomes("not(x); (not y)", "not (x); (not y)\n");
}

#[test]
fn lines() {
    becomes("", "");
    becomes("\n\n\n", "");
    becomes("\n\nx = 1\n\n\n\ny = 2\n\n", "x = 1\n\ny = 2\n");
    becomes("x = 1\r\ny=2\r\n", "x = 1\r\ny = 2\r\n");
    becomes("#! /bin/sprague\n  x = 1  ", "#! /bin/sprague\nx = 1\n");
    becomes("f(n) = do\nx = n\n    x\n  end", "f(n) = do\n  x = n\n  x\nend\n");
    becomes(
        "for x in xs do for y in ys do\nprint(x, y)\nend end",
        "for x in xs do for y in ys do\n  print(x, y)\nend end\n",
    );
    becomes(
        "game G(n)\nmoves G(n-1)\n# why\nfor k in 1..2\nend",
        "game G(n)\n  moves G(n-1)\n    # why\n    for k in 1..2\nend\n",
    );
    becomes("question q\npart a \"x\"\nexpect 1\nend\nend", "question q\n  part a \"x\"\n    expect 1\n  end\nend\n");
    becomes("x = [1,\n2,\n   3\n]", "x = [1,\n  2,\n   3\n]\n");
    becomes("## What.\nx = if a\nthen b\nelse c", "## What.\nx = if a\nthen b\nelse c\n");
}

#[test]
fn columns_stay() {
    becomes("a   = 1\nbcd = 2", "a   = 1\nbcd = 2\n");
    becomes("a   =1\nbcd =2", "a   = 1\nbcd = 2\n");
    becomes("a    = 1\nbc = 2", "a = 1\nbc = 2\n");
    // What grows pushes its column on.
    becomes("a=f(x,y)    # one\nbcd=f(xx)   # two", "a = f(x, y)  # one\nbcd = f(xx)  # two\n");
    becomes(
        "x=1         # one\n            # two\n  # three\ny=2",
        "x = 1       # one\n            # two\n# three\ny = 2\n",
    );
    becomes("m = [[ 0,  1],\n     [-1, 10]]", "m = [[ 0,  1],\n     [-1, 10]]\n");
    becomes("long = [ [ 0,  1],\n         [-1, 10]]", "long = [[ 0,  1],\n        [-1, 10]]\n");
    becomes(
        "game G(n)\n  left  G(n-1)      for k in 1..2   if k > 0\n  right G(n-2 * k)  for k in 1..22  if k>0\nend",
        "game G(n)\n  left  G(n-1)      for k in 1..2   if k > 0\n  right G(n-2 * k)  for k in 1..22  if k > 0\nend\n",
    );
    // What stands below something else by chance is not aligned.
    becomes("print( x,f(1)[ 0 ] )\nt = if a == 1 then 2\n", "print(x, f(1)[0])\nt = if a == 1 then 2\n");
    becomes("f(n) = [ n , 2 ]\ng(n) = [ n , 3 ]\n", "f(n) = [n, 2]\ng(n) = [n, 3]\n");
    becomes("check f(a == b or\n        c)", "check f(a == b or\n        c)\n");
    becomes("check  f(a == b or\n         c)", "check f(a == b or\n        c)\n");
}

#[test]
fn what_cannot_be_read_is_refused() {
    let unread = laid_out("x.cgt", "x = (1").expect_err("a bracket is missing");
    assert_eq!(unread.errors.len(), 1);
    assert_eq!(&*unread.sources.get(0).unwrap().name, "x.cgt");
}
