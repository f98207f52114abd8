//! The interactive session as a person meets it: through a pseudo-terminal.
#![cfg(unix)]

use rexpect::process::WaitStatus;
use rexpect::reader::Options;
use rexpect::session::{PtySession, spawn_with_options};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A terminal with a session in it, and a directory for its history.
struct Terminal {
    session: PtySession,
    directory: PathBuf,
    /// One session at a time: the tests wait for what is shown, and a busy machine must not make them wait in vain.
    _alone: MutexGuard<'static, ()>,
}

static ALONE: Mutex<()> = Mutex::new(());

impl Terminal {
    fn new(test: &str) -> Terminal {
        Terminal::with(test, &[])
    }

    fn with(test: &str, variables: &[(&str, &str)]) -> Terminal {
        Terminal::of(test, variables, true, Command::new(env!("CARGO_BIN_EXE_sprague")))
    }

    /// A window of so many columns.
    fn wide(test: &str, columns: usize) -> Terminal {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("stty cols {columns} rows 24; exec {}", env!("CARGO_BIN_EXE_sprague"))]);
        Terminal::of(test, &[], true, command)
    }

    /// With its colours, if it has any.
    fn raw(test: &str, no_color: &str) -> Terminal {
        Terminal::of(test, &[("NO_COLOR", no_color)], false, Command::new(env!("CARGO_BIN_EXE_sprague")))
    }

    fn of(test: &str, variables: &[(&str, &str)], plain: bool, mut command: Command) -> Terminal {
        let alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
        let directory = std::env::temp_dir().join(format!("sprague-pty-{}-{test}", std::process::id()));
        fs::create_dir_all(&directory).unwrap();
        command.current_dir(&directory).env("TERM", "xterm").env("NO_COLOR", "1");
        command.env("XDG_STATE_HOME", &directory).env_remove("SPRAGUE_HISTORY");
        command.envs(variables.iter().copied());
        let options = Options::new().timeout_ms(Some(30_000)).strip_ansi_escape_codes(plain);
        let mut session = spawn_with_options(command, options).unwrap();
        session.exp_regex("Ctrl-D\\s+leaves.").unwrap();
        session.exp_string("> ").unwrap();
        Terminal { session, directory, _alone: alone }
    }

    /// Types a line, and expects an answer and the next prompt.
    fn ask(&mut self, line: &str, answer: &str) {
        self.session.send_line(line).unwrap();
        self.expect(answer);
    }

    /// Expects a line that begins with the answer, and the next prompt.
    fn expect(&mut self, answer: &str) {
        // What is typed is echoed; an answer stands at the start of a line.
        self.session.exp_string(&format!("\n{answer}")).unwrap_or_else(|error| panic!("{answer}: {error}"));
        self.session.exp_string("\r> ").unwrap_or_else(|error| panic!("prompt after {answer}: {error}"));
    }

    fn send(&mut self, text: &str) {
        self.session.send(text).unwrap();
        self.session.flush().unwrap();
    }

    fn leave(mut self) {
        self.session.send_control('d').unwrap();
        self.session.exp_eof().unwrap();
        assert!(matches!(self.session.process().wait(), Ok(WaitStatus::Exited(_, 0))));
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.directory);
    }
}

#[test]
fn values_and_the_last_one() {
    let mut terminal = Terminal::new("values");
    terminal.ask("6 * 7", "42\r");
    terminal.ask("_ + 1", "43\r");
    terminal.ask("<0, *1 | 1/2>", "1/4\r");
    terminal.send("game Heap(n)\n  moves Heap(k) for k in 0..n-1\n");
    terminal.ask("end", "");
    terminal.ask("Heap(3)", "Heap(3) = *3\r");
    terminal.leave();
}

#[test]
fn an_error_leaves_the_session_as_it_was() {
    let mut terminal = Terminal::new("error");
    terminal.ask("x = 41", "");
    terminal.ask("x = 1/0", "");
    terminal.ask("x + nosuchname", "");
    terminal.ask("x + 1", "42\r");
    terminal.leave();
}

