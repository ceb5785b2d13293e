"""`hyperchess serve`: the analysis board in a browser."""

from __future__ import annotations

import re
import socket
from base64 import b64encode
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer

from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.terminal import echo
from hyperchess.app.files.inputs import EXAMPLE, VARIANT, InputError, read_bytes, read_text
from hyperchess.environment import DATABASE, PASSWORD, SITE, hide

if TYPE_CHECKING:
    from hyperchess.api.library import Library
    from hyperchess.app.web.settings import Settings

__all__ = ["serve"]

_TRIES = 20
_BASE = re.compile(r"(?:/[A-Za-z0-9._~-]+)*")
_PUBLIC_RATE = 20.0
_PUBLIC_CONNECTIONS = 64  # of one address
_PUBLIC_STUDY = 16  # millions of bytes
_PUBLIC_TOTAL = 2_000
_OWN = ("127.0.0.1", "::1", "localhost")  # addresses that no other machine can reach


def serve(
    file: Annotated[
        str | None,
        typer.Argument(help="A game to open: a file, example:NAME or variant:NAME; or a proof (.hcproof)."),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port", min=1, max=65_535, help="Port; by default 5055, or the next free one without --public."
        ),
    ] = None,
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    data: Annotated[
        Path | None, typer.Option("--data", metavar="FOLDER", help="Folder of the studies.")
    ] = None,
    engine: Annotated[
        list[str] | None,
        typer.Option(
            "--engine",
            metavar="NAME=COMMAND",
            help="External 5DUCI engine, or icn: and the command of a program that reads an ICN text and "
            "prints a move; the page offers it by name. May be repeated.",
        ),
    ] = None,
    library: Annotated[
        Path | None,
        typer.Option("--library", metavar="DIR", help="Library for the explorer."),
    ] = None,
    public: Annotated[
        str | None,
        typer.Option(
            "--public",
            metavar="ADDRESS",
            help="Public address behind a proxy, such as https://chess.example.org/board.",
        ),
    ] = None,
    password_file: Annotated[
        Path | None,
        typer.Option(
            "--password-file",
            metavar="FILE",
            help="File with the password of the server; or set HYPERCHESS_PASSWORD.",
        ),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESSES",
            help="Addresses of trusted proxies (X-Forwarded-For), separated by commas.",
        ),
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option("--rate", min=0, help="Requests per second and address; 20 with --public."),
    ] = None,
    study_quota: Annotated[
        int | None,
        typer.Option(
            "--study-quota", metavar="MB", min=1, help="Limit for a study and its history; 16 with --public."
        ),
    ] = None,
    quota: Annotated[
        int | None,
        typer.Option("--quota", metavar="MB", min=1, help="Limit for all studies; 2000 with --public."),
    ] = None,
    repair: Annotated[
        bool, typer.Option("--repair", help="Write a repaired copy of damaged studies, then exit.")
    ] = False,
) -> None:
    """Open the analysis board: a page of this machine, at an address that only it can reach."""
    try:
        import uvicorn

        from hyperchess.app.web.listening import listening_config
        from hyperchess.app.web.server import create_app
    except ModuleNotFoundError as error:
        wanted = ("anyio", "h11", "starlette", "uvicorn", "websockets")
        if (error.name or "").partition(".")[0] not in wanted:
            raise
        raise InputError("the analysis board needs a web server: pip install 'hyperchess[web]'") from error
    from hyperchess.app.web.folders import data_folder
    from hyperchess.app.web.settings import DEFAULT_PORT, MOST_CONNECTIONS, WILDCARDS, Settings
    from hyperchess.app.web.storage import StorageError

    if repair:
        _repair(data or data_folder())
        return
    if library is not None:
        _check_library(library)
    origin, base = ("", "") if public is None else _public(public)
    # A proxy forwards to a fixed port, so a public server does not move to another one.
    wanted_port = DEFAULT_PORT if port is None and public is not None else port
    with _listen(host, wanted_port, DEFAULT_PORT) as listener:
        settings = Settings(
            data or data_folder(),
            host,
            listener.getsockname()[1],
            engines=_engines(engine or []),
            library=library,
            site=_site(),
            database=DATABASE.read(),
            public=origin,
            base=base,
            password=_password(password_file),
            proxies=proxy or "",
            rate=(_PUBLIC_RATE if public else 0.0) if rate is None else rate,
            connections_each=_PUBLIC_CONNECTIONS if public and proxy is None else MOST_CONNECTIONS,
            study_bytes=1_000_000
            * ((_PUBLIC_STUDY if public else 0) if study_quota is None else study_quota),
            total_bytes=1_000_000 * ((_PUBLIC_TOTAL if public else 0) if quota is None else quota),
        )
        try:
            app = create_app(settings)
        except StorageError as error:
            raise InputError(str(error)) from error
        try:
            address = f"http://{'localhost' if host in WILDCARDS else _literal(host)}:{settings.port}/"
            if file is not None:
                address += f"#study={_open(app.state.library, file)}"
            server = uvicorn.Server(listening_config(app, settings))
            with server.capture_signals():  # Ctrl-C ends the server however early it is pressed
                _announce(address, settings)
                for line in app.state.library.storage.damage.report():
                    echo(line, err=True)
                Thread(target=app.state.text_pool.warm_up, daemon=True).start()
                if not no_browser and public is None:
                    _open_browser(address)
                server.run(sockets=[listener])
            if server.should_exit:  # Ctrl-C, which the library raises again: seldom it is lost on the way
                raise KeyboardInterrupt
            if not server.started:
                raise RuntimeError("the server did not start")
        finally:
            app.state.library.storage.close()


