"""Sessions: definitions, bounds, threads, processes, their end."""

import contextlib
import copy
import gc
import io
import os
import pickle
import subprocess
import sys
import threading
import time
import unittest
import warnings
import weakref
from fractions import Fraction

import sprague

#: More than anybody waits for.
ENDLESS = "n = 0; while true do n = n + 1 end"


#: Counts the threads of a process: without a session, with one, with a value of it alone, without.
ENDING = """
import gc, os, time, sprague

def threads():
    return len(os.listdir("/proc/self/task"))

counts = [threads()]
s = sprague.Session()
g = s.eval("^")

@sprague.game
def some(n):
    return [n - 1, g] if n else [], []

assert some.at(3, session=s) > 0
counts.append(threads())
del s
assert str(g + g) == "^^"
counts.append(threads())
del g, some
gc.collect()
for _ in range(200):
    # The thread takes a moment to see it.
    if threads() == 1:
        break
    time.sleep(0.05)
print(*counts, threads())
"""


class Definitions(unittest.TestCase):
    def test_of_their_own(self) -> None:
        a, b = sprague.Session(), sprague.Session()
        a.run("f(n) = n + 1")
        self.assertEqual(a.f.f(1), 2)
        self.assertNotIn("f", b)
        self.assertEqual((list(a), list(b)), (["f"], []))
        self.assertIn("f(n) = n + 1", a.saved())
        with self.assertRaisesRegex(ValueError, "session"):
            a.eval("*") + b.eval("*")
        with self.assertRaisesRegex(ValueError, "session"):
            a["x"] = b.eval("*")

    def test_names(self) -> None:
        s = sprague.Session()
        s["x"] = [1, s.eval("*")]
        self.assertEqual(s.eval("x[1] + 1"), s.eval("1 + *"))
        s["mex"] = 7
        self.assertEqual(s.eval("mex"), 7)
        del s["mex"]
        self.assertEqual(s.eval("mex(0)"), 1)
        for wrong in ("", "1", "a b", "if", "x = 2", "*"):
            with self.assertRaises(ValueError, msg=wrong):
                s[wrong] = 1
        for missing in ("nope", "", "1 + 1"):
            with self.assertRaises(KeyError):
                s[missing]
            with self.assertRaises(KeyError):
                del s[missing]
            self.assertNotIn(missing, s)

    def test_a_name_that_functions_use(self) -> None:
        s = sprague.Session()
        s.run("k = 2\nmemo f(n) = k * n\nf(4)")
        s["k"] = 3
        self.assertEqual(s.eval("f(4)"), 12)

    def test_kept_after_an_error(self) -> None:
        s = sprague.Session()
        s.run("x = 1")
        with self.assertRaises(sprague.Error):
            s.run("x = 2; y = 3; 1/0")
        self.assertEqual((s["x"], "y" in s), (1, False))

    def test_what_is_said(self) -> None:
        s = sprague.Session()
        with contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertEqual(s.eval('print("a"); 1; 2'), 2)
        self.assertEqual(out.getvalue(), "a\n")
        said = s.run('print("a"); 1; 1/2; check 1 == 2 "no"')
        self.assertEqual((said.printed, said.values), (["a"], [1, Fraction(1, 2)]))
        self.assertEqual([(c.claim, c.title, c.holds, c.line) for c in said.checks], [("1 == 2", "no", False, 1)])
        self.assertFalse(said.checks[0])
        self.assertEqual(str(said).splitlines()[:3], ["a", "1", "1/2"])

    def test_warnings(self) -> None:
        with self.assertWarnsRegex(sprague.SpragueWarning, "W0"):
            sprague.Session().run("f(n) = n\nf(n) = n + 1")

    def test_said_before_an_error(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()) as out, self.assertRaises(sprague.Error):
            sprague.eval('print("before")\n5\n1/0')
        self.assertEqual(out.getvalue(), "before\n")

    def test_a_check_that_does_not_hold_is_told(self) -> None:
        with contextlib.redirect_stdout(io.StringIO()) as out:
            sprague.eval("check 1 == 1")
            self.assertEqual(out.getvalue(), "")
            sprague.eval("check 1 == 2")
        self.assertRegex(out.getvalue(), r"<python>:1 +1 == 2")

    def test_warnings_point_to_the_line_of_the_user(self) -> None:
        for i, run in enumerate((sprague.eval, sprague.run, sprague.Session().eval, sprague.Session().run)):
            with self.assertWarns(sprague.SpragueWarning) as warned:
                run(f"warned{i}(n) = n\nwarned{i}(n) = n + 1")
            self.assertEqual(warned.filename, __file__)

    def test_documentation(self) -> None:
        doc = sprague.doc("mex")
        assert doc is not None
        self.assertEqual((doc.name, doc.signature), ("mex", "mex(numbers...)"))
        self.assertIsNone(sprague.doc("no such thing"))
        self.assertIsNotNone(sprague.doc("game"))
        doc = sprague.doc("E0303")
        assert doc is not None
        self.assertTrue(doc.signature.startswith("E0303: ") and "Mended:" in str(doc))