#[test]
fn a_line_goes_on_until_it_is_finished() {
    let mut terminal = Terminal::new("lines");
    terminal.send("xs = [20,\n");
    terminal.ask("22]", "");
    terminal.ask("sum(xs)", "42\r");
    terminal.send("game Half(n)\n  moves Half(n // 2) if n > 0\n");
    terminal.ask("end", "");
    terminal.ask("grundy(Half(8))", "0\r");
    // Two empty lines end what cannot be finished.
    terminal.send("(1 +\n\n");
    terminal.ask("", "");
    terminal.ask("40 + 2", "42\r");
    terminal.leave();
}

#[test]
fn the_history_is_written_line_by_line_and_comes_again() {
    let mut terminal = Terminal::new("history");
    let file = terminal.directory.join("sprague").join("history");
    terminal.ask("x = 40 + 2", "");
    assert!(fs::read_to_string(&file).unwrap().contains("x = 40 + 2"), "before the session ends");
    // A line that is taken back is not lost either.
    terminal.send("x + 1000 * (");
    terminal.session.exp_string("(").unwrap();
    terminal.session.send_control('c').unwrap();
    terminal.session.exp_string("\r> ").unwrap();
    terminal.ask("x", "42\r");
    terminal.send("\u{1b}[A\u{1b}[A");
    terminal.ask("0)", "42\r");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("x + 1000 * (\n") && text.contains("x + 1000 * (0)"), "{text}");
    terminal.leave();
}

#[test]
fn an_interrupted_computation_keeps_the_session() {
    let mut terminal = Terminal::new("interrupt");
    terminal.ask("x = 41", "");
    terminal.session.send_line("while true do x = x + 1 end").unwrap();
    // The progress line says that it computes, and how to stop it.
    terminal.session.exp_string("Ctrl-C stops").unwrap();
    terminal.session.send_control('c').unwrap();
    terminal.session.exp_string("interrupted").unwrap();
    terminal.session.exp_string("\r> ").unwrap();
    terminal.ask("x + 1", "42\r");
    terminal.leave();
}

#[test]
fn a_flood_of_text_can_be_stopped() {
    let mut terminal = Terminal::new("long");
    terminal.session.send_line("while true do print([n for n in 1..100000]) end").unwrap();
    terminal.session.exp_string("1000, 1001").unwrap();
    terminal.session.send_control('c').unwrap();
    terminal.session.exp_string("interrupted").unwrap();
    terminal.session.exp_string("\r> ").unwrap();
    terminal.ask("6 * 7", "42\r");
    terminal.leave();
}

#[test]
fn tab_completes_names_functions_and_commands() {
    let mut terminal = Terminal::new("tab");
    terminal.ask("zebra_crossing = 43", "");
    terminal.ask("zeb\t - 1", "42\r");
    terminal.ask("*2.birthd\t", "2\r");
    terminal.ask(":typ\t 1/2", "number");
    terminal.leave();
}

#[test]
fn a_signature_stands_behind_an_open_call() {
    let mut terminal = Terminal::new("hint");
    terminal.send("mex(");
    terminal.session.exp_string("# mex(").unwrap();
    terminal.session.send_line("{0, 1})").unwrap();
    terminal.expect("2\r");
    terminal.leave();
}

#[test]
fn lines_that_come_at_once_are_all_read() {
    let mut terminal = Terminal::new("at-once");
    terminal.send("1+1\r2+2\r3+3\r");
    for answer in ["2\r", "4\r", "6\r"] {
        terminal.expect(answer);
    }
    // What stands behind a definition of several lines, too; and a line that is taken back takes no other with it.
    terminal.send("game Heap(n)\r  moves Heap(k) for k in 0..n-1\rend\rHeap(3)\r1 + (\x03x = 40 + 2\rx\r");
    terminal.expect("Heap(3) = *3\r");
    terminal.expect("42\r");
    // More than the buffers of the editor and of the system hold.
    let remark = "a remark that makes the line longer ".repeat(2);
    let mut many: String = (0..80).map(|i| format!("x{i} = {i}  # {remark}\r")).collect();
    many.push_str("sum([x0, x40, x79]) + 1\r");
    terminal.send(&many);
    terminal.expect("120\r");
    terminal.leave();
}

