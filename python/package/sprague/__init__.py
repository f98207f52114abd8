"""Combinatorial games with exact values: the language Sprague from Python.

>>> import sprague
>>> g = sprague.eval("<0 | 1>")
>>> g, g == Fraction(1, 2), g + sprague.eval("*")
(1/2, True, 1/2+*)
>>> sprague.eval("<2 | -1>").temperature()
Fraction(3, 2)
>>> sprague.f.mex(0, 1, 3)
2

Rule sets are functions of Python, too:

>>> @sprague.game(impartial=True)
... def pick(n):
...     return [n - k for k in (1, 2) if k <= n]
>>> pick(5), (pick(3) + pick(4)).outcome()
(pick(5) = *2, N)

docs/python.md tells the rest; `help(sprague.f.mex)` says what a function of the library does.
"""

from __future__ import annotations

from fractions import Fraction as Fraction
from typing import Any, Iterable

from . import f as f
from ._core import __version__ as __version__
from ._errors import Error as Error
from ._errors import Interrupted as Interrupted
from ._errors import LimitError as LimitError
from ._errors import Span as Span
from ._errors import SpragueWarning as SpragueWarning
from ._rules import Game as Game
from ._rules import game as game
from ._session import Check as Check
from ._session import Doc as Doc
from ._session import Run as Run
from ._session import Session as Session
from ._session import Value as Value
from ._session import default_session as default_session

__all__ = [
    "Check",
    "Doc",
    "Error",
    "Game",
    "Interrupted",
    "LimitError",
    "Run",
    "Session",
    "Span",
    "SpragueWarning",
    "Value",
    "default_session",
    "doc",
    "eval",
    "f",
    "form",
    "game",
    "run",
    "value",
]


def eval(text: str) -> Any:
    """The value of a text in the session that all of Python shares: see `Session.eval`.

    >>> eval("{<0|1>, 1/2, *}"), eval("3/4 + 1/4")
    ({Fraction(1, 2), *}, 1)
    """
    return default_session().eval(text)


def run(text: str, name: str = "<python>") -> Run:
    """Runs a text in the session that all of Python shares: see `Session.run`.

    >>> print(run("* + *2; check ^ > 0"))
    *3
    ok      <python>:1  ^ > 0
    """
    return default_session().run(text, name)


def value(thing: Any) -> Value:
    """A value of Python as one of Sprague, which has the functions of the library for methods.

    >>> value(0).outcome(), value(Fraction(3, 4)).birthday()
    (P, 3)
    """
    return default_session().value(thing)


def form(left: Iterable[Any], right: Iterable[Any]) -> Value:
    """The game in which Left and Right have these options, as it is written.

    >>> form([0, eval("*")], [1])
    1/2
    >>> form([2], [-1])
    <2|-1>
    """
    return default_session().form(left, right)


def doc(name: str) -> Doc | None:
    """What Sprague's library says of a name, a word or a sign.

    >>> print(doc("mex").signature)
    mex(numbers...)
    """
    return default_session().doc(name)
