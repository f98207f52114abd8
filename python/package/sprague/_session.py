"""Sessions and values."""

from __future__ import annotations

import html
import inspect
import keyword
import numbers
import os
import re
import sys
import threading
import warnings
import weakref
from contextvars import ContextVar
from fractions import Fraction
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Union

from ._core import Engine, Handle
from ._errors import Error, SpragueWarning, failed

#: What of Python goes into an operator beside a value.
_Operand = Union["Value", int, Fraction, str, tuple, list, set, frozenset, dict]  # type: ignore[type-arg]
_OPERANDS = (numbers.Rational, str, tuple, list, set, frozenset, dict)

#: Longer ranges do not have the hash of a list.
_LISTED = 1_000_000
#: Kinds of values that are drawn.
_DRAWN = {"thermograph", "position", "sum of positions"}
#: Kinds of values that are set as formulas rather than as HTML.
_FORMULAS = {"game", "number", "integer", "position", "sum of positions", "move", "player", "outcome", "function", "rule set"}
#: Equal to a text of the same letters.
_NAMES = {"player", "outcome"}

#: Where the package is.
_FOLDER = os.path.dirname(__file__)


class Value:
    """A value of Sprague: a game, a position, a poset, a thermograph, …

    Operators and comparisons are those of the language: `+ - *` of games, `==` by value, `<` and `>` of the partial order, and
    `g | h` where neither is greater nor equal. `g & h` has an onside and an offside, `a ^ b` is the nim-sum of integers, `**` the
    power. Every function `f(g, …)` of the library or the session is a method `g.f(…)`.

    >>> from sprague import eval
    >>> g, h = eval("^"), eval("*")
    >>> g + h, -g, 3 * g, g > 0, g > h, g | h
    (^*, v, ^3, True, False, True)
    >>> g.outcome(), g.birthday(), g.left_options, g.right_options
    (L, 2, [0], [*])
    >>> {g, eval("<0|*>"), g + 1 - 1} == {g}
    True
    """

    __slots__ = ("_handle", "session", "__weakref__")
    _handle: Handle
    #: The session that it lives in.
    session: Session

    def __init__(self) -> None:
        raise TypeError("values come from sprague.eval, sprague.value, operators and functions")

    @property
    def kind(self) -> str:
        """The kind of value, as the language names it."""
        return self.session._engine.kind(self._handle)

    @property
    def left_options(self) -> list[Value]:
        """Left's options, as values."""
        return self._listed("left")

    @property
    def right_options(self) -> list[Value]:
        """Right's options, as values."""
        return self._listed("right")

    @property
    def position(self) -> Any:
        """The position of Python that it is a position of, or that the move leads to, in a rule set of `sprague.game`.

        >>> import sprague
        >>> @sprague.game(impartial=True)
        ... def subtract(n):
        ...     return [n - k for k in (1, 3, 4) if k <= n]
        >>> [move.position for move in subtract(10).winning_moves()]
        [9, 7]
        """
        place = self.session._engine.place(self._handle)
        if place is None:
            raise TypeError(f"{self} is no position of a rule set of Python")
        return self.session._places[place[0]][place[1]]

    def _listed(self, function: str) -> list[Value]:
        session = self.session
        handle = session._call(session._function(function), [self], {}, function)
        return [session._value(element) for element in session._engine.elements(handle)]

    def __call__(self, /, *arguments: Any, **named: Any) -> Any:
        """Calls a function, or makes a position of a rule set."""
        return self.session._result(self.session._call(self._handle, arguments, named, ""))

    def __getattr__(self, name: str) -> Callable[..., Any]:
        session = object.__getattribute__(self, "session")
        found = None if name.startswith("_") else session._engine.get(name)
        if found is None or not session._engine.is_callable(found):
            near = [] if name.startswith("_") else session._suggestions(name)
            advice = f"; did you mean {near[0]!r}?" if near else ""
            raise AttributeError(f"a value of Sprague has no function {name!r}{advice}")

        return _Method(self, found, name)

    def __dir__(self) -> list[str]:
        kind = self.kind
        methods = [
            name
            for name, signature, _, takes in self.session._engine.names()
            if signature is not None and (takes is None or kind in takes) and name.isidentifier()
        ]
        return sorted({*object.__dir__(self), *methods})

    def __str__(self) -> str:
        return self.session._engine.shown(self._handle)[0]

    def __repr__(self) -> str:
        try:
            text, value = self.session._engine.shown(self._handle)
        except Error as error:
            return f"<{self.kind}: {error.message}>"
        if value is None:
            return text
        return f"{text}\n= {value}" if "\n" in text else f"{text} = {value}"

    def _repr_html_(self) -> str | None:
        if self.kind in _FORMULAS or self._repr_svg_() is not None:
            return None
        return self.session._engine.render(self._handle, "html")

    def _repr_svg_(self) -> str | None:
        try:
            return self.session._picture(self._handle)
        except Error:
            return None

    def _repr_latex_(self) -> str | None:
        if self.kind not in _FORMULAS:
            return None
        try:
            text, value = self.session._engine.shown(self._handle)
            formula = self.session._engine.render(self._handle, "latex")
        except Error:
            return None
        if formula is None or "\n" in text:
            return None
        if value is not None:
            # The value of a position, as a formula of its own.
            formula += " = " + (self.session._formula(self) or f"\\text{{{value}}}")
        return f"$\\displaystyle {formula}$"

    def __hash__(self) -> int:
        if self.kind == "range" and len(self) <= _LISTED:
            # It is equal to the list of its numbers.
            return hash(tuple(self))
        digest = self.session._engine.digest(self._handle)
        # No collection of Python is equal to one that stays a value, and to hash that would come back here.
        return 0 if isinstance(digest, Value) else hash(digest)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str) and self.kind in _NAMES:
            return str(self) == other
        return self._compared("==", other)

    def __ne__(self, other: object) -> bool:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __lt__(self, other: _Operand) -> bool:
        return self._compared("<", other)

    def __le__(self, other: _Operand) -> bool:
        return self._compared("<=", other)

    def __gt__(self, other: _Operand) -> bool:
        return self._compared(">", other)

    def __ge__(self, other: _Operand) -> bool:
        return self._compared(">=", other)

    def __or__(self, other: _Operand) -> bool:
        """Whether the two are confused: neither is greater, and they are not equal."""
        return self._compared("||", other)

    __ror__ = __or__

    def __add__(self, other: _Operand) -> Value:
        return self._operated("+", other)

    def __radd__(self, other: _Operand) -> Value:
        return self._operated("+", other, True)

    def __sub__(self, other: _Operand) -> Value:
        return self._operated("-", other)

    def __rsub__(self, other: _Operand) -> Value:
        return self._operated("-", other, True)

    def __mul__(self, other: _Operand) -> Value:
        return self._operated("*", other)

    def __rmul__(self, other: _Operand) -> Value:
        return self._operated("*", other, True)

    def __truediv__(self, other: _Operand) -> Value:
        return self._operated("/", other)

    def __rtruediv__(self, other: _Operand) -> Value:
        return self._operated("/", other, True)

    def __floordiv__(self, other: _Operand) -> Value:
        return self._operated("//", other)

    def __rfloordiv__(self, other: _Operand) -> Value:
        return self._operated("//", other, True)

    def __mod__(self, other: _Operand) -> Value:
        return self._operated("%", other)

    def __rmod__(self, other: _Operand) -> Value:
        return self._operated("%", other, True)

    def __pow__(self, other: _Operand) -> Value:
        return self._operated("^", other)

    def __rpow__(self, other: _Operand) -> Value:
        return self._operated("^", other, True)

    def __xor__(self, other: _Operand) -> Value:
        return self._operated("xor", other)

    def __rxor__(self, other: _Operand) -> Value:
        return self._operated("xor", other, True)

    def __and__(self, other: _Operand) -> Value:
        return self._operated("&", other)

    def __rand__(self, other: _Operand) -> Value:
        return self._operated("&", other, True)

    def __neg__(self) -> Value:
        return self.session._value(self.session._engine.operate("neg", self._handle, self._handle))

    def __pos__(self) -> Value:
        return self

    def ordinal(self, other: _Operand) -> Value:
        """The ordinal sum `G : H`, which depends on the form of `G`."""
        made = self._operated(":", other)
        if made is NotImplemented:
            raise TypeError(f"{type(other).__name__} is no game")
        return made

    def __getitem__(self, index: Any) -> Any:
        session = self.session
        return session._result(session._engine.operate("[", self._handle, session._handle_of(index)))

    def __contains__(self, element: Any) -> bool:
        try:
            handle = self.session._handle_of(element)
        except (TypeError, ValueError):
            return False
        return self.session._engine.holds("in", handle, self._handle)

    def __iter__(self) -> Iterator[Any]:
        session = self.session
        return iter([session._result(element) for element in session._engine.elements(self._handle)])

    def __len__(self) -> int:
        if self.kind == "range":
            # Its numbers need not be there.
            return int(self.session.call("length", self))
        return len(self.session._engine.elements(self._handle))

    def __bool__(self) -> bool:
        return True

    def __copy__(self) -> Value:
        return self

    def __deepcopy__(self, memo: Any) -> Value:
        return self

    def __reduce__(self) -> Any:
        raise TypeError("a value of Sprague belongs to its session: keep its text, str(value), and read it with sprague.eval")

    def _compared(self, sign: str, other: object) -> bool:
        if not isinstance(other, (Value, *_OPERANDS)):
            # Python asks the other one then.
            refused: bool = NotImplemented
            return refused
        try:
            handle = self.session._handle_of(other)
        except (TypeError, ValueError):
            if sign != "==":
                raise
            # What this session has no value for, such as a list of floats, is equal to none of its values.
            return False
        return self.session._engine.holds(sign, self._handle, handle)

    def _operated(self, sign: str, other: object, reversed: bool = False) -> Value:
        if not isinstance(other, (Value, *_OPERANDS)):
            refused: Value = NotImplemented
            return refused
        session, a, b = self.session, self._handle, self.session._handle_of(other)
        if reversed:
            a, b = b, a
        return session._value(session._engine.operate(sign, a, b))


