"""Types: the stub of the library's functions is that of the library, and mypy is content."""

import importlib.util
import inspect
import keyword
import os
import pathlib
import subprocess
import sys
import unittest
from typing import Any

import sprague

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
STUB = PACKAGE / "package" / "sprague" / "f.pyi"
MYPY = importlib.util.find_spec("mypy") is not None


def stub() -> str:
    """What editors are told of `sprague.f`."""
    session = sprague.Session()
    parts = [
        "# Written by UPDATE=1 python/test from the library's own documentation.",
        "# What is defined below hides the names of Python.",
        "from typing import Any as _Any",
        "from typing import List as _List",
        "",
        "def __dir__() -> _List[str]: ...",
    ]
    for name in dir(session.f):
        if keyword.iskeyword(name):
            continue
        function: Any = getattr(session.f, name)
        parameters = []
        for parameter in getattr(function, "__signature__", inspect.Signature()).parameters.values():
            star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
            default = " = ..." if parameter.default is not parameter.empty else ""
            parameters.append(f"{star}{parameter.name}: _Any{default}")
        if not hasattr(function, "__signature__"):
            parameters = ["*arguments: _Any", "**named: _Any"]
        text = (function.__doc__ or "").replace("\\", "\\\\").replace('"""', '\\"\\"\\"').replace("\n", "\n    ")
        text = "\n".join(line.rstrip() for line in text.splitlines())
        end = "" if not text.endswith('"') else " "
        parts.append(f'\ndef {name}({", ".join(parameters)}) -> _Any:\n    """{text}{end}"""')
    return "\n".join(parts) + "\n"


class Types(unittest.TestCase):
    maxDiff = 2000

    def test_the_stub_is_that_of_the_library(self) -> None:
        now = stub()
        if os.environ.get("UPDATE") == "1":
            STUB.write_text(now)
        self.assertTrue(STUB.read_text() == now, "UPDATE=1 python/test writes the stub anew")

    def run_tool(self, *arguments: str) -> None:
        done = subprocess.run([sys.executable, "-m", *arguments], cwd=PACKAGE, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    @unittest.skipUnless(MYPY, "mypy is not installed")
    def test_the_package(self) -> None:
        self.run_tool("mypy", "--strict", "package/sprague")

    @unittest.skipUnless(MYPY, "mypy is not installed")
    def test_the_stubs_fit_the_package(self) -> None:
        self.run_tool("mypy.stubtest", "sprague", "--ignore-missing-stub")


if __name__ == "__main__":
    unittest.main()
