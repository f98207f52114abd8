"""Rule sets that are functions of Python: they agree with the library's, and their errors are their own."""

import sys
import unittest
from collections import namedtuple
from itertools import product

import sprague
from sprague import f, game


@game(impartial=True)
def nim(heaps):
    """Nim on a sorted tuple of heaps."""
    for i, heap in enumerate(heaps):
        for left in range(heap):
            yield tuple(sorted((*heaps[:i], left, *heaps[i + 1 :])))


@game(impartial=True, name="Kayles")
def kayles(pins):
    """A row of pins falls into two: sums of positions."""
    moves = []
    for down in (1, 2):
        for left in range((pins - down) // 2 + 1):
            moves.append(kayles(left) + kayles(pins - down - left))
    return moves


@game
def domineering(cells):
    """Left places upright dominoes, Right lying ones, on a frozenset of cells."""

    def placed(down, right):
        return [cells - {(r, c), (r + down, c + right)} for r, c in sorted(cells) if (r + down, c + right) in cells]

    return placed(1, 0), placed(0, 1)


@game
def toads(row):
    """Toads (t) go right, frogs (f) left, one step or over one of the others."""
    left, right = [], []
    for moves, animal, other, way in ((left, "t", "f", 1), (right, "f", "t", -1)):
        for i, who in enumerate(row):
            for step, between in ((1, ""), (2, other)):
                j = i + way * step
                if who == animal and 0 <= j < len(row) and row[j] == "." and row[min(i, j) + 1 : max(i, j)] == between:
                    cells = list(row)
                    cells[i], cells[j] = ".", animal
                    moves.append("".join(cells))
    return left, right


class Agreement(unittest.TestCase):
    def test_nim(self) -> None:
        for heaps in product(range(5), repeat=3):
            ours, theirs = nim(tuple(sorted(heaps))), f.Nim(*heaps)
            self.assertEqual(ours.grundy(), theirs.grundy())
        self.assertEqual(nim((3, 4, 5)).misere_outcome(), f.Nim(3, 4, 5).misere_outcome())
        to = [move.position for move in nim((1, 4, 6)).winning_moves()]
        self.assertEqual(to, [(1, 4, 5)])

    def test_kayles(self) -> None:
        self.assertEqual([kayles(n).grundy() for n in range(30)], [f.Kayles(n).grundy() for n in range(30)])

    def test_domineering(self) -> None:
        for rows, columns in product(range(1, 5), range(1, 4)):
            board = frozenset(product(range(rows), range(columns)))
            theirs = f.Domineering("|".join(["." * columns] * rows))
            self.assertEqual(domineering(board), theirs, (rows, columns))

    def test_toads_and_frogs(self) -> None:
        for row in ("t.f", "tt.ff", "t..f", "ttt.fff", "t.tf.f", "tt..ff"):
            self.assertEqual(toads(row), f.ToadsAndFrogs(row.replace("t", "T").replace("f", "F")), row)

    def test_values_may_be_moves(self) -> None:
        up, half = sprague.eval("^"), sprague.value(sprague.eval("1/2"))

        @game
        def mixed(n):  # type: ignore[no-untyped-def]
            return ([up, mixed(0) + half], [half + 1]) if n else ([], [])

        self.assertEqual(mixed(1), sprague.form([up, half], [sprague.eval("3/2")]))

    def test_in_another_session(self) -> None:
        session = sprague.Session()
        hold = session.eval("*500").left_options
        values = [kayles.at(n, session=session).grundy() for n in range(8)]
        self.assertEqual(values, [f.Kayles(n).grundy() for n in range(8)])
        # Values of a session stay there.
        foreign = sprague.Session().eval("*")

        @game(impartial=True)
        def mixed(n):
            return [foreign] if n else []

        with self.assertRaisesRegex(ValueError, "another session"):
            mixed.at(1, session=session).grundy()
        self.assertEqual(len(hold), 500)

    def test_a_position_is_written_as_a_tuple(self) -> None:
        place = namedtuple("place", "x y")

        @game(impartial=True)
        def stay(position):
            return []

        self.assertEqual(str(stay(place(1, 2))), "stay(1, 2)")

    def test_it_is_asked_once_for_each_position(self) -> None:
        asked = []

        @game(impartial=True)
        def counted(n):  # type: ignore[no-untyped-def]
            asked.append(n)
            return [n - 1] if n else []

        counted(50).outcome()
        counted(50).grundy()
        (counted(30) + counted(20)).outcome()
        counted(40).remoteness()
        self.assertEqual(len(asked), len(set(asked)))
        self.assertTrue(set(asked) <= set(range(51)))

    def test_everything_that_is_known_of_positions(self) -> None:
        g = nim((2, 3))
        self.assertEqual(str(g), "nim(2, 3)")
        self.assertEqual(g.outcome(), "N")
        self.assertEqual([move.position for move in g.moves()], [(0, 3), (1, 3), (0, 2), (1, 2), (2, 2)])
        self.assertEqual(g.right_options[0].position, (0, 3))
        self.assertIn("nim", str(g.explain()))
        self.assertEqual(g.position, (2, 3))
        self.assertTrue((g + g).outcome() == "P" and g - g == 0)
        self.assertEqual(nim((1, 2)), nim((1, 2)))
        self.assertEqual(hash(nim((1, 2))), hash(sprague.eval("*3")))
        with self.assertRaises(TypeError):
            sprague.eval("*").position

    def test_equal_positions_may_be_different(self) -> None:
        star = sprague.eval("*")
        for first in (0, 1):
            written = game(lambda g: ([written(x) for x in g.left_options], [written(x) for x in g.right_options]))
            places = [sprague.form([star], [star]), sprague.value(0)]
            places[first:] = reversed(places[first:])
            told = {str(g.left_options): written(g).remoteness() for g in places}
            self.assertEqual(told, {"[*]": 2, "[]": 0})
            self.assertEqual(written(sprague.form([star], [star])).position.left_options, [star])

        @game(impartial=True, name="typed")
        def typed(thing):  # type: ignore[no-untyped-def]
            return []

        for a, b in ((1, True), (1, 1.0), ((1,), (True,)), (frozenset({0}), frozenset({False})), ("", b"")):
            self.assertEqual([type(typed(x).position) for x in (a, b)], [type(a), type(b)])
            self.assertEqual([repr(typed(x).position) for x in (a, b)], [repr(a), repr(b)])
        asked = []

        @game(impartial=True, name="once")
        def once(thing):  # type: ignore[no-untyped-def]
            asked.append(thing)
            return []

        for _ in range(2):
            for text in ("<0|1>", "Nim(3)", "Nim(3) + Nim(4)", "{^}", "Left", "on", "poset {a < b}"):
                once((sprague.value(sprague.eval(text) if text != "{^}" else frozenset({sprague.eval("^")})),)).outcome()
        self.assertEqual(len(asked), 7)

    def test_in_texts(self) -> None:
        s = sprague.Session()
        s["Rows"] = nim
        s["Toads"] = toads
        self.assertEqual(s.eval("outcome(Rows(1, 2, 3))"), "P")
        self.assertEqual(s.eval("outcome(Rows([1, 2, 3]))"), "P")
        self.assertEqual(s.eval('Toads("t.f")'), s.eval('ToadsAndFrogs("T.F")'))
        self.assertEqual(s.eval("winning_moves(Rows(1, 2, 4))")[0].position, (1, 2, 3))
        with self.assertRaises(sprague.Error) as raised:
            s.eval("Rows()")
        self.assertIn("position", raised.exception.message)
        with self.assertRaises(ValueError):
            nim.at((1,), session=s) + nim((1,))


class Trouble(unittest.TestCase):
    def test_exceptions_pass_unchanged(self) -> None:
        problem = KeyError("mine")

        @game(impartial=True)
        def broken(n):  # type: ignore[no-untyped-def]
            if n == 3:
                raise problem
            return [n - 1]

        for ask in (lambda: broken(9).outcome(), lambda: broken(9) == 0, lambda: repr(broken(9)), lambda: hash(broken(9))):
            with self.assertRaises(KeyError) as raised:
                ask()
            self.assertIs(raised.exception, problem)
        self.assertEqual(sprague.eval("1 + 1"), 2)

    def test_wrong_answers(self) -> None:
        def rules(answer, **how):  # type: ignore[no-untyped-def]
            return game(name="wrong", **how)(lambda n: answer)

        for answer, how, told in (
            (None, {"impartial": True}, "lists of moves"),
            ("abc", {"impartial": True}, "lists of moves"),
            (5, {"impartial": True}, "lists of moves"),
            ([[1]], {"impartial": True}, "not hashable"),
            (None, {}, "a pair"),
            ([1, 2, 3], {}, "a pair"),
            ([1, 2], {}, "lists of moves"),
        ):
            with self.assertRaisesRegex(TypeError, told):
                rules(answer, **how)(1).outcome()
        with self.assertRaisesRegex(TypeError, "not hashable"):
            nim([1, 2])
        with self.assertRaises(TypeError):
            nim()
        no_game = sprague.eval("poset {a < b}")
        with self.assertRaises(sprague.Error):
            rules([no_game], impartial=True)(1).outcome()

    def test_play_that_goes_round(self) -> None:
        @game
        def walk(n):  # type: ignore[no-untyped-def]
            return [(n + 1) % 3], [(n - 1) % 3]

        self.assertEqual(walk(0).outcome(), "D")
        self.assertEqual(walk(0), walk(1))
        with self.assertRaises(sprague.Error) as raised:
            walk(0).birthday()
        self.assertIn("walk(0)", str(raised.exception))

        @game(impartial=True)
        def round_or_out(n):  # type: ignore[no-untyped-def]
            return {0: [1, 3], 1: [2], 2: [0, 3], 3: []}[n]

        self.assertEqual([round_or_out(n).outcome() for n in range(4)], ["N", "P", "N", "P"])

    def test_play_without_end_is_bounded(self) -> None:
        @game(impartial=True, positions=1000)
        def onward(n):  # type: ignore[no-untyped-def]
            return [n + 1]

        with self.assertRaisesRegex(sprague.LimitError, "1000 positions"):
            onward(0).outcome()

        @game(impartial=True)
        def onward_too(n):  # type: ignore[no-untyped-def]
            return [n + 1]

        with self.assertRaises(sprague.Error):
            onward_too.at(0, session=sprague.Session(steps=20_000)).outcome()

    def test_long_games_do_not_overflow_the_stack(self) -> None:
        @game(impartial=True)
        def long(n):  # type: ignore[no-untyped-def]
            return [n - 1] if n else []

        self.assertEqual(long(20_001).grundy(), 1)

    def test_questions_in_the_midst(self) -> None:
        @game(impartial=True)
        def asks(n):  # type: ignore[no-untyped-def]
            # Whoever may not leave a P-position: values of smaller positions decide about moves.
            return [m for m in range(n) if m == 0 or asks(m).outcome() != "P"]

        slow: list = []
        for n in range(12):
            moves = [m for m in range(n) if m == 0 or slow[m]]
            slow.append(any(not slow[m] for m in moves))
        self.assertEqual([asks(n).outcome() == "N" for n in range(12)], slow)

        @game(impartial=True)
        def reads(n):  # type: ignore[no-untyped-def]
            return [sprague.eval("*")]

        with self.assertRaisesRegex(RuntimeError, "another sprague.Session"):
            reads(1).outcome()

    def test_another_rule_set_in_the_midst(self) -> None:
        pile = game(lambda n: [n - 1] if n else [], impartial=True, name="pile")
        both = game(lambda n: [pile(n - 1), pile(n) + pile(2)] if n else [], impartial=True, name="both")
        self.assertEqual(both(4).grundy(), 2)
        self.assertEqual(both(4).moves()[0].position, 3)

    def test_recursion_in_the_function_itself(self) -> None:
        @game(impartial=True)
        def deep(n):  # type: ignore[no-untyped-def]
            return [n - 1] if n == 0 or deep(n - 1).outcome() else []

        with self.assertRaises((RecursionError, sprague.LimitError)):
            deep(sys.getrecursionlimit() * 3).outcome()
        self.assertEqual(sprague.eval("1 + 1"), 2)

    def test_forgetting(self) -> None:
        @game(impartial=True)
        def small(n):  # type: ignore[no-untyped-def]
            return [n - 1] if n else []

        before = small(3)
        small.forget()
        self.assertEqual(before.outcome(), small(3).outcome())


if __name__ == "__main__":
    unittest.main()
