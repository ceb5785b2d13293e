"""Studies run where there is no server: nothing of the web, of storage or of processes is imported."""

import subprocess
import sys
from pathlib import Path

import hyperchess.studies

FORBIDDEN = ["anyio", "asyncio", "hyperchess.app", "multiprocessing", "sqlite3", "starlette"]


def test_no_module_needs_a_server() -> None:
    folder = Path(hyperchess.studies.__file__).parent
    paths = [path.relative_to(folder.parent).with_suffix("") for path in folder.rglob("*.py")]
    modules = [f"hyperchess.{'.'.join(path.parts)}".removesuffix(".__init__") for path in paths]
    assert "hyperchess.studies.study" in modules
    script = (
        f"import sys, {', '.join(modules)}; print(*(name for name in {FORBIDDEN} if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
