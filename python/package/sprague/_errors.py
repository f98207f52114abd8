"""What goes wrong, as exceptions."""

from __future__ import annotations

import json
from typing import Any, NamedTuple, Sequence

_INTERRUPTED = "E0505"
#: What a session can be told, by the code of what was too much.
_BOUNDS = {"E0501": "steps", "E0502": "depth", "E0503": "memory", "E0504": "time"}


class Span(NamedTuple):
    """A place in a text, lines and columns from 1; the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    #: What is the matter there.
    text: str = ""


class Error(Exception):
    """Something is wrong in a text, or a question has no answer. `str(error)` is the report with its places.

    >>> import sprague
    >>> try:
    ...     sprague.eval("mexx({0, 1})")
    ... except sprague.Error as error:
    ...     print(error.code, error.message, error.suggestions[0])
    ...     print(error.spans[0].line, error.spans[0].column, error.spans[0].end_column)
    E0201 unknown function `mexx` mex
    1 1 5
    """

    #: The stable code, such as `E0303`; `sprague.doc("E0303")` explains it.
    code: str
    #: One sentence, no full stop.
    message: str
    #: `syntax`, `names`, `run`, `limit` or `file`.
    phase: str
    #: The places, the main one first.
    spans: tuple[Span, ...]
    #: What to do, each a sentence.
    notes: tuple[str, ...]
    #: Names that are spelled almost like an unknown one, the nearest first.
    suggestions: tuple[str, ...]
    #: Calls that led here, innermost first.
    stack: tuple[tuple[str, Span | None], ...]
    #: Every error of the text, if there is more than one; this is the first.
    errors: tuple[Error, ...]
    #: The report as people read it.
    report: str

    def __init__(
        self,
        message: str,
        *,
        code: str = "",
        phase: str = "run",
        spans: Sequence[Span] = (),
        notes: Sequence[str] = (),
        suggestions: Sequence[str] = (),
        stack: Sequence[tuple[str, Span | None]] = (),
        report: str | None = None,
    ) -> None:
        super().__init__(report if report is not None else message)
        self.message = message
        self.code = code
        self.phase = phase
        self.spans = tuple(spans)
        self.notes = tuple(notes)
        self.suggestions = tuple(suggestions)
        self.stack = tuple(stack)
        self.errors = (self,)
        self.report = report if report is not None else message

    @property
    def help(self) -> str:
        """What to do, in one text."""
        return "\n".join(self.notes)


class LimitError(Error):
    """A bound of the session was reached: steps, time, memory, depth, the size of a result."""


class Interrupted(Error):
    """`Session.interrupt` was called. (Ctrl-C is Python's own `KeyboardInterrupt`.)"""


class SpragueWarning(UserWarning):
    """A text that runs, but was hardly meant so."""


def _span(place: dict[str, Any]) -> Span | None:
    if "line" not in place:
        return None
    file, text = place.get("file", ""), place.get("text", "")
    return Span(file, place["line"], place["column"], place["end_line"], place["end_column"], text)


def _one(data: dict[str, Any], report: str) -> Error:
    kind: type[Error] = Error
    if data["code"] == _INTERRUPTED:
        kind = Interrupted
    elif data["phase"] == "limit":
        kind = LimitError
    notes = list(data["notes"])
    bound = _BOUNDS.get(data["code"])
    if bound is not None:
        notes.append(f"sprague.Session({bound}=...) allows more.")
        report += f"\n  note: {notes[-1]}"
    spans = [span for span in map(_span, data["labels"]) if span is not None]
    return kind(
        data["message"],
        code=data["code"],
        phase=data["phase"],
        spans=spans,
        notes=notes,
        suggestions=data.get("suggestions", ()),
        stack=[(call["name"], _span(call)) for call in data["stack"]],
        report=report,
    )


def failed(data: str, report: str) -> Error:
    """The exception of errors as data; the report tells of all of them."""
    errors = [_one(error, report) for error in json.loads(data)]
    errors[0].errors = tuple(errors)
    return errors[0]
