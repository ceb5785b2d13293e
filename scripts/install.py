"""Install the package with pip, and show the progress of the compiler in one line.

python scripts/install.py ARGUMENTS of `pip install`

It runs before anything is installed, so it needs only the standard library.
"""

import re
import subprocess
import sys
from collections import deque

_STEP = re.compile(r"\[(\d+)/(\d+)\]")
_KEPT = 60  # lines of pip's output to show after a failure


def main() -> int:
    """Run pip; return its exit code."""
    command = [sys.executable, "-m", "pip", "install", "--verbose", *sys.argv[1:]]
    last: deque[str] = deque(maxlen=_KEPT)
    is_terminal = sys.stdout.isatty()
    shown = 0  # percent
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", errors="replace"
    ) as pip:
        for line in pip.stdout or ():
            last.append(line)
            if not (found := _STEP.match(line.strip())):
                continue
            percent = 100 * int(found[1]) // int(found[2])
            if is_terminal:
                print(f"\rCompiling the kernel: {percent} %", end="", flush=True)
            elif percent >= shown + 25:
                print(f"Compiling the kernel: {percent} %", flush=True)
                shown = percent
    if is_terminal:
        print("\r\033[K", end="")
    if pip.returncode:
        sys.stderr.writelines(last)
    elif subprocess.run(
        [sys.executable, "-c", "import hyperchess._native"], stderr=subprocess.DEVNULL
    ).returncode:
        print("The kernel was not compiled: hyperchess uses its slower Python rules.")
        print("HYPERCHESS_REQUIRE_KERNEL=1 makes that an error and shows the reason.")
    return pip.returncode


if __name__ == "__main__":
    sys.exit(main())
