//! Printing a tree and reading the text gives the same tree.

use num_bigint::BigInt;
use proptest::collection::vec;
use proptest::prelude::*;
use sprague::source::Span;
use sprague::syntax::ast::*;
use sprague::syntax::{Mode, parse, print, print_expr};
use std::rc::Rc;

/// The tree with its places left out.
fn tree(program: &Program) -> String {
    let text = format!("{:?}", program.statements);
    let parts: Vec<&str> = text.split("Span { source").collect();
    let rest = parts.iter().skip(1).map(|p| p.split_once('}').map_or("", |x| x.1));
    parts.first().copied().into_iter().chain(rest).collect()
}

fn e(kind: ExprKind) -> Expr {
    Expr::new(kind, Span::default())
}

fn ident(name: &str) -> Ident {
    Ident { name: name.into(), span: Span::default() }
}

fn name() -> impl Strategy<Value = Rc<str>> {
    prop::sample::select(vec![
        "a", "b", "n", "xs", "game", "left", "take", "leave", "all", "value", "import", "poset", "vx", "_", "größe",
    ])
    .prop_map(Rc::from)
}

fn text() -> impl Strategy<Value = Rc<str>> {
    prop::sample::select(vec!["a", "{", "}", "\"", "\\", "\n", "a{b}c", " # é", "\\{", "“"]).prop_map(Rc::from)
}

fn leaf() -> impl Strategy<Value = Expr> {
    prop_oneof![
        4 => name().prop_map(|n| e(ExprKind::Name(n))),
        4 => (0u32..20).prop_map(|n| e(ExprKind::Int(n.into()))),
        1 => any::<bool>().prop_map(|b| e(ExprKind::Bool(b))),
        2 => Just(e(ExprKind::Star(None))),
        2 => (-4i32..5, 0u32..4).prop_map(|(u, s)| e(ExprKind::Up { ups: BigInt::from(u), star: s.into() })),
        1 => text().prop_map(|t| e(ExprKind::Str(vec![StrPart::Text(t)]))),
    ]
}

fn pattern() -> impl Strategy<Value = Pattern> {
    let name = name().prop_map(|n| Pattern::Name(ident(&n)));
    name.prop_recursive(2, 6, 3, |p| vec(p, 0..3).prop_map(|ps| Pattern::Tuple(ps, Span::default())))
}

type Any<T> = BoxedStrategy<T>;

fn steps(x: &Any<Expr>) -> Any<Vec<CompStep>> {
    let step =
        prop_oneof![(pattern(), x.clone()).prop_map(|(p, s)| CompStep::For(p, s)), x.clone().prop_map(CompStep::If),];
    (pattern(), x.clone(), vec(step, 0..2))
        .prop_map(|(p, s, rest)| std::iter::once(CompStep::For(p, s)).chain(rest).collect())
        .boxed()
}

fn args(x: &Any<Expr>) -> Any<Vec<Arg>> {
    let name = prop::option::of(name().prop_map(|n| ident(&n)));
    vec((name, x.clone()).prop_map(|(name, value)| Arg { name, value }), 0..3).boxed()
}

fn params(x: &Any<Expr>) -> Any<Vec<Param>> {
    let plain = (pattern(), prop::option::of(name())).prop_map(|(pattern, kind)| Param {
        pattern,
        kind: kind.map(|k| ident(&k)),
        default: None,
    });
    let default = (name(), x.clone()).prop_map(|(n, d)| Param {
        pattern: Pattern::Name(ident(&n)),
        kind: None,
        default: Some(d),
    });
    vec(prop_oneof![3 => plain, 1 => default], 0..3).boxed()
}

fn statement(x: &Any<Expr>) -> Any<Stmt> {
    let clause = (
        prop::sample::select(vec![
            ClauseKind::Left,
            ClauseKind::Right,
            ClauseKind::Moves,
            ClauseKind::Value,
            ClauseKind::Score,
        ]),
        x.clone(),
        prop_oneof![Just(Vec::new()), steps(x)],
    )
        .prop_map(|(kind, body, steps)| Clause { kind, body, steps, span: Span::default() });
    let target = prop_oneof![
        pattern().prop_map(Target::Pattern),
        (name(), vec(x.clone(), 1..3)).prop_map(|(n, i)| Target::Index(ident(&n), i)),
    ];
    let kind = prop_oneof![
        4 => x.clone().prop_map(StmtKind::Expr),
        2 => (target, x.clone()).prop_map(|(t, v)| StmtKind::Assign(t, v)),
        2 => (any::<bool>(), name(), params(x), x.clone())
            .prop_map(|(memo, n, params, body)| StmtKind::Function(Function { memo, name: ident(&n), params, body })),
        1 => (name(), params(x), vec(clause, 1..3))
            .prop_map(|(n, params, clauses)| StmtKind::Game(GameDecl { name: ident(&n), params, clauses })),
        1 => heap(x),
        1 => lattice(x),
        1 => text().prop_map(StmtKind::Import),
        2 => (x.clone(), prop::option::of(text())).prop_map(|(c, t)| StmtKind::Check(c, t)),
        1 => prop::option::of(x.clone()).prop_map(StmtKind::Return),
        1 => Just(StmtKind::Break),
        1 => Just(StmtKind::Continue),
    ];
    let doc = prop::option::weighted(0.1, prop::sample::select(vec!["one", "one\n\n two", ""]).prop_map(Rc::from));
    (kind, doc).prop_map(|(kind, doc)| Stmt { kind, span: Span::default(), doc }).boxed()
}

