"""Commands on a pseudo-terminal, as a person would run them: what the terminal would get, byte by byte.

As a program it runs command lines from a JSON file one after the other, which saves most of the starts.
"""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

BETWEEN = "\n=== next command ===\n"
_LONGEST = 300.0  # seconds after which a command that waits for something is given up


def run_all(command_lines: Sequence[Sequence[str]], *, inputs: Path) -> list[str]:
    """Return the terminal output of each command line, run in one process."""
    lines = inputs / "commands.json"
    lines.write_text(json.dumps(command_lines), encoding="utf-8")
    shown = run_in_terminal([sys.executable, "-m", "tests.app.cli.pseudo_terminal", str(lines)])
    return shown.replace("\r\n", "\n").split(BETWEEN)[1:]


def run_in_terminal(
    command: Sequence[str],
    typed: Sequence[tuple[str, str]] = (),
    *,
    environment: dict[str, str] | None = None,
) -> str:
    """Everything that a command sends to its terminal.

    `typed` are pairs: once a text has appeared on the terminal (since the pair before), keys are pressed.
    """
    import pty

    master, slave = pty.openpty()
    _resize(slave)
    variables = {
        **os.environ,
        "TERM": "xterm-256color",
        "COLUMNS": "100",
        "LINES": "40",
        **(environment or {}),
    }
    variables.pop("NO_COLOR", None)

    def log_in() -> None:
        os.login_tty(slave)  # so that Ctrl-C becomes a signal
        signal.signal(signal.SIGINT, signal.SIG_DFL)

    process = subprocess.Popen(command, env=variables, preexec_fn=log_in, pass_fds=[slave])
    os.close(slave)
    try:
        return _conversation(master, list(typed)).decode("utf-8")
    finally:
        process.kill()
        process.wait()
        os.close(master)


def _conversation(master: int, typed: list[tuple[str, str]]) -> bytes:
    shown = b""
    answered = 0  # end of the last awaited text
    deadline = time.monotonic() + _LONGEST
    while time.monotonic() < deadline:
        if typed and (place := shown.find(typed[0][0].encode(), answered)) >= 0:
            answered = place + len(typed[0][0].encode())
            os.write(master, typed.pop(0)[1].encode())
        if not select.select([master], [], [], 0.2)[0]:
            continue
        try:
            data = os.read(master, 65_536)
        except OSError:  # the other side is closed
            return shown
        if not data:
            return shown
        shown += data
    raise AssertionError(
        f"the command does not end; waiting for {typed[:1]}, the last bytes are {shown[-500:]!r}"
    )


def _resize(terminal: int) -> None:
    import fcntl
    import struct
    import termios

    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))


def _main(path: str) -> None:
    from hyperchess.app.cli.main import app

    lines = json.loads(Path(path).read_text(encoding="utf-8"))
    os.chdir(Path(path).parent)  # so that files are not written into the project
    for arguments in lines:
        print(BETWEEN, end="", flush=True)
        try:
            app(arguments, prog_name="hyperchess")
        except SystemExit:
            continue


if __name__ == "__main__":
    _main(sys.argv[1])
