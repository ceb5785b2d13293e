"""`hyperchess serve`: the analysis board in a browser."""

from __future__ import annotations

import socket
from os import environ
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.terminal import echo
from hyperchess.app.files.inputs import EXAMPLE, VARIANT, InputError, read_text

if TYPE_CHECKING:
    from hyperchess.app.service.library import Library
    from hyperchess.app.web.settings import Settings

__all__ = ["serve"]

_TRIES = 20
_SITE = "HYPERCHESS_SITE"
_OWN = ("127.0.0.1", "::1", "localhost")  # addresses that no other machine can reach


def serve(
    file: Annotated[
        str | None, typer.Argument(help="A game to open: a file, example:NAME or variant:NAME.")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65_535, help="5055, or the next free one.")
    ] = None,
    host: Annotated[str, typer.Option("--host", help="Where to listen.")] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FOLDER", help="Where the studies are kept.")
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            metavar="NAME=COMMAND",
            help="An engine that speaks 5DUCI, to be chosen on the page by its name; may be given again.",
        ),
    ] = None,
    library: Annotated[
        Path | None,
        typer.Option("--library", metavar="DIR", help="A library whose games the explorer shows."),
    ] = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="Write a copy of damaged studies with what can be read, and end.")
    ] = False,
) -> None:
    """Open the analysis board: a page of this machine, at an address that only it can reach."""
    try:
        import uvicorn

        from hyperchess.app.web.listening import listening_config
        from hyperchess.app.web.server import create_app
    except ModuleNotFoundError as error:
        wanted = ("anyio", "fastapi", "h11", "pydantic", "starlette", "uvicorn", "websockets")
        if (error.name or "").partition(".")[0] not in wanted:
            raise
        raise InputError("the analysis board needs a web server: pip install 'hyperchess[web]'") from error
    from hyperchess.app.web.folders import data_folder
    from hyperchess.app.web.settings import DEFAULT_PORT, WILDCARDS, Settings
    from hyperchess.app.web.storage import StorageError

    if repair:
        _repair(data or data_folder())
        return
    if library is not None:
        _check_library(library)
    with _listen(host, port, DEFAULT_PORT) as listener:
        settings = Settings(
            data or data_folder(),
            host,
            listener.getsockname()[1],
            engines=_engines(engine or []),
            library=library,
            site=_site(),
        )
        try:
            app = create_app(settings)
        except StorageError as error:
            raise InputError(str(error)) from error
        try:
            address = f"http://{'localhost' if host in WILDCARDS else _literal(host)}:{settings.port}/"
            if file is not None:
                address += f"#study={_open(app.state.library, file)}"
            _announce(address, settings)
            for line in app.state.library.storage.damage.report():
                echo(line, err=True)
            Thread(target=app.state.text_pool.warm_up, daemon=True).start()
            if not no_browser:
                _open_browser(address)
            uvicorn.Server(listening_config(app, settings)).run(sockets=[listener])
        finally:
            app.state.library.storage.close()


def _repair(folder: Path) -> None:
    """Say what a repaired copy holds; exit code 1 if something is lost."""
    from hyperchess.app.web.repair import repair
    from hyperchess.app.web.storage import StorageError

    try:
        made = repair(folder)
    except StorageError as error:
        raise InputError(str(error)) from error
    echo(f"{len(made.whole)} studies are whole, in {made.path}")
    for id in made.earlier:
        echo(f"The study {id} is damaged: the copy holds an earlier version of it.")
    for id in made.lost:
        echo(f"The study {id} is lost.")
    echo(f"The damaged file was left as it is. The copy is used by: hyperchess serve --data {made.path}")
    if made.earlier or made.lost:
        raise typer.Exit(Exit.WRONG)


def _check_library(folder: Path) -> None:
    """Complain about a library that cannot be opened before the board is."""
    from hyperchess.library.library import open_library

    open_library(folder).close()


def _site() -> str:
    """The address of a board that others can reach, from the environment."""
    address = environ.get(_SITE, "")
    if address and not address.startswith(("https://", "http://")):
        raise InputError(
            f"{_SITE} is {address!r}; it is the address of a board, such as https://example.org/board/"
        )
    return address


def _engines(texts: list[str]) -> tuple[tuple[str, str], ...]:
    """Names and commands of engines, from `NAME=COMMAND`."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, command = (part.strip() for part in text.partition("="))
        if not (name and equals and command):
            raise InputError(f"--engine: expected NAME=COMMAND, found {text!r}")
        if name in found or name == "hyperchess":
            raise InputError(f"--engine: there are two engines called {name!r}")
        found[name] = command
    return tuple(found.items())


def _announce(address: str, settings: Settings) -> None:
    echo(f"The analysis board is at {address}")
    echo(f"Studies are kept in {settings.data}")
    if settings.host not in _OWN:
        echo(
            "Careful: anyone who can reach this machine over the network can read, change and delete "
            "these studies, and use its processor. There is no password.",
            err=True,
        )
    echo("Ctrl-C ends it.")


def _listen(host: str, port: int | None, default: int) -> socket.socket:
    """A socket on the port that was asked for, or on the first free one from the default on."""
    wanted = [port] if port is not None else range(default, default + _TRIES)
    failure: OSError | None = None
    for number in wanted:
        try:
            listener = _bind(host, number)
        except OSError as error:
            failure = error
            continue
        except (TypeError, ValueError) as error:  # of the encoding for names
            raise InputError(f"{host!r} is not the name or the address of a machine") from error
        if port is None and number != default:
            echo(f"Port {default} is taken, so this is port {number}.")
        return listener
    assert failure is not None
    raise InputError(f"cannot listen on {host} port {wanted[0]}: {failure.strerror or failure}")


def _bind(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows: nobody else may listen there, too
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(128)
    except BaseException:
        listener.close()
        raise
    return listener


def _literal(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _open(library: Library, name: str) -> str:
    """A new study with the game of a file; its id."""
    from hyperchess.studies.opening import open_text, open_variant

    if name.startswith(VARIANT):
        return library.create(open_variant(name.removeprefix(VARIANT))).id
    title = "" if name.startswith(EXAMPLE) else Path(name).stem
    return library.create(open_text(read_text(name).text, title=title)).id


def _open_browser(address: str) -> None:
    """Open a browser; the socket listens already, so that its first request waits for the server."""
    import webbrowser

    webbrowser.open(address)
