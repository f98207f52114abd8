"""Values: conversions, operators, equality and hashes, what notebooks show, errors."""

import copy
import pickle
import unittest
from fractions import Fraction

import sprague
from sprague import eval as game
from sprague import f, form, value


class Conversions(unittest.TestCase):
    def test_python_values_come_back_as_they_went(self) -> None:
        huge = 7**4000
        for thing in (
            None,
            True,
            False,
            0,
            -5,
            2**63 - 1,
            -(2**63),
            2**63,
            -huge,
            Fraction(-3, 7),
            Fraction(huge, 3),
            "a \"text\" with {braces}, ½ and \n lines",
            "",
            (),
            (1,),
            [1, [2, (3, "x")], {}],
            {1, Fraction(1, 2), "x", (1, frozenset({2}))},
            {"a": [1, {2}], (1, 2): None},
        ):
            session = sprague.Session()
            session["x"] = thing
            back = session["x"]
            self.assertEqual(back, thing)
            self.assertIs(type(back), type(thing))

    def test_numbers_are_exact(self) -> None:
        self.assertEqual(game("2^200 + 1/3"), 2**200 + Fraction(1, 3))
        self.assertIs(type(game("1/2 + 1/2")), int)
        for wrong in (0.5, 1j, object(), len):
            with self.assertRaises(TypeError):
                value(wrong)
        with self.assertRaisesRegex(TypeError, "Fraction"):
            f.outcome(0.5)

    def test_nested_too_deep(self) -> None:
        deep: list = []
        deep.append(deep)
        with self.assertRaisesRegex(ValueError, "deep"):
            value(deep)

    def test_a_game_equal_to_a_number_stays_a_game(self) -> None:
        half = game("<0|1>")
        self.assertIsInstance(half, sprague.Value)
        self.assertEqual(half, Fraction(1, 2))
        self.assertEqual(half.canonical(), Fraction(1, 2))
        self.assertIsInstance(half.canonical(), Fraction)

    def test_elements(self) -> None:
        board = game('grid("x.|.o")')
        self.assertEqual(board[1, 1], "x")
        self.assertEqual(list(game("2..4")), [2, 3, 4])
        self.assertEqual(len(game("2..4")), 3)
        self.assertIn(3, game("2..4"))
        self.assertNotIn(5, game("2..4"))
        with self.assertRaises(sprague.Error):
            list(game("*"))


