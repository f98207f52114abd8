"""Ctrl-C at a real process."""

import signal
import subprocess
import sys
import time
import unittest

# Whoever starts these tests in the background has interrupts ignored, and Python would inherit that.
BEGINNING = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)
import sprague, sys
s = sprague.Session()
s.run("x = 7")
def ready():
    sys.stdout.write("ready\\n")
    sys.stdout.flush()
"""

END = """
except KeyboardInterrupt:
    print("stopped", s["x"], s.eval("x + 1"), flush=True)
"""


@unittest.skipIf(sys.platform == "win32", "signals are sent otherwise there")
class Interruption(unittest.TestCase):
    def stopped(self, program: str) -> None:
        process = subprocess.Popen(
            [sys.executable, "-c", BEGINNING + "try:\n" + program + END], stdout=subprocess.PIPE, text=True
        )
        try:
            assert process.stdout is not None
            self.assertEqual(process.stdout.readline(), "ready\n")
            time.sleep(0.3)
            self.assertIsNone(process.poll(), "it is still at work")
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=30)
            self.assertEqual(said, "stopped 7 8\n")
            self.assertEqual(process.returncode, 0)
        finally:
            process.kill()
            process.wait()

    def test_a_long_computation(self) -> None:
        self.stopped('    ready()\n    s.eval("x = 8; n = 0; while true do n = n + 1 end")')

    def test_a_native_one(self) -> None:
        self.stopped('    g = s.f.Domineering("|".join(["." * 9] * 9))\n    ready()\n    s.call("canonical", g)')

    def test_a_rule_set(self) -> None:
        self.stopped(
            "    rules = sprague.game(impartial=True, positions=10**9)(lambda n: [n + 1, n + 2])\n"
            "    g = rules.at(0, session=s)\n    ready()\n    print(g.grundy())"
        )

    def test_a_function_that_does_not_return(self) -> None:
        self.stopped(
            "    def moves(n):\n        while True:\n            pass\n"
            "    g = sprague.game(impartial=True)(moves).at(0, session=s)\n    ready()\n    g.outcome()"
        )


if __name__ == "__main__":
    unittest.main()