class _Method:
    """A function whose first argument is there."""

    __slots__ = ("_first", "_function", "__name__")

    def __init__(self, first: Value, function: Handle, name: str) -> None:
        self._first, self._function, self.__name__ = first, function, name

    def __call__(self, /, *arguments: Any, **named: Any) -> Any:
        session = self._first.session
        return session._result(session._call(self._function, (self._first, *arguments), named, self.__name__))

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return self._first.session._documented(self.__name__)[1]

    @property
    def __signature__(self) -> inspect.Signature:
        signature = _signature(self._first.session._documented(self.__name__)[0])
        if signature is None:
            raise AttributeError("__signature__")
        parameters = list(signature.parameters.values())
        first = parameters[:1] if parameters and parameters[0].kind is inspect.Parameter.VAR_POSITIONAL else []
        return signature.replace(parameters=first + parameters[1:])

    def __repr__(self) -> str:
        return f"<function {self.__name__} of {self._first}>"


class Check(NamedTuple):
    """A `check` of a text and how it went."""

    claim: str
    #: The text behind it.
    title: str | None
    #: None where it could not be decided.
    holds: bool | None
    file: str
    line: int
    #: The line that says so, with reasons.
    report: str

    def __bool__(self) -> bool:
        return self.holds is True


class Run:
    """What a text said: `values` of its expressions, `printed` lines, `checks`; `str(run)` is all of it."""

    values: list[Any]
    printed: list[str]
    checks: list[Check]

    def __init__(self, said: list[tuple[Any, ...]]) -> None:
        self.values, self.printed, self.checks = [], [], []
        self._said: list[tuple[str, Any]] = []
        #: Printed lines, and checks that do not hold.
        self._told: list[str] = []
        for kind, *rest in said:
            if kind == "printed":
                self.printed.append(rest[0])
                self._said.append((rest[0], None))
                self._told.append(rest[0])
            elif kind == "value":
                self.values.append(rest[0])
                self._said.append((rest[1], rest[0]))
            else:
                claim, title, file, line, holds, report = rest
                self.checks.append(Check(claim, title, holds, file, line, report))
                self._said.append((report, None))
                if holds is not True:
                    self._told.append(report)

    def __str__(self) -> str:
        return "\n".join(text for text, _ in self._said)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        parts = []
        for text, value in self._said:
            picture = value._repr_svg_() or value._repr_html_() if isinstance(value, Value) else None
            parts.append(picture or f"<pre>{html.escape(text)}</pre>")
        return "\n".join(parts)