#[test]
fn a_paste_with_commands_in_it() {
    let mut terminal = Terminal::new("paste");
    let paste = "f(n) = if n == 0 then 0 else g(n - 1)\rg(n) = f(n)\r?mex\rf(3) + 41\r:names\r";
    terminal.send(&format!("\x1b[200~{paste}\x1b[201~\r"));
    terminal.session.exp_string("\nmex(").unwrap();
    terminal.session.exp_string("\n41\r").unwrap();
    terminal.session.exp_string("\nf(n)  function  f(n) = if").unwrap();
    terminal.session.exp_string("\r> ").unwrap();
    terminal.leave();
}

#[test]
fn what_is_typed_while_something_is_computed_waits() {
    let mut terminal = Terminal::new("ahead");
    terminal.session.send_line("while true do 1 end").unwrap();
    terminal.session.exp_string("Ctrl-C stops").unwrap();
    // Ctrl-C takes away nothing that waits.
    terminal.send("6 * 7\r\x03");
    terminal.session.exp_string("interrupted").unwrap();
    terminal.expect("42\r");
    // More than the system keeps of a line, and a Ctrl-D behind it.
    terminal.session.send_line("sum(k for k in 1..300000) > 0").unwrap();
    terminal.send(&format!("{}0\r\x04", "1 + ".repeat(1200)));
    terminal.session.exp_string("\ntrue\r").unwrap();
    terminal.session.exp_string("\n1200\r").unwrap();
    terminal.session.exp_eof().unwrap();
}

#[test]
fn tab_after_a_dot_shows_what_takes_the_value() {
    let mut terminal = Terminal::new("dot");
    terminal.ask("b = grid(\"..|..\")", "");
    // Choices come at the first key; any other key takes them away.
    terminal.send("b.r\t");
    terminal.session.exp_string("rays").unwrap();
    terminal.session.exp_string("rotate").unwrap();
    terminal.send("ow\t");
    terminal.ask("", "2\r");
    // Ctrl-C takes the line back, whatever stands under it.
    terminal.send("b.\t");
    terminal.session.exp_string("cells").unwrap();
    terminal.session.send_control('c').unwrap();
    terminal.session.exp_string("\r> ").unwrap();
    terminal.ask("6 * 7", "42\r");
    // What comes of an expression is known, too.
    terminal.ask("thermograph(<3 | 1>).m\t", "2\r");
    terminal.leave();
}

#[test]
fn paths_are_completed() {
    let mut terminal = Terminal::new("paths");
    fs::create_dir_all(terminal.directory.join("lessons")).unwrap();
    fs::write(terminal.directory.join("lessons/lesson one.cgt"), "first_lesson = 42\n").unwrap();
    terminal.ask("import \"les\tles\t\"", "");
    terminal.ask("first_lesson", "42\r");
    terminal.ask(":load les\t\t", "");
    terminal.leave();
}

#[test]
fn earlier_lines_by_how_they_begin() {
    let mut terminal = Terminal::new("search");
    for line in ["alpha = 40", "beta = 1", "alpha = alpha + 2", "beta = beta + 1"] {
        terminal.ask(line, "");
    }
    terminal.send("al\u{1b}[A\u{1b}[A");
    terminal.ask(" + 60", "");
    terminal.ask("alpha", "100\r");
    // Down brings what was typed again.
    terminal.ask("be\u{1b}[A\u{1b}[A\u{1b}[B\u{1b}[Bta", "2\r");
    terminal.leave();
}