fn heap(x: &Any<Expr>) -> Any<StmtKind> {
    let names = |low| vec(name().prop_map(|n| ident(&n)), low..4);
    let optional = || prop::option::of(name().prop_map(|n| ident(&n)));
    let code = (any::<bool>(), prop::sample::select(vec!["0.77", "4!.0", "0.1[2]", "0.F3"]))
        .prop_map(|(octal, t)| HeapClauseKind::Code { octal, text: t.into(), span: Span::default() });
    let take = (optional(), x.clone(), any::<bool>(), names(0), prop::option::of(x.clone())).prop_map(
        |(variable, set, all_but, parts, condition)| HeapClauseKind::Take { variable, set, all_but, parts, condition },
    );
    let split = (names(1), prop::option::of(x.clone()))
        .prop_map(|(parts, condition)| HeapClauseKind::Split { parts, condition });
    let clause = prop_oneof![code, take, split].prop_map(|kind| HeapClause { kind, span: Span::default() });
    (name(), optional(), vec(clause, 1..4))
        .prop_map(|(n, size, clauses)| StmtKind::Heap(HeapDecl { name: ident(&n), size, clauses }))
        .boxed()
}

fn lattice(x: &Any<Expr>) -> Any<StmtKind> {
    let es = || vec(x.clone(), 1..3);
    // Words of lines, and vectors without commas, are errors.
    let innocent = |es: &Vec<Expr>| {
        es.iter().all(|e| !matches!(&*e.kind, ExprKind::Call(f, _) if matches!(*f.kind, ExprKind::Tuple(_))))
    };
    let clause = prop_oneof![
        es().prop_map(LatticeClauseKind::Board),
        es().prop_filter("a call of a vector", innocent).prop_map(LatticeClauseKind::Move),
    ]
    .prop_map(|kind| LatticeClause { kind, span: Span::default() });
    let one = |kind| LatticeClause { kind, span: Span::default() };
    let last = prop_oneof![
        Just(None),
        Just(Some(one(LatticeClauseKind::Misere))),
        es().prop_filter("a call of a vector", innocent).prop_map(move |es| Some(one(LatticeClauseKind::Defeated(es)))),
    ];
    (name(), vec(name().prop_map(|n| ident(&n)), 1..3), vec(clause, 0..3), last)
        .prop_map(move |(n, params, some, last)| {
            let zero = || vec![e(ExprKind::Int(0.into()))];
            let least = [one(LatticeClauseKind::Board(zero())), one(LatticeClauseKind::Move(zero()))];
            let clauses = least.into_iter().chain(some).chain(last).collect();
            StmtKind::Lattice(LatticeDecl { name: ident(&n), params, clauses })
        })
        .boxed()
}

fn label() -> Any<Expr> {
    let int = || (0u32..20).prop_map(|n| e(ExprKind::Int(n.into())));
    let signed = prop_oneof![int(), int().prop_map(|n| e(ExprKind::Neg(n)))].boxed();
    let leaf = prop_oneof![
        3 => prop_oneof![name(), Just("v".into())].prop_map(|n| e(ExprKind::Name(n))),
        1 => signed.clone(),
        1 => (signed, int()).prop_map(|(a, b)| e(ExprKind::Product(a, vec![(ProductOp::Div, b)]))),
        1 => text().prop_map(|t| e(ExprKind::Str(vec![StrPart::Text(t)]))),
    ];
    leaf.prop_recursive(2, 6, 3, |x| {
        prop_oneof![
            vec(x.clone(), 0..3).prop_map(|xs| e(ExprKind::Tuple(xs))),
            vec(x, 0..3).prop_map(|xs| e(ExprKind::Set(xs)))
        ]
    })
    .boxed()
}

fn relation(x: &Any<Expr>) -> Any<ExprKind> {
    let edges = (vec((any::<bool>(), label()), 1..3), prop::option::of(x.clone()));
    let item = prop_oneof![
        3 => (label(), edges).prop_map(|(first, (rest, label))| GraphItem { first, rest, label }),
        1 => label().prop_map(|first| GraphItem { first, rest: Vec::new(), label: None }),
    ];
    prop_oneof![vec(vec(label(), 1..4), 0..3).prop_map(ExprKind::Poset), vec(item, 0..3).prop_map(ExprKind::Graph)]
        .boxed()
}