class Values(unittest.TestCase):
    def test_ranges_are_lists(self) -> None:
        for text in ("1..4", "5..5", "1..0", "(-3)..2"):
            a, b = sprague.value(sprague.eval(text)), sprague.value(list(sprague.value(sprague.eval(text))))
            self.assertTrue(a == b and hash(a) == hash(b), text)
        self.assertEqual(len(sprague.value(sprague.eval("1..10^9"))), 10**9)

    def test_parameters_of_any_name(self) -> None:
        session = sprague.Session()
        session.eval("f(name, self = 1) = name + self")
        self.assertEqual(session.call("f", name=3), 4)
        self.assertEqual(session.f.f(3, self=4), 7)

    def test_what_is_equal_to_no_value(self) -> None:
        star, other = sprague.eval("*"), sprague.Session().eval("*")
        for thing in ([1.5], (1.5, star), "\ud800", other, [other]):
            self.assertTrue(star != thing and not star == thing)
            self.assertNotIn(thing, sprague.value({1, 2}))
        self.assertEqual(len({star, other}), 2)
        with self.assertRaises(TypeError):
            sprague.eval("*") < 1.5

    def test_what_is_too_long_to_be_written(self) -> None:
        game = sprague.eval("sum(<i*3 || i | -i*i> for i in 1..13)")
        self.assertTrue(repr(game).startswith("<"))
        self.assertEqual(game.outcome(), "L")

    def test_functions_are_handed_on(self) -> None:
        self.assertEqual(sprague.f.nim_values(sprague.f.Kayles, 4), [0, 1, 2, 3, 1])
        session, other = sprague.Session(), sprague.Session()
        for each in (session, other):
            each.eval("double(n) = 2*n; used(f, n) = f(n)")
        self.assertEqual(session.f.used(session.f.double, 4), 8)
        with self.assertRaisesRegex(ValueError, "another session"):
            session.f.used(other.f.double, 4)

    def test_what_is_no_game(self) -> None:
        with self.assertRaises(TypeError):
            sprague.eval("*").ordinal(1.5)

    def test_sessions_are_not_copied(self) -> None:
        for copied in (copy.copy, copy.deepcopy, pickle.dumps):
            with self.assertRaisesRegex(TypeError, "saved"):
                copied(sprague.Session())

    def test_the_library_is_read_whole_after_an_interruption(self) -> None:
        session = sprague.Session()
        threading.Timer(0.2, session.interrupt).start()
        with self.assertRaises(sprague.Interrupted):
            session.eval("while true do 1 end")
        self.assertEqual(str(session.eval("canonical(Kayles(7))")), "*2")


