//! Canonical forms through the library's scripts: a fresh session each, so the library's loading counts too. Beside them
//! the same boards by native drivers on the same store of games, for the ratio in one run.

#[path = "../crates/games/tests/games/support/clobber.rs"]
mod native_clobber;
#[path = "../crates/games/tests/games/support/domineering.rs"]
mod native_domineering;

use sprague::games::{Game, Store};
use sprague::limits::Handle;
use sprague::session::{Session, Settings};
use sprague::syntax::Mode;
use std::rc::Rc;

/// As in the command.
#[global_allocator]
static ALLOCATOR: sprague::allocator::CountingAllocator = sprague::allocator::CountingAllocator;

fn main() {
    divan::main();
}

fn value(game: &str) -> Game {
    let mut session = Session::new(Settings::default());
    let outcome = session.run("bench", &format!("g = canonical({game})"), Mode::Script, Rc::new(|_, _| {}));
    assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
    session.game("g").expect("a game").expect("it was bound")
}

/// What every other figure here contains.
#[divan::bench]
fn session() -> Session {
    Session::new(Settings::default())
}

#[divan::bench(args = [(4, 4), (4, 5), (5, 5), (4, 6)], sample_count = 5, sample_size = 1)]
fn domineering((rows, columns): (u32, u32)) -> Game {
    value(&format!("Domineering(grid({rows}, {columns}))"))
}

#[divan::bench(args = [(4, 4), (4, 5), (5, 5), (4, 6)], sample_count = 5, sample_size = 1)]
fn domineering_native((rows, columns): (u32, u32)) -> Game {
    let (store, h) = (Store::new(), Handle::default());
    let board = native_domineering::board(rows, columns);
    native_domineering::Domineering::default().value(&store, board, &h).unwrap()
}

#[divan::bench(args = [(3, 4), (2, 8), (4, 4)], sample_count = 3, sample_size = 1)]
fn clobber_native((rows, columns): (u32, u32)) -> Game {
    let (store, h) = (Store::new(), Handle::default());
    native_clobber::Clobber::default().value(&store, native_clobber::board(rows, columns), &h).unwrap()
}

#[divan::bench(sample_count = 1, sample_size = 1)]
fn domineering_5x6() -> Game {
    value("Domineering(grid(5, 6))")
}

#[divan::bench(args = [(3, 4), (2, 8), (4, 4)], sample_count = 3, sample_size = 1)]
fn clobber((rows, columns): (usize, usize)) -> Game {
    let row = |r: usize| (0..columns).map(|c| if (r + c).is_multiple_of(2) { 'x' } else { 'o' }).collect::<String>();
    let board: Vec<String> = (0..rows).map(row).collect();
    value(&format!("Clobber(\"{}\")", board.join("|")))
}

/// A counter on a torus, with loopy values; `torus_native` of the bench `loopy` is the same in Rust.
#[divan::bench(args = [100, 300], sample_count = 3, sample_size = 1)]
fn torus_script(bencher: divan::Bencher<'_, '_>, n: u32) {
    let text = format!(
        "game Torus(x, y)\n  moves Torus((x + a) % {n}, (y + b) % {n}) for (a, b) in [(1, 0), (0, 1), (2, 3), (5, 1)] if x * y % 7 != 3\nend\nv = loopy_value(Torus(0, 0))\n"
    );
    bencher.with_inputs(|| Session::new(Settings::default())).bench_values(|mut session| {
        let outcome = session.run("bench", &text, Mode::Script, Rc::new(|_, _| {}));
        assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
        session
    });
}

/// The atomic weight of a picture of Childish Hackenbush: a ring of blue and red edges on three green sticks, so many edges in all.
#[divan::bench(args = [20, 40], sample_count = 1, sample_size = 1)]
fn atomic_weight_of_a_lollipop(edges: usize) {
    let ring: String = (0..edges - 3).map(|i| if 2 * i < edges { 'b' } else { 'r' }).collect();
    let text = format!("w = atomic_weight(ChildishHackenbush(lollipop(3, \"{ring}\")))");
    let mut session = Session::new(Settings::default());
    let outcome = session.run("bench", &text, Mode::Script, Rc::new(|_, _| {}));
    assert!(outcome.errors.is_empty(), "{:?}", outcome.errors);
}
