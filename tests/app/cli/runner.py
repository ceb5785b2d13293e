"""Commands run in this process, which is fast; `start` runs them as people do."""

import os
import signal
import subprocess
import sys
from typing import Any, NamedTuple

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


def launch(*arguments: object, **options: Any) -> subprocess.Popen[str]:
    """Start a command in a session of its own in which Ctrl-C works, even if this process ignores it."""

    def with_ctrl_c() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    command = [sys.executable, "-m", "hyperchess", *map(str, arguments)]
    return subprocess.Popen(command, text=True, start_new_session=True, preexec_fn=with_ctrl_c, **options)


def start(*arguments: object, text: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hyperchess", *map(str, arguments)]
    return subprocess.run(
        command,
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, **variables},
    )