class Operators(unittest.TestCase):
    def test_arithmetic(self) -> None:
        star, up = game("*"), game("^")
        self.assertEqual(str(star + up), "^*")
        self.assertEqual(str(1 - up), "1+v")
        self.assertEqual(str(Fraction(1, 2) + star), "1/2+*")
        self.assertEqual(3 * up, up + up + up)
        self.assertEqual(up * 2, up - -up)
        self.assertEqual(-(-up), up)
        self.assertEqual(+up, up)
        self.assertEqual(star.ordinal(star), game("*2"))
        self.assertEqual(game("omega") ** 2, game("omega^2"))
        self.assertEqual(game("[1]") + [2], [1, 2])
        with self.assertRaises(TypeError):
            star + object()
        with self.assertRaises(TypeError):
            star < None
        with self.assertRaises(sprague.Error) as raised:
            star * star
        self.assertTrue(raised.exception.code.startswith("E"))

    def test_order(self) -> None:
        star, up = game("*"), game("^")
        self.assertTrue(up > 0 and 0 < up and up >= 0 and not up <= 0)
        self.assertTrue(up | star and star | up and 0 | star)
        self.assertFalse(up | 0)
        self.assertTrue(up != star and not up == star)
        self.assertTrue(game("*+*") == 0 and 0 == game("*+*"))
        self.assertFalse(star == None)  # noqa: E711
        self.assertFalse(star == object())
        self.assertFalse(star == "*")

    def test_equal_values_have_equal_hashes(self) -> None:
        pairs = [
            (game("<0|1>"), Fraction(1, 2)),
            (game("<1|3>"), 2),
            (game("* + *"), 0),
            (game("Kayles(7)"), game("*2")),
            (game("<0, *|0>"), game("^*") + game("* + *")),
            (game("<on|on> "), game("on")),
            (game("2^70 + * - *"), 2**70),
            (f.outcome(game("*")), "N"),
            (game("First"), "First"),
            (game("+-1 + 0"), form([1], [-1])),
            (game("loop a <0 | a>"), game("over")),
            (game("poset {a < b}"), game("poset {a < b}")),
        ]
        for a, b in pairs:
            self.assertEqual(a, b)
            self.assertEqual(hash(a), hash(b), f"{a} and {b}")
            self.assertEqual(len({a, b}), 1)

    def test_options(self) -> None:
        g = form([0, game("*")], [1])
        self.assertEqual([str(option) for option in g.left_options], ["0", "*"])
        self.assertEqual(g.right_options[0].outcome(), "L")
        self.assertEqual(f.Kayles(3).right_options[0].kind, "position")
        with self.assertRaises(sprague.Error):
            form(["no game"], [])

    def test_methods_are_functions(self) -> None:
        g = game("<3|-1>")
        self.assertEqual((g.mean(), g.temperature(), g.outcome()), (1, 2, "N"))
        self.assertEqual(g.outcome(misere=True), f.outcome(g, misere=True))
        self.assertEqual(f.canonical(game("^"), in_=game("Dicot")), game("canonical(^, in = Dicot)"))
        self.assertIn("temperature", dir(g))
        self.assertIn("mean", g.mean.__doc__.lower())
        self.assertEqual(str(__import__("inspect").signature(g.mean)), "()")
        self.assertEqual(repr(g.mean), "<function mean of <3|-1>>")
        with self.assertRaisesRegex(AttributeError, "no function 'foo'$"):
            g.foo()
        with self.assertRaisesRegex(AttributeError, "temperature"):
            g.temprature()
        with self.assertRaisesRegex(AttributeError, "mex"):
            f.mexx
        self.assertFalse(hasattr(g, "_ipython_canary_method_should_not_exist_"))

    def test_functions_have_signatures_and_documentation(self) -> None:
        import inspect

        self.assertEqual(str(inspect.signature(f.outcome)).split(",")[0], "(g")
        self.assertIn("> mex(", f.mex.__doc__ or "")
        self.assertEqual(str(inspect.signature(f.mex)), "(*numbers)")
        self.assertTrue((f.mex.__doc__ or "").startswith("The least"))
        self.assertIn("mex", dir(f))

    def test_functions_and_rule_sets_are_values(self) -> None:
        kayles = game("Kayles")
        self.assertEqual(kayles(7), game("*2"))
        self.assertEqual(game("x -> x + 1")(41), 42)
        self.assertEqual(f.map([1, 2], game("x -> x^2")), [1, 4])

    def test_copies(self) -> None:
        g = game("^")
        self.assertIs(copy.copy(g), g)
        self.assertIs(copy.deepcopy([g])[0], g)
        with self.assertRaisesRegex(TypeError, "session"):
            pickle.dumps(g)
        with self.assertRaises(TypeError):
            sprague.Value()


class Shown(unittest.TestCase):
    def test_text(self) -> None:
        self.assertEqual(repr(game("<0|1>")), "1/2")
        self.assertEqual(repr(f.Kayles(7)), "Kayles(7) = *2")
        self.assertEqual(str(f.Kayles(7)), "Kayles(7)")

    def test_formulas(self) -> None:
        self.assertEqual(game("<0|1>")._repr_latex_(), "$\\displaystyle \\tfrac{1}{2}$")
        self.assertIn("uparrow", game("^")._repr_latex_())
        self.assertTrue(f.Kayles(7)._repr_latex_().endswith(" = {\\ast}2$"))
        self.assertIsNone(game("thermograph(<2|-1>)")._repr_latex_())

    def test_pictures(self) -> None:
        import xml.etree.ElementTree as xml

        for text in ("thermograph(<2|-1>)", 'Domineering("...|...")', "tree(*2)", "hasse(subsets(3))"):
            picture = game(text)
            svg = picture._repr_svg_()
            self.assertTrue(xml.fromstring(svg).tag.endswith("svg"), text)
            self.assertIsNone(picture._repr_html_(), text)
        self.assertIsNone(game("*")._repr_svg_())

    def test_tables(self) -> None:
        self.assertIn("<table>", game("table(Nim, 0..2, 0..2)")._repr_html_())
        self.assertIn("<pre>1/2</pre>", sprague.run("1/2")._repr_html_())
        self.assertIn("<svg", sprague.run("thermograph(<2|-1>)")._repr_html_())
        self.assertNotIn("<b>", sprague.run('print("<b>")')._repr_html_())


