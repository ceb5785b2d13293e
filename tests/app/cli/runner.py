"""Commands run in this process, which is fast; `start` runs them as people do."""

import subprocess
import sys
from typing import NamedTuple

from typer.testing import CliRunner

from hyperchess.app.cli.main import app


class Ran(NamedTuple):
    code: int
    out: str
    err: str


def run(*arguments: object, text: str | bytes = "", columns: int = 80) -> Ran:
    runner = CliRunner(env={"COLUMNS": str(columns), "NO_COLOR": "1"})
    result = runner.invoke(app, [str(argument) for argument in arguments], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return Ran(result.exit_code, result.stdout, result.stderr)


def start(*arguments: object, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hyperchess", *map(str, arguments)]
    return subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", check=False)