#[test]
fn what_is_shown_fits_the_window() {
    for columns in [60, 80] {
        let mut terminal = Terminal::wide(&format!("wide{columns}"), columns);
        for line in [
            "table(n -> n^3, 100..140)",
            "table((a, b) -> a * b, 10..14, 100..130)",
            "plot([n % 7 for n in 0..50], \"a title\")",
            "draw(<5 | <0 | -3>>)",
            "?period",
            "?",
            ":help",
            "explain(Kayles(9))",
            "sieve(Square, 60)",
            "undefined_name_of_some_length + 1",
            "period_table(Kayles)",
        ] {
            terminal.session.send_line(line).unwrap();
            // The line is drawn several times while it is typed, each time after a prompt.
            let typed: String = line.chars().map(|c| format!("\\x{{{:x}}}", c as u32)).collect();
            terminal.session.exp_regex(&format!("{typed}\\r+\\n")).unwrap_or_else(|error| panic!("{line}: {error}"));
            let answer = terminal.session.exp_string("\r> ").unwrap_or_else(|error| panic!("{line}: {error}"));
            // What comes is read byte by byte.
            let answer: Vec<u8> = answer.chars().map(|byte| u8::try_from(byte).expect("a byte")).collect();
            let answer = String::from_utf8(answer).unwrap();
            for shown in answer.split("\r\n") {
                let seen = shown.trim_end().chars().count();
                let unbreakable = !shown.trim().contains(' ');
                assert!(seen <= columns || unbreakable, "{columns} columns: {line}: {shown}");
            }
        }
        terminal.leave();
    }
}

#[test]
fn names_are_listed_and_forgotten() {
    let mut terminal = Terminal::new("names");
    terminal.ask(":names", "You have defined nothing yet");
    terminal.ask("x = 41", "");
    terminal.ask("mex = 3", "");
    terminal.ask("f(n) = n + x", "");
    terminal.ask(":names", "x     integer   41\r\nmex   integer   3\r\nf(n)  function  f(n) = n + x\r");
    terminal.ask(":forget m\t", "");
    terminal.ask("mex(0, 1)", "2\r");
    terminal.ask(":forget x", "");
    terminal.ask("f(1)", "");
    terminal.ask("x = 41", "");
    terminal.ask("f(1)", "42\r");
    terminal.ask(":forget ff", "you have not defined `ff`\r\nDid you mean `f`?");
    terminal.leave();
}

#[test]
fn a_transcript_is_a_script() {
    let mut terminal = Terminal::new("transcript");
    terminal.ask("x = 41", "");
    terminal.ask(":transcript t.cgt", "This session is kept in t.cgt");
    terminal.ask("x = 1/0", "");
    terminal.ask("x + 1", "42\r");
    let text = fs::read_to_string(terminal.directory.join("t.cgt")).unwrap();
    assert!(text.contains("\nx = 41\n") && text.contains("\nx + 1\n# 42\n") && text.contains("# x = 1/0\n"), "{text}");
    terminal.ask(":transcript", "The transcript in t.cgt ends here.");
    terminal.ask(":transcript t.cgt", "`t.cgt` exists");
    terminal.ask(":reset", "Your definitions are forgotten");
    terminal.ask(":load t.cgt", "42\r");
    terminal.leave();
}

#[test]
fn commands_of_the_session() {
    let mut terminal = Terminal::new("commands");
    terminal.ask("answer_of(n) = n + 2", "");
    terminal.ask(":tme 1", "Did you mean `:time`?");
    terminal.ask(":save work.cgt", "Saved in work.cgt");
    terminal.ask(":reset", "Your definitions are forgotten");
    terminal.ask("answer_of(40)", "");
    terminal.ask(":load work.cgt", "");
    terminal.ask(":time answer_of(40)", "42\r");
    terminal.ask("?mex", "mex(");
    // A variable has no documentation, but it is there.
    terminal.ask("deep = [1, *2]", "");
    terminal.ask("?deep", "deep  list  [1, *2]");
    terminal.ask("?deepest", "there is nothing called `deepest`");
    terminal.ask("?", "Type an expression");
    terminal.ask(":help", "Commands of the session");
    terminal.session.send_line(":quit").unwrap();
    terminal.session.exp_eof().unwrap();
}

#[test]
fn a_dumb_terminal_will_do() {
    let mut terminal = Terminal::with("dumb", &[("TERM", "dumb")]);
    for (line, answer) in [("6 * 7", "42\r"), ("xs = [1,\n2]; _ + 1", "43\r")] {
        terminal.session.send_line(line).unwrap();
        terminal.session.exp_string(answer).unwrap();
        terminal.session.exp_string("> ").unwrap();
    }
    terminal.leave();
}