class Bounds(unittest.TestCase):
    def test_steps_time_depth(self) -> None:
        for bounds, text, code in (
            ({"steps": 10_000}, ENDLESS, "E0501"),
            ({"depth": 50}, "f(n) = if n == 0 then 0 else 1 + f(n - 1); f(100)", "E0502"),
            ({"time": 0.2}, ENDLESS, "E0504"),
        ):
            s = sprague.Session(**bounds)
            with self.assertRaises(sprague.LimitError) as raised:
                s.eval(text)
            self.assertEqual((raised.exception.code, raised.exception.phase), (code, "limit"))
            self.assertIn(f"sprague.Session({[*bounds][0]}=...) allows more", str(raised.exception))
            self.assertNotIn("--", str(raised.exception))
            self.assertEqual(s.eval("1 + 1"), 2)

    def test_while_rules_of_python_are_asked(self) -> None:
        s, asked = sprague.Session(time=0.2), []

        def slow(n: int) -> list:  # type: ignore[type-arg]
            asked.append(n)
            time.sleep(0.02)
            return [n - 1] if n else []

        with self.assertRaises(sprague.LimitError) as raised:
            sprague.game(slow, impartial=True).at(250, session=s).outcome()
        self.assertEqual(raised.exception.code, "E0504")
        self.assertLess(len(asked), 250)
        self.assertEqual(s.eval("1 + 1"), 2)
        s, asked = sprague.Session(), []

        def interrupting(n: int) -> list:  # type: ignore[type-arg]
            asked.append(n)
            if len(asked) == 10:
                s.interrupt()
            return [n - 1] if n else []

        with self.assertRaises(sprague.Interrupted):
            sprague.game(interrupting, impartial=True).at(250, session=s).outcome()
        self.assertLess(len(asked), 250)

    def test_memory_is_that_of_the_session(self) -> None:
        s, other = sprague.Session(memory=64), sprague.Session(memory=64)
        other.run("xs = list(1..500000)")
        with self.assertRaises(sprague.LimitError) as raised:
            s.eval("list(1..50000000)")
        self.assertEqual(raised.exception.code, "E0503")
        self.assertEqual(s.eval("length(list(1..100000))"), 100_000)

    def test_wrong_bounds(self) -> None:
        for wrong in ({"time": -1.0}, {"time": float("nan")}):
            with self.assertRaises(ValueError):
                sprague.Session(**wrong)
        with self.assertRaises(OverflowError):
            sprague.Session(steps=-1)

    def test_files(self) -> None:
        with self.assertRaises(sprague.Error) as raised:
            sprague.Session(files=False).run('import "x.cgt"')
        self.assertEqual(raised.exception.phase, "file")


class Threads(unittest.TestCase):
    def test_any_thread_may_ask(self) -> None:
        s = sprague.Session()
        g, answers = s.eval("^"), []
        asks = [threading.Thread(target=lambda n=n: answers.append((n * g).birthday())) for n in range(8)]
        [t.start() for t in asks]
        [t.join() for t in asks]
        self.assertEqual(len(answers), 8)

    def test_other_threads_run_meanwhile_and_interrupt(self) -> None:
        s = sprague.Session()
        s.run("x = 5")
        ticks = []

        ended = threading.Event()

        def tick() -> None:
            for _ in range(10):
                time.sleep(0.02)
                ticks.append(1)
            # An interruption before the computation begins is forgotten.
            while not ended.wait(0.02):
                s.interrupt()

        other = threading.Thread(target=tick)
        other.start()
        with self.assertRaises(sprague.Interrupted):
            s.eval(ENDLESS)
        ended.set()
        other.join()
        self.assertEqual((len(ticks), s["x"]), (10, 5))

    @unittest.skipUnless(os.path.isdir("/proc/self/task"), "threads are counted by /proc")
    def test_a_session_ends_with_rules_that_hold_its_values(self) -> None:
        def played() -> object:
            session = sprague.Session()
            star = session.eval("*")
            rules = sprague.game(impartial=True, name="rules")(lambda n: [star, n - 1] if n else [])
            self.assertEqual(rules.at(3, session=session).grundy(), 2)
            return weakref.ref(session)

        gone = played()
        gc.collect()
        self.assertIsNone(gone())

    def test_a_session_ends_with_its_values(self) -> None:
        done = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, timeout=60)
        self.assertEqual((done.stdout, done.stderr), ("1 2 2 1\n", ""))


@unittest.skipUnless(hasattr(os, "fork"), "there is no fork here")
class Forks(unittest.TestCase):
    def test_a_fork_has_sessions_of_its_own(self) -> None:
        s = sprague.Session()
        g = s.eval("^")
        mex = sprague.f.mex
        self.assertEqual(mex(0, 1), 2)
        reading, writing = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            try:
                try:
                    g.outcome()
                    said = "answered"
                except RuntimeError as error:
                    said = str(error)
                said += f" | {sprague.eval('* + *2')} {sprague.f.mex(0, 1)} {mex(0, 1)}"
                del g, s
                gc.collect()
                os.write(writing, said.encode())
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as heard:
            said = heard.read()
        os.waitpid(child, 0)
        self.assertRegex(said, r"forked.*\| \*3 2 2")
        self.assertEqual(g.outcome(), "L")


if __name__ == "__main__":
    unittest.main()
