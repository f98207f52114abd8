"""The functions and rule sets of Sprague's library, by their names: `sprague.f.mex(0, 1)`, `sprague.f.Kayles(7)`.

>>> from sprague import f
>>> f.nim_sum(3, 5), f.outcome(f.Nim(1, 2, 3))
(6, P)
>>> f.mex.__doc__.splitlines()[0][:30]
'The least non-negative integer'
"""

from __future__ import annotations

from typing import Any, Callable

from ._session import default_session, library_function, library_names


def __getattr__(name: str) -> Callable[..., Any]:
    if name.startswith("_"):
        raise AttributeError(name)
    function = library_function(default_session(), name, shared=True)
    if function.__doc__:
        globals()[name] = function
    return function


def __dir__() -> list[str]:
    return library_names()