class Doc(NamedTuple):
    """What the library says of a name."""

    name: str
    signature: str
    subject: str
    text: str
    #: Expressions with the output that they give.
    examples: list[tuple[str, str]]

    def __str__(self) -> str:
        examples = [f"> {question}\n{answer}" for question, answer in self.examples]
        return "\n\n".join([part for part in (self.signature, self.text) if part] + examples)


#: The session that asks a rule set of Python for moves: what is made meanwhile is its own.
asking: ContextVar[Session | None] = ContextVar("asking", default=None)


class Session:
    """A session with definitions of its own, and bounds that hold for each question.

    `steps`, seconds of `time`, MiB of `memory` (4096 unless it is said), `depth` of nested calls (10,000). Without `files`
    programs can neither import nor read nor write. Any thread may ask it, one after the other. A session ends with the last value
    in it.

    >>> s = Session(steps=100_000)
    >>> s.eval("twice(n) = 2*n; twice(21)")
    42
    >>> s["g"] = s.eval("<3|1>")
    >>> s.eval("twice(g)"), s["g"].mean(), list(s)
    (4, 2, ['twice', 'g'])
    >>> s.call("twice", 4), s.f.twice(s["g"] + 1), "twice" in s
    (8, 6, True)
    """

    def __init__(
        self,
        *,
        steps: int | None = None,
        time: float | None = None,
        memory: int | None = None,
        depth: int | None = None,
        files: bool = True,
        arguments: Iterable[str] = (),
    ) -> None:
        reference = self._reference = weakref.ref(self)

        def wrap(handle: Handle) -> Value:
            session = reference()
            assert session is not None, "whoever asks holds the session"
            return session._value(handle)

        folder = os.getcwd() if files else None
        self._engine = Engine(failed, wrap, steps, time, memory, depth, folder, list(arguments))
        #: Positions of rule sets of Python, by the numbers of the rule sets.
        self._places: dict[int, list[Any]] = {}
        #: Rule sets of Python that it asks.
        self._oracles: list[Any] = []

    def eval(self, text: str) -> Any:
        """Runs a text, and returns the value of its last expression; None if there is none. What the text prints is printed,
        also before an error, and so are checks that do not hold.

        Truth values, numbers, texts, tuples, lists, sets and maps come back as those of Python, numbers exactly as `int` and
        `fractions.Fraction`; `nothing` is None. All else is a `Value`, also a game that is equal to a number.

        >>> s = Session()
        >>> s.eval("[1/2, {1, 2}, *, <0|1> == 1/2]")
        [Fraction(1, 2), {1, 2}, *, True]
        """
        run, error = self._ran(text, "<python>")
        for line in run._told:
            sys.stdout.write(line + "\n")
        if error is not None:
            raise error
        return run.values[-1] if run.values else None

    def run(self, text: str, name: str = "<python>") -> Run:
        """Runs a text, and returns what it said. After an error the definitions are as before.

        >>> said = Session().run("x = ^ + *; x; print(\\"{x + x}\\"); check x > 0")
        >>> said.values, said.printed, [check.holds for check in said.checks]
        ([^*], ['^^'], [False])
        """
        run, error = self._ran(text, name)
        if error is not None:
            raise error
        return run

    def _ran(self, text: str, name: str) -> tuple[Run, BaseException | None]:
        """What a text said, up to the error that it came to."""
        if not isinstance(text, str):
            raise TypeError(f"a text is a str, not {type(text).__name__}")
        said, warned, error = self._engine.run(text, name)
        if warned:
            warnings.warn(warned, SpragueWarning, stacklevel=_outside())
        if error is not None:
            said = [part for part in said if part[0] != "value"]
        run = Run([("value", self._plain(part[1]), part[2]) if part[0] == "value" else part for part in said])
        return run, error

    def value(self, thing: Any) -> Value:
        """A value of Python as one of Sprague; a rule set of `sprague.game` as one of this session."""
        return thing if isinstance(thing, Value) and thing.session is self else self._value(self._handle_of(thing))

    def form(self, left: Iterable[Any], right: Iterable[Any]) -> Value:
        """The game in which Left and Right have these options, as it is written."""
        sides = [[self._handle_of(option) for option in side] for side in (left, right)]
        return self._value(self._engine.brackets(*sides))

    def call(self, name: str, /, *arguments: Any, **named: Any) -> Any:
        """Calls a function or rule set by its name."""
        return self._result(self._call(self._function(name), arguments, named, name))

    @property
    def f(self) -> Functions:
        """The functions and rule sets by their names: `session.f.mex(0, 1)`."""
        return Functions(self)

    def __getitem__(self, name: str) -> Any:
        handle = self._engine.get(name)
        if handle is None:
            raise KeyError(name)
        return self._result(handle)

    def __setitem__(self, name: str, value: Any) -> None:
        if not self._engine.set(name, self._handle_of(value)):
            raise ValueError(f"{name!r} is no name that a program could bind")

    def __delitem__(self, name: str) -> None:
        if not self._engine.remove(name):
            raise KeyError(name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._engine.get(name) is not None

    def __iter__(self) -> Iterator[str]:
        """The names that were bound here."""
        return iter(self._engine.own_names())

    def names(self) -> list[str]:
        """All names that can be used, those that were bound here first."""
        return [name for name, _, _, _ in self._engine.names()]

    def doc(self, name: str) -> Doc | None:
        """What there is to say of a name, a word or sign of the language, or a code of an error."""
        record = self._engine.doc(name)
        return None if record is None else Doc(name, *record)

    def saved(self) -> str:
        """The definitions as a script that makes them again."""
        return self._engine.saved()

    def interrupt(self) -> None:
        """Ends what another thread is asking, with `Interrupted`; to be called from any thread."""
        self._engine.interrupt()

    def forget(self) -> None:
        """Forgets what can be computed again: it takes memory."""
        self._engine.forget()

    def __reduce__(self) -> Any:
        raise TypeError("a session is not copied: `saved()` is a script that makes its definitions again")

    def __repr__(self) -> str:
        return f"<session of Sprague with {len(self._engine.own_names())} names>"

    def _value(self, handle: Handle) -> Value:
        value = object.__new__(Value)
        value._handle = handle
        value.session = self
        return value

    def _result(self, handle: Handle) -> Any:
        return self._engine.plain(handle)

    def _plain(self, thing: Any) -> Any:
        return self._engine.plain(thing._handle) if isinstance(thing, Value) else thing

    def _handle_of(self, thing: Any) -> Handle:
        if isinstance(thing, Value) and thing.session is self:
            return thing._handle
        rules = getattr(thing, "_in", None)
        if rules is not None:
            handle: Handle = rules(self).handle
            return handle
        name, where = getattr(thing, "_library", (None, None))
        if name is not None:
            if where is not None and where is not self:
                raise ValueError(f"{name} is a function of another session")
            return self._function(name)
        return self._engine.make(thing)

    def _function(self, name: str) -> Handle:
        handle = self._engine.get(name)
        if handle is None:
            near = self._suggestions(name)
            advice = [f"Did you mean `{near[0]}`?"] if near else []
            raise Error(f"`{name}` is not defined", code="E0201", phase="names", notes=advice, suggestions=near)
        return handle

    def _call(self, function: Handle, arguments: Iterable[Any], named: dict[str, Any], spoken: str) -> Handle:
        handles = [self._handle_of(argument) for argument in arguments]
        # A name that is a word of Python ends in an underscore there.
        plain = {name[:-1] if keyword.iskeyword(name[:-1]) and name[-1:] == "_" else name: x for name, x in named.items()}
        places = {name: self._handle_of(argument) for name, argument in plain.items()}
        return self._engine.call(function, handles, places, spoken)

    def _suggestions(self, name: str) -> list[str]:
        """Functions that are spelled like this name, the nearest first."""
        try:
            near = [(other, self._engine.get(other)) for other in self._engine.suggestions(name)]
            return [other for other, handle in near if handle is not None and self._engine.is_callable(handle)]
        except RuntimeError:
            # In the midst of something else there is no time for advice.
            return []

    def _documented(self, name: str) -> tuple[str, str]:
        """The signature of a name, and its documentation: empty in the midst of something else."""
        try:
            record = self.doc(name)
        except RuntimeError:
            record = None
        if record is None:
            return "", ""
        examples = "\n".join(f"> {question}\n{answer}" for question, answer in record.examples)
        return record.signature, "\n\n".join(part for part in (record.text, examples) if part)

    def _picture(self, handle: Handle) -> str | None:
        kind = self._engine.kind(handle)
        if kind in _DRAWN:
            self._engine.get("svg")
            return self._engine.render(handle, "svg")
        # Pictures bring their drawing along.
        return self._engine.render(handle, "picture")

    def _formula(self, value: Value) -> str | None:
        try:
            worth = self._call(self._function("canonical"), [value], {}, "canonical")
            return self._engine.render(worth, "latex")
        except Error:
            return None


class Functions:
    """Functions and rule sets by their names."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        return library_function(self._session, name, shared=False)

    __getitem__ = __getattr__

    def __dir__(self) -> list[str]:
        return _names(self._session)


class _Default:
    """A default of a parameter, as it is written."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _signature(text: str) -> inspect.Signature | None:
    """A signature of the language, such as `f(x, player = nothing)` or `f(items...)`, as one of Python."""
    match = re.fullmatch(r"\w+\((.*)\)", text)
    if match is None:
        return None
    parameters = []
    for part in re.findall(r'(?:"[^"]*"|[^,"])+', match.group(1)):
        name, _, default = part.strip().partition(" = ")
        if not re.fullmatch(r"\w+(\.\.\.)?", name):
            return None
        if keyword.iskeyword(name):
            name += "_"
        if name.endswith("..."):
            parameters.append(inspect.Parameter(name[:-3], inspect.Parameter.VAR_POSITIONAL))
        else:
            value = _Default(default) if default else inspect.Parameter.empty
            parameters.append(inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=value))
    try:
        return inspect.Signature(parameters)
    except ValueError:
        return None