class Errors(unittest.TestCase):
    def test_places(self) -> None:
        with self.assertRaises(sprague.Error) as raised:
            sprague.run("x = 1\ny = mexx([x])", name="mine.cgt")
        error = raised.exception
        self.assertEqual((error.code, error.phase, error.suggestions[0]), ("E0201", "names", "mex"))
        self.assertEqual(error.spans[0][:5], ("mine.cgt", 2, 5, 2, 9))
        self.assertIn("mine.cgt:2:5", str(error))
        self.assertNotIsInstance(error, sprague.LimitError)

    def test_several(self) -> None:
        with self.assertRaises(sprague.Error) as raised:
            game("1) + 2]")
        self.assertGreaterEqual(len(raised.exception.errors), 2)
        self.assertIs(raised.exception.errors[0], raised.exception)

    def test_calls_without_a_text(self) -> None:
        with self.assertRaises(sprague.Error) as raised:
            f.mex("abc")
        self.assertIn("mex", raised.exception.message)
        self.assertIn("mex(", raised.exception.help)
        with self.assertRaises(sprague.Error):
            f.outcome(game("*"), no_such_parameter=1)
        with self.assertRaises(sprague.Error):
            sprague.default_session().call("mexx")

    def test_wrong_things(self) -> None:
        with self.assertRaises(TypeError):
            sprague.eval(3)
        with self.assertRaises(sprague.Error):
            sprague.eval("\0")
        self.assertIsNone(sprague.eval(""))
        self.assertIsNone(sprague.eval("# nothing"))


class LikeThoseOfPython(unittest.TestCase):
    def test_no_element_is_lost(self) -> None:
        for text in ("{1, true}", '{1 => "a", true => "b"}', "{[1, 2], (1, 2)}", "{(0, 1), (false, 1)}", '{Left, "Left"}'):
            kept = sprague.eval(text)
            self.assertIsInstance(kept, sprague.Value, text)
            self.assertEqual((len(kept), kept), (2, sprague.eval(text)), text)
            self.assertEqual(hash(kept), hash(sprague.eval(text)), text)
        nested = sprague.eval("[{1, true}, {1, 2}]")
        self.assertEqual((str(nested[0]), nested[1]), (str(sprague.eval("{1, true}")), {1, 2}))

    def test_hashes_are_those_of_what_is_equal(self) -> None:
        half = Fraction(1, 2)
        for thing in ("abc", True, False, 3, half, (), ("a", 1), frozenset({1, 2}), (frozenset({"b"}), (half, True))):
            value = sprague.value(thing)
            self.assertEqual(value, thing)
            self.assertEqual(hash(value), hash(thing), thing)
        self.assertEqual(hash(sprague.value((sprague.eval("<0|1>"),))), hash((half,)))
        self.assertEqual(hash(sprague.value([1, 2])), hash(sprague.value([1, 2])))
        self.assertEqual(hash(sprague.value({1: 2})), hash(sprague.value({1: 2})))

    def test_operators_from_the_right(self) -> None:
        two = sprague.value(2)
        self.assertEqual((7 % two, 7 // two, 7 - two, 7 / two, 7**two), (1, 3, 5, Fraction(7, 2), 49))
        self.assertEqual(Fraction(7, 2) % two, Fraction(3, 2))


if __name__ == "__main__":
    unittest.main()
