"""What documents show is so: docstrings, python/README.md and docs/python.md."""

import doctest
import importlib
import pathlib
import re
import unittest
from fractions import Fraction

import sprague

MODULES = ["", "._errors", "._rules", "._session", ".f"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCUMENTS = ["python/README.md", "docs/python.md"]
FLAGS = doctest.NORMALIZE_WHITESPACE


def examples(text: str) -> str:
    """The blocks of a document that are sessions of Python; lines keep their numbers."""
    kept, inside = [], False
    for line in text.splitlines():
        if line.startswith("```"):
            inside = not inside and line == "```pycon"
            kept.append("")
        else:
            kept.append(line if inside else "")
    return "\n".join(kept)


def load_tests(loader: unittest.TestLoader, tests: unittest.TestSuite, pattern: object) -> unittest.TestSuite:
    given = {"sprague": sprague, "Fraction": Fraction, "eval": sprague.eval}
    for module in MODULES:
        tests.addTests(doctest.DocTestSuite(importlib.import_module("sprague" + module), extraglobs=given, optionflags=FLAGS))
    for name in DOCUMENTS:
        path = ROOT / name
        test = doctest.DocTestParser().get_doctest(examples(path.read_text()), {}, name, str(path), 0)
        tests.addTest(doctest.DocTestCase(test, optionflags=FLAGS))
    return tests


class Documents(unittest.TestCase):
    def test_there_are_examples(self) -> None:
        for name in DOCUMENTS:
            self.assertGreater(len(re.findall("^>>> ", examples((ROOT / name).read_text()), re.MULTILINE)), 5, name)


if __name__ == "__main__":
    unittest.main()
