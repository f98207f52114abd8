"""Rule sets that are functions of Python."""

from __future__ import annotations

import functools
import threading
from typing import Any, Callable, Hashable, Iterable, Union, overload
from weakref import WeakKeyDictionary, finalize, ref

from ._core import Handle
from ._errors import Error, LimitError
from ._session import Session, Value, asking, default_session

#: Positions that a rule set may have in a session unless it says otherwise.
POSITIONS = 1_000_000

Rules = Callable[[Any], Any]

#: Kinds of values that are told apart by what they are called.
_POSITIONS = {"position", "sum of positions"}


class Game:
    """A rule set: `game(position)` is a position with all that Sprague knows of positions. Made by `sprague.game`."""

    def __init__(self, rules: Rules, impartial: bool, positions: int, name: str) -> None:
        functools.update_wrapper(self, rules)
        self.rules = rules
        self.impartial = impartial
        self.positions = positions
        self.name = name
        self._known: WeakKeyDictionary[Session, _Rules] = WeakKeyDictionary()

    def __call__(self, *position: Any) -> Value:
        """A position in the session that all of Python shares, or that asks for moves; several arguments are a tuple."""
        return self.at(*position)

    def at(self, *position: Any, session: Session | None = None) -> Value:
        """A position in a session of its own."""
        if not position:
            raise TypeError(f"{self.name} takes a position")
        session = session or asking.get() or default_session()
        rules = self._in(session)
        number = rules.oracle.number(position[0] if len(position) == 1 else position)
        return session._value(session._engine.position(rules.handle, number))

    def forget(self) -> None:
        """Forgets the positions that were met, in every session; those in the hands of a program keep their moves no more."""
        for rules in self._known.values():
            rules.oracle.moves.clear()
        self._known.clear()

    def __repr__(self) -> str:
        kind = "impartial rule set" if self.impartial else "rule set"
        return f"<{kind} {self.name}>"

    def _in(self, session: Session) -> _Rules:
        rules = self._known.get(session)
        if rules is None:
            # Another thread may have been faster.
            rules = self._known.setdefault(session, _Rules(self, session))
        return rules


class _Rules:
    """A rule set in one session, and what the session asks."""

    handle: Handle

    def __init__(self, game: Game, session: Session) -> None:
        self.oracle = _Oracle(game, session)
        session._oracles.append(self.oracle)
        self.handle, number = session._engine.rules(game.name, game.impartial, _Asked(self.oracle))
        session._places[number] = self.oracle.places
        # What the session asks holds values of the session: without this, neither would ever go.
        finalize(session, self.oracle.moves.clear)


class _Asked:
    """What the thread of a session holds. The session itself holds the oracle, as a function may hold the session."""

    def __init__(self, oracle: _Oracle) -> None:
        self.oracle = ref(oracle)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.oracle(), name)


class _Oracle:
    """What the session asks: positions by number, and their moves."""

    def __init__(self, game: Game, session: Session) -> None:
        self.rules, self.name, self.impartial, self.most = game.rules, game.name, game.impartial, game.positions
        self.session = session._reference
        self.lock = threading.RLock()
        self.numbers: dict[Hashable, int] = {}
        self.places: list[Any] = []
        self.moves: dict[int, tuple[list[int | Handle], list[int | Handle]]] = {}

    def number(self, position: Any) -> int:
        key = _key(position)
        # Keys are hashed and compared by functions of Python, which other threads may come between.
        with self.lock:
            return self.numbered(key, position)

    def numbered(self, key: Hashable, position: Any) -> int:
        try:
            known = self.numbers.get(key)
        except TypeError as error:
            raise TypeError(
                f"{position!r} can be no position of {self.name}, since it is not hashable: "
                "write a tuple for a list, a frozenset for a set"
            ) from error
        if known is not None:
            return known
        if len(self.places) >= self.most:
            raise LimitError(
                f"{self.name} has more than {self.most} positions",
                phase="limit",
                notes=["Allow more: sprague.game(positions=...)."],
            )
        number = self.numbers[key] = len(self.places)
        self.places.append(position)
        return number

    def _options(self, number: int, left: bool) -> list[int | Handle]:
        found = self.moves.get(number)
        if found is None:
            found = self.moves[number] = self.ask(self.places[number])
        return found[0 if left else 1]

    def ask(self, position: Any) -> tuple[list[int | Handle], list[int | Handle]]:
        before = asking.set(self.session())
        try:
            return self.answered(position)
        finally:
            asking.reset(before)

    def answered(self, position: Any) -> tuple[list[int | Handle], list[int | Handle]]:
        answer = self.rules(position)
        if self.impartial:
            options = self.listed(answer, position)
            return options, options
        try:
            left, right = answer
        except (TypeError, ValueError):
            raise TypeError(
                f"{self.name} must return a pair, Left's moves and Right's, for the position {position!r}; "
                "where both have the same moves, write @sprague.game(impartial=True)"
            ) from None
        return self.listed(left, position), self.listed(right, position)

    def listed(self, moves: Iterable[Any], position: Any) -> list[int | Handle]:
        if isinstance(moves, (str, bytes)) or not hasattr(moves, "__iter__"):
            raise TypeError(f"{self.name} must return lists of moves for the position {position!r}, not {moves!r}")
        session = self.session()
        options: list[int | Handle] = []
        for move in moves:
            if isinstance(move, Value) and move.session is not session:
                raise ValueError(f"{self.name} returned {move}, a value of another session, for the position {position!r}")
            options.append(move._handle if isinstance(move, Value) else self.number(move))
        return options

    def _written(self, number: int, short: bool = False) -> str:
        position = self.places[number]
        if short:
            return repr(position)
        if isinstance(position, tuple) and len(position) > 1:
            return f"{self.name}{tuple.__repr__(position)}"
        return f"{self.name}({position!r})"

    def _position(self, handles: list[Handle]) -> int | str:
        session = self.session()
        if session is None or not handles:
            return f"a position of {self.name} is written `{self.name}(position)`"
        parts = [_hashable(session._engine.plain(handle)) for handle in handles]
        return self.number(parts[0] if len(parts) == 1 else tuple(parts))