def library_function(session: Session, name: str, shared: bool) -> Callable[..., Any]:
    """A function of a session for Python; one that is `shared` works in the session of its arguments, or else in the shared one,
    which after a fork is another."""
    handle = session._engine.get(name)
    if handle is None or not session._engine.is_callable(handle):
        near = session._suggestions(name)
        advice = f"; did you mean {near[0]!r}?" if near else ""
        raise AttributeError(f"there is no function {name!r}{advice}")

    def function(*arguments: Any, **named: Any) -> Any:
        where = session
        if shared:
            where = _session_of((*arguments, *named.values())) or asking.get() or default_session()
        return where.call(name, *arguments, **named)

    text, documentation = session._documented(name)
    function.__name__ = function.__qualname__ = name
    function.__module__ = "sprague.f"
    function.__doc__ = documentation
    # It can be handed to functions, too.
    function._library = name, None if shared else session  # type: ignore[attr-defined]
    signature = _signature(text)
    if signature is not None:
        function.__signature__ = signature  # type: ignore[attr-defined]
    return function


def _outside() -> int:
    """For a warning of the caller: how many calls up the package was entered, at a line that the user wrote."""
    level, frame = 1, inspect.currentframe()
    frame = frame and frame.f_back
    while frame is not None and os.path.dirname(frame.f_code.co_filename) == _FOLDER:
        level, frame = level + 1, frame.f_back
    return level


def _session_of(things: Iterable[Any]) -> Session | None:
    """The session of the first value in them."""
    for thing in things:
        if isinstance(thing, Value):
            return thing.session
        inside: Iterable[Any] = ()
        if isinstance(thing, dict):
            inside = (*thing, *thing.values())
        elif isinstance(thing, (tuple, list, set, frozenset)):
            inside = thing
        found = _session_of(inside)
        if found is not None:
            return found
    return None


def _names(session: Session) -> list[str]:
    return sorted(name for name, signature, _, _ in session._engine.names() if signature is not None)


def library_names() -> list[str]:
    """The names of the functions and rule sets of the library."""
    return _names(default_session())


_lock = threading.Lock()
_default: Session | None = None


def default_session() -> Session:
    """The session that all of Python shares: that of `sprague.eval`, `sprague.f` and of rule sets."""
    global _default
    with _lock:
        if _default is None:
            _default = Session()
        return _default


def _after_fork() -> None:
    # The thread of the session stayed with the parent.
    global _default, _lock
    _lock = threading.Lock()
    _default = None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