/// Comparisons that may stand together.
fn comparisons(x: &Any<Expr>) -> Any<Vec<(CompareOp, Expr)>> {
    use CompareOp::*;
    let chain = |ops: Vec<CompareOp>| vec((prop::sample::select(ops), x.clone()), 1..3).boxed();
    let single = (prop::sample::select(vec![Ne, Confused, LtConfused, GtConfused, In, NotIn]), x.clone());
    prop_oneof![chain(vec![Lt, Le]), chain(vec![Gt, Ge]), chain(vec![Eq]), single.prop_map(|one| vec![one])].boxed()
}

fn expr() -> Any<Expr> {
    leaf()
        .prop_recursive(5, 60, 4, |x| {
            use ExprKind::*;
            let x = x.boxed();
            let some = |low, high| vec(x.clone(), low..high);
            let sum_op = prop::sample::select(vec![SumOp::Add, SumOp::Sub, SumOp::PlusMinus]);
            let product_op =
                prop::sample::select(vec![ProductOp::Mul, ProductOp::Div, ProductOp::IntDiv, ProductOp::Mod]);
            let two = || (x.clone(), x.clone());
            let values = prop_oneof![
                3 => (some(0, 3), some(0, 3)).prop_map(|(l, r)| Game(l, r)),
                1 => some(0, 3).prop_map(Tuple),
                1 => some(0, 3).prop_map(List),
                1 => some(0, 3).prop_map(Set),
                1 => vec(two(), 0..3).prop_map(Map),
                1 => relation(&x),
                1 => (x.clone(), steps(&x)).prop_map(|(b, s)| ListFor(b, s)),
                1 => (x.clone(), steps(&x)).prop_map(|(b, s)| SetFor(b, s)),
                1 => (x.clone(), x.clone(), steps(&x)).prop_map(|(k, v, s)| MapFor(k, v, s)),
                1 => x.clone().prop_map(|n| Star(Some(n))),
                1 => (text(), x.clone(), text())
                    .prop_map(|(a, b, c)| Str(vec![StrPart::Text(a), StrPart::Expr(b), StrPart::Text(c)])),
            ];
            let operators = prop_oneof![
                2 => (x.clone(), args(&x)).prop_map(|(f, a)| Call(f, a)),
                2 => (x.clone(), name(), args(&x)).prop_map(|(y, f, a)| Dot(y, ident(&f), a)),
                1 => two().prop_map(|(a, b)| Index(a, b)),
                1 => x.clone().prop_map(Neg),
                1 => x.clone().prop_map(Switch),
                1 => x.clone().prop_map(Not),
                2 => (x.clone(), vec((sum_op, x.clone()), 1..3)).prop_map(|(a, r)| Sum(a, r)),
                2 => (x.clone(), vec((product_op, x.clone()), 1..3)).prop_map(|(a, r)| Product(a, r)),
                1 => two().prop_map(|(a, b)| Power(a, b)),
                1 => two().prop_map(|(a, b)| Ordinal(a, b)),
                1 => some(2, 4).prop_map(Xor),
                1 => (x.clone(), prop::option::of(x.clone())).prop_map(|(a, b)| Range(a, b)),
                2 => (x.clone(), comparisons(&x)).prop_map(|(a, r)| Compare(a, r)),
                1 => some(2, 4).prop_map(And),
                1 => some(2, 4).prop_map(Or),
            ];
            let block = || vec(statement(&x), 0..3);
            let plain = (pattern(), prop::option::of(name())).prop_map(|(pattern, kind)| Param {
                pattern,
                kind: kind.map(|k| ident(&k)),
                default: None,
            });
            let loose = prop_oneof![
                2 => (vec(plain, 0..3), x.clone()).prop_map(|(p, b)| Lambda(p, b)),
                2 => (x.clone(), x.clone(), prop::option::of(x.clone())).prop_map(|(c, a, b)| If(c, a, b)),
                1 => block().prop_map(Do),
                1 => (steps(&x), block()).prop_map(|(s, b)| For(s, b)),
                1 => (x.clone(), block()).prop_map(|(c, b)| While(c, b)),
                1 => x.clone().prop_map(Why),
            ];
            prop_oneof![values.prop_map(e), operators.prop_map(e), loose.prop_map(e)]
        })
        .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, max_shrink_iters: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn printing_and_reading_is_the_identity(statements in vec(statement(&expr()), 1..4)) {
        let program = Program { statements };
        let text = print(&program);
        let parsed = parse(0, &text, Mode::Script);
        let errors: Vec<_> = parsed.errors.iter().map(|e| (&e.message, &e.labels)).collect();
        prop_assert!(errors.is_empty(), "{text}\n{errors:?}");
        prop_assert_eq!(tree(&parsed.program), tree(&program), "{}", text);
    }

    #[test]
    fn expressions_too(x in expr()) {
        let text = print_expr(&x);
        let parsed = parse(0, &text, Mode::Script);
        prop_assert!(parsed.errors.is_empty(), "{text}\n{:?}", parsed.errors);
        let program = Program { statements: vec![Stmt { kind: StmtKind::Expr(x), span: Span::default(), doc: None }] };
        prop_assert_eq!(tree(&parsed.program), tree(&program), "{}", text);
    }
}