def _repair(folder: Path) -> None:
    """Report the content of a repaired copy; exit code 1 if something is lost."""
    from hyperchess.app.web.storage import StorageError
    from hyperchess.app.web.storage.repair import repair

    try:
        made = repair(folder)
    except StorageError as error:
        raise InputError(str(error)) from error
    whole = "1 study is" if len(made.whole) == 1 else f"{len(made.whole):,} studies are"
    echo(f"{whole} whole, in {made.path}")
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
    address = SITE.read()
    if address and not address.startswith(("https://", "http://")):
        raise InputError(
            f"{SITE.name} is {address!r}; it is the address of a board, such as https://example.org/board/"
        )
    return address


def _public(address: str) -> tuple[str, str]:
    """The origin and the base path of an address.

    >>> _public("https://Chess.example.org/club/"), _public("http://host:8000")
    (('https://chess.example.org', '/club'), ('http://host:8000', ''))
    """
    found = urlsplit(address)
    base = found.path.rstrip("/")
    plain = _BASE.fullmatch(base) is not None and not (found.query or found.fragment or found.username)
    if found.scheme not in ("http", "https") or not found.hostname or not plain:
        raise InputError(
            f"--public: expected an address such as https://chess.example.org/board, found {address!r}"
        )
    return f"{found.scheme}://{found.netloc.lower()}", base


def _password(file: Path | None) -> str:
    """The password, from a file or from the environment; empty if there is none."""
    if file is None:
        return PASSWORD.read()
    password = read_text(str(file)).text.strip()
    if not password:
        raise InputError(f"--password-file: there is no password in {file}")
    hide(password)
    return password


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
    if settings.public:
        echo(f"Others reach it at {settings.public}{settings.base}/")
    echo(f"Studies are kept in {'PostgreSQL' if settings.database else settings.data}")
    if settings.public and not settings.password:
        echo("There is no password: anyone who knows the address can use the board.", err=True)
    if settings.host not in _OWN and not settings.password:
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
    # With the protocol named, asyncio sends the parts of an answer without waiting for acknowledgements.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows: refuse to share the port
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
    from hyperchess.proofs.files import SUFFIX
    from hyperchess.studies.analysis.proofs import open_proof
    from hyperchess.studies.opening import open_text, open_variant

    if name.startswith(VARIANT):
        return library.create(open_variant(name.removeprefix(VARIANT))).id
    if name.endswith(SUFFIX):
        return library.create(open_proof(b64encode(read_bytes(name)).decode("ascii"))).id
    title = "" if name.startswith(EXAMPLE) else Path(name).stem
    return library.create(open_text(read_text(name).text, title=title)).id


def _open_browser(address: str) -> None:
    """Open a browser; the socket listens already, so that its first request waits for the server."""
    import webbrowser

    webbrowser.open(address)