#[test]
fn a_history_that_cannot_be_kept_is_said_once() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sprague"));
    command.env("TERM", "xterm").env("NO_COLOR", "1").env("SPRAGUE_HISTORY", "/proc/no/such/history");
    let options = Options::new().timeout_ms(Some(30_000)).strip_ansi_escape_codes(true);
    let mut session = spawn_with_options(command, options).unwrap();
    session.exp_string("the history is not kept").unwrap();
    session.exp_string("> ").unwrap();
    session.send_line("6 * 7").unwrap();
    session.exp_string("\n42\r").unwrap();
    session.send_control('d').unwrap();
    session.exp_eof().unwrap();
}

#[test]
fn a_game_against_the_computer() {
    let mut terminal = Terminal::new("play");
    terminal.ask("game Take(n); moves Take(n - k) for k in 1..min(3, n); end", "");
    terminal.ask("x = 41", "");
    terminal.ask("play(Take(10))", "You begin. Type a move");
    terminal.ask("?", "Type a move as it is listed");
    terminal.ask("?min", "min(");
    terminal.ask("hint", "10 -> 8: it wins.");
    terminal.ask("10 -> 3", "`10 -> 3` is no move here.");
    terminal.ask("banana(", "`banana(` is no move here.");
    terminal.ask("10 -> 9", "10 -> 9 gives the win to me. 10 -> 8 would have won.");
    terminal.ask("hint", "8 ->");
    // A line that is taken back leaves the game as it was.
    terminal.send("8 -> ");
    terminal.session.send_control('c').unwrap();
    terminal.session.exp_string("\r> ").unwrap();
    terminal.ask("moves", "Take(8)");
    terminal.ask("1", "I move 7 -> 4.");
    terminal.session.send_control('c').unwrap();
    terminal.session.exp_string("`stop` or Ctrl-D ends the game.").unwrap();
    terminal.session.exp_string("> ").unwrap();
    // The game is over then, and the session goes on.
    terminal.session.send_control('d').unwrap();
    terminal.session.exp_string("The game is over.").unwrap();
    terminal.session.exp_string("> ").unwrap();
    terminal.ask("x + 1", "42\r");
    // Boards are drawn, and moves on them called by their cells; heaps and Hackenbush pictures are drawn, too.
    terminal.ask("play(Domineering(grid(\"...|.##\")))", "You begin. You are Left.");
    terminal.ask("moves", "  a b c");
    terminal.ask("moves", "  1  a1-a2");
    terminal.ask("hint", "a1-a2");
    terminal.ask("b1-b2", "`b1-b2` is no move here.");
    terminal.ask("a1-a2", "I move b1-c1.");
    terminal.ask("play(Clobber(grid(\"xo.o\")))", "You begin. You are Left.");
    terminal.ask("moves", "a b c d");
    terminal.ask("a1-b1", "I have no move: you have won.");
    // A queen and its arrow.
    terminal.ask("play(Amazons(\"x..|###|o##\"))", "You begin. You are Left.");
    terminal.ask("moves", "  a b c");
    terminal.ask("a1-b1", "`a1-b1` is no move here.");
    terminal.ask("a1-b1/c1", "I have no move: you have won.");
    // A strip, and a graph, whose vertices keep their labels.
    terminal.ask("play(ToadsAndFrogs(\"T.F\"))", "You begin. You are Left.");
    terminal.ask("a1-b1", "I move c1-a1.");
    terminal.ask("b1-c1", "I have no move: you have won.");
    terminal.ask("play(NodeKayles(path_graph(5)))", "You begin.");
    terminal.ask("hint", "3: it wins.");
    terminal.ask("3", "I move 1.");
    terminal.ask("moves", "5");
    terminal.ask("5", "I have no move: you have won.");
    terminal.ask("play(Hackenbush(\"br\"))", "You begin. You are Left.");
    terminal.ask("moves", "ground -- 1 blue");
    terminal.ask("stop", "The game is over.");
    // In misère play whoever cannot move wins.
    terminal.ask("play(Take(6), misere = true)", "move wins.");
    terminal.ask("hint", "6 -> 5: it wins.");
    terminal.ask("6 -> 4", "6 -> 4 gives the win to me. 6 -> 5 would have won.");
    terminal.ask("1 -> 0", "I have no move: you have lost.");
    // A draw that goes on until somebody stops it, and a game that is lost at once.
    terminal.ask("game Ring(n); moves Ring((n + 1) % 3); moves *1 if n == 0; end", "");
    terminal.ask("play(Ring(0))", "You begin.");
    terminal.ask("hint", "0 -> 1: it keeps the draw.");
    terminal.ask("2", "Ring(0) -> * gives the draw away: now I win. 0 -> 1 would have kept it.");
    terminal.ask("x + 1", "42\r");
    terminal.leave();
}