class _Form:
    """A value as it is written: `* + *` and 0 are equal, but different positions."""

    __slots__ = ("value", "hash")

    def __init__(self, value: Value) -> None:
        self.value, self.hash = value, hash(value)

    def __hash__(self) -> int:
        return self.hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Form):
            return False
        a, b = self.value, other.value
        if a is b:
            return True
        kind = a.kind
        if a.session is not b.session or kind != b.kind or a != b:
            return False
        if kind in _POSITIONS:
            place = a.session._engine.place
            return place(a._handle) == place(b._handle) and str(a) == str(b)
        try:
            same: bool = a.session.call("identical", a, b)
            return same
        except LimitError:
            raise
        except Error:
            # What is no short game has no other form.
            return True


def _key(position: Any) -> Any:
    """What two positions share exactly if they are the same: not merely equal, as True is to 1."""
    kind = type(position)
    if kind in (int, str):
        return position
    if kind is tuple:
        return tuple(map(_key, position))
    if kind is frozenset:
        return frozenset(map(_key, position))
    if kind is Value:
        return _Form(position)
    # No position has a bare type for its key.
    return kind, position


def _hashable(thing: Any) -> Any:
    if isinstance(thing, (list, tuple)):
        return tuple(map(_hashable, thing))
    if isinstance(thing, set):
        return frozenset(thing)
    return thing


@overload
def game(
    rules: Rules, *, impartial: bool = False, positions: int = POSITIONS, name: str | None = None
) -> Game: ...
@overload
def game(
    rules: None = None, *, impartial: bool = False, positions: int = POSITIONS, name: str | None = None
) -> Callable[[Rules], Game]: ...


def game(
    rules: Rules | None = None,
    *,
    impartial: bool = False,
    positions: int = POSITIONS,
    name: str | None = None,
) -> Union[Game, Callable[[Rules], Game]]:
    """Makes a rule set of a function that takes a position and returns Left's moves and Right's; with `impartial=True` the
    moves of both.

    A position is any hashable value of Python. A move is a position, or any game: `a + b` where play parts, a number, a value.
    The function is asked once for each position, and only for those that are needed; at most `positions` are met.

    >>> import sprague
    >>> @sprague.game
    ... def cutcake(cake):
    ...     rows, columns = cake
    ...     left = [cutcake(r, columns) + cutcake(rows - r, columns) for r in range(1, rows)]
    ...     right = [cutcake(rows, c) + cutcake(rows, columns - c) for c in range(1, columns)]
    ...     return left, right
    >>> cutcake(2, 5)
    cutcake(2, 5) = -1
    >>> cutcake(2, 5) == sprague.f.Cutcake(2, 5)
    True

    Where play can go round, questions have the answers of games with cycles:

    >>> @sprague.game(impartial=True)
    ... def stairs(n):
    ...     return [n - 1, n + 1] if 0 < n < 5 else []
    >>> stairs(2).outcome(), stairs(1).outcome()
    (D, N)
    """

    def made(rules: Rules) -> Game:
        return Game(rules, impartial, positions, name or str(getattr(rules, "__name__", "game")))

    return made if rules is None else made(rules)
