//! What a program says, in every format: values of each kind, printed lines, checks, errors, documentation.

use sprague::report::{self, Data, Format, Output};
use sprague::session::{Mode, Session, Settings};
use std::cell::RefCell;
use std::rc::Rc;

/// The outputs and errors of a program in one format.
fn written(text: &str, format: Format) -> Vec<String> {
    let mut session = Session::new(Settings::default());
    if format != Format::Text {
        session.tell_data();
    }
    let heard = Rc::new(RefCell::new(Vec::new()));
    let hears = Rc::clone(&heard);
    let emit: sprague::session::Sink =
        Rc::new(move |output, sources| hears.borrow_mut().push(output.render(format, sources, false)));
    let outcome = session.run("formats", text, Mode::Script, emit);
    let mut all = heard.take();
    if !outcome.errors.is_empty() {
        all.push(report::errors(&outcome.errors, format, session.sources(), false));
    }
    all
}

const VALUES: &str = "<0, *1 | 1/2>
[1/2, ^ + *, true]
{1 => \"a<b\", 2 => nothing}
grid(\"x.|.o\")
game Heap(n)
  moves Heap(k) for k in 0..n-1
end
Heap(3)";

#[test]
fn values() {
    let html = written(VALUES, Format::Html);
    assert_eq!(html[0], "<div class=\"value\"><code><sup>1</sup>&frasl;<sub>4</sub></code></div>");
    assert!(html[1].contains("[<code><sup>1</sup>&frasl;<sub>2</sub></code>, <code>^*</code>"), "{}", html[1]);
    assert!(
        html[2].contains("<tr><th><code>1</code></th><td><span class=\"text\">a&lt;b</span></td></tr>"),
        "{}",
        html[2]
    );
    assert!(html[3].contains("<tr><td>x</td><td>.</td></tr>"), "{}", html[3]);
    assert_eq!(html[4], "<div class=\"value\"><code>Heap(3)</code> = <code>*3</code></div>");
    let latex = written(VALUES, Format::Latex);
    assert_eq!(latex[1], "\\[\\left[ \\frac{1}{2},\\ \\uparrow{\\ast},\\ \\mathrm{true} \\right]\\]");
    assert!(
        latex[2].contains("\\begin{array}{r|l} 1 & \\mbox{a\\textless{}b} \\\\ 2 & \\mathrm{nothing} \\end{array}")
    );
    assert!(latex[3].contains("\\begin{array}{cc} \\mathrm{x} & \\mathrm{.} \\\\"), "{}", latex[3]);
    assert_eq!(latex[4], "\\[\\mathrm{Heap(3)} = {\\ast}3\\]");
    let json = written(VALUES, Format::Json);
    assert!(json[1].contains("\"data\":[\"1/2\",\"^*\",true]"), "{}", json[1]);
    assert!(json[2].contains("\"data\":[[1,\"a<b\"],[2,null]]"), "{}", json[2]);
    assert_eq!(written(VALUES, Format::Text)[4], "Heap(3) = *3");
}

/// The value of a position is a formula as it is alone, and signs that are spelled out stand in text.
#[test]
fn formulas_hold_no_text() {
    let latex = |text: &str| written(text, Format::Latex).concat();
    for position in ["Domineering(\"...|...\")", "Clobber(\"xxo\")", "Clobber(\"xo\") + Hackenbush(\"br\")"] {
        let value = latex(&format!("canonical({position})"));
        let value = value.trim_start_matches("\\[");
        assert!(latex(position).ends_with(&format!(" = {value}")), "{}", latex(position));
    }
    assert!(latex("Domineering(\"...|...\")").starts_with("\\[\\mbox{Domineering(\"...\\textbar{}...\")} = "));
    assert!(latex("\"<ä>\"").starts_with("\\[\\mbox{\\textless{}ä"));
    let failed = latex("check Clobber(\"xxo\") == *");
    assert!(failed.contains("The true value is \\texttt{\\textasciicircum{}}."), "{failed}");
}

#[test]
fn pictures_are_drawn_where_they_can_be() {
    let text = "draw(<2 | 0>)";
    let html = written(text, Format::Html).concat();
    assert!(html.contains("<figure><svg ") && html.ends_with("</svg></figure></div>"), "{html}");
    let drawn = written(text, Format::Text).concat();
    assert!(written(text, Format::Latex).concat().starts_with("\\begin{center}\n% A drawing by Sprague"));
    assert!(!drawn.contains("<svg"), "{drawn}");
}

#[test]
fn a_table_is_a_table() {
    let html = written("table(n -> n^2, 1..2)", Format::Html).concat();
    assert!(html.contains("<tr><td><code>2</code></td><td><code>4</code></td></tr></table>"), "{html}");
    let latex = written("table(n -> n^2, 1..2)", Format::Latex).concat();
    assert!(latex.starts_with("\\begin{flushleft}"), "{latex}");
}

#[test]
fn lines_checks_and_errors() {
    let text = "print(\"<&> $5\")\ncheck mex({0}) == 2 \"1b\"\ncheck true\n1/0";
    let html = written(text, Format::Html);
    assert_eq!(html[0], "<pre class=\"printed\">&lt;&amp;&gt; $5</pre>");
    assert!(html[1].starts_with("<div class=\"check false\">✗ <code>mex({0}) == 2</code> (1b)"), "{}", html[1]);
    assert!(html[2].starts_with("<div class=\"check true\">✓ <code>true</code></div>"), "{}", html[2]);
    assert!(html[3].starts_with("<pre class=\"error\">") && html[3].contains("1/0"), "{}", html[3]);
    let latex = written(text, Format::Latex);
    assert!(latex[0].contains("\\texttt{\\textless{}\\&\\textgreater{}\\ \\$5}"), "{}", latex[0]);
    assert!(latex[1].contains("(1b) \\texttt{mex(\\{0\\}) == 2} does not hold."), "{}", latex[1]);
    assert!(latex[3].starts_with("\\begin{flushleft}"), "{}", latex[3]);
}

#[test]
fn documentation() {
    let doc = Session::new(Settings::default()).doc("mex").expect("mex is documented");
    let html = report::html::doc(&doc);
    assert!(html.starts_with("<section><h3><code>mex("));
    let (input, output) = &doc.examples[0];
    assert!(html.contains(&format!("<pre>&gt; <code>{input}</code>\n{output}</pre>")), "{html}");
    assert!(report::latex::doc(&doc).starts_with("\\paragraph{\\texttt{mex("));
    assert_eq!(report::json::doc(&doc)["name"], "mex");
    assert!(report::docs::docs(std::slice::from_ref(&doc), false, None).starts_with(&doc.signature));
}

#[test]
fn data_are_told_only_where_they_are_asked_for() {
    for asked in [false, true] {
        let mut session = Session::new(Settings::default());
        if asked {
            session.tell_data();
        }
        let told = Rc::new(RefCell::new(None));
        let tells = Rc::clone(&told);
        let emit: sprague::session::Sink = Rc::new(move |output, _| {
            if let Output::Value(shown) = output {
                *tells.borrow_mut() = shown.data;
            }
        });
        session.run("data", "3", Mode::Script, emit);
        assert_eq!(told.take(), asked.then_some(Data::Integer(3)));
    }
}