/// Boards are coloured where there is colour, and only there.
#[test]
fn boards_in_colour() {
    let blue_red = "a b\x1b[0m\r\n\x1b[1;34mx\x1b[0m \x1b[1;31mo\x1b[0m";
    for (no_color, expected) in [("", blue_red), ("1", "a b\r\nx o")] {
        let mut terminal = Terminal::raw("colour", no_color);
        for line in ["draw(Clobber(\"xo\"))", "play(Clobber(\"xo\"))"] {
            terminal.session.send_line(line).unwrap();
            terminal.session.exp_string(expected).unwrap_or_else(|error| panic!("{line}: {error}"));
        }
        terminal.session.send_line("stop").unwrap();
        terminal.session.exp_string("The game is over.").unwrap();
        terminal.leave();
    }
}

#[test]
fn the_computer_can_be_stopped_while_it_thinks() {
    let mut terminal = Terminal::new("think");
    terminal.ask("game Far(a, b); moves Far(a + 1, b) if a < 10^6; moves Far(a, b + 1) if b < 10^6; moves Far(a + 3, b) if a < 10^6; end", "");
    terminal.session.send_line("play(Far(0, 0))").unwrap();
    terminal.session.exp_string("Far(0, 0)").unwrap();
    terminal.session.exp_string("\r> ").unwrap();
    terminal.session.send_line("hint").unwrap();
    terminal.session.exp_string("Ctrl-C stops").unwrap();
    terminal.session.send_control('c').unwrap();
    terminal.session.exp_string("interrupted").unwrap();
    terminal.session.exp_string("\r> ").unwrap();
    // The game is as it was, also after a move that the computer was thinking about.
    terminal.session.send_line("2").unwrap();
    terminal.session.exp_string("Ctrl-C stops").unwrap();
    terminal.session.send_control('c').unwrap();
    terminal.session.exp_string("interrupted").unwrap();
    terminal.session.exp_string("\r> ").unwrap();
    terminal.ask("moves", "Far(0, 0)");
    terminal.ask("stop", "The game is over.");
    terminal.ask("40 + 2", "42\r");
    terminal.leave();
}

/// What is no UTF-8 is left out as a whole; the line before it and all definitions stay.
#[test]
fn bytes_that_are_no_text() {
    let mut terminal = Terminal::new("bytes");
    terminal.ask("x = 41", "");
    let send = |terminal: &mut Terminal, bytes: &[u8]| {
        terminal.send("x + ");
        terminal.session.exp_string("x + ").unwrap();
        let mut keyboard = terminal.session.process().get_file_handle().unwrap();
        keyboard.write_all(bytes).unwrap();
        terminal.session.exp_string("not UTF-8, and is left out").unwrap();
        terminal.session.exp_string("> x + ").unwrap();
        terminal.ask("1", "42\r");
    };
    send(&mut terminal, b"\xe9\r");
    send(&mut terminal, b"\x1b[200~y = \"\xff\"\rx = 7\r\x1b[201~");
    send(&mut terminal, &[b"\xff\x04\x03".repeat(2000), b"x = 7\r".to_vec()].concat());
    terminal.leave();
}
