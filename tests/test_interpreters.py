"""More than one interpreter in a process: a second one reads games, and the first one goes on."""

import subprocess
import sys

import pytest

_PROGRAM = """
import hyperchess

def read():
    game = hyperchess.parse('[Board "Standard"] 1. e4 / e5')
    return repr(game.final), game.problems

before = read() if {first} else None
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
other = interpreters.create()
failure = interpreters.{run}(other, '''
import hyperchess, sys
game = hyperchess.parse('[Board "Standard"] 1. e4 / e5')
assert not game.problems and game.final is not None
assert "hyperchess._native" not in sys.modules
''')
assert failure is None, failure
interpreters.destroy(other)
after = read()
assert not after[1]
assert before is None or before == after
print("both work")
"""


@pytest.mark.parametrize("first", [True, False])
def test_a_second_interpreter_works_and_the_first_one_goes_on(first: bool) -> None:
    run = "exec" if sys.version_info >= (3, 13) else "run_string"
    program = _PROGRAM.replace("{first}", str(first)).replace("{run}", run)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    if "No module named" in ended.stderr and "interpreters" in ended.stderr:
        pytest.skip("this Python has no way to make interpreters")
    assert (ended.returncode, ended.stdout.strip()) == (0, "both work"), ended.stderr
