"""`hyperchess render`: a position or a game as a picture, or a game as a page with a viewer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hyperchess.app.cli.options import AsJson, At, File, Force, From, GameNumber, InGame, Variant
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.positions import node_at, position_at, warn_about_errors
from hyperchess.app.cli.terminal import echo, emit
from hyperchess.app.files.inputs import InputError, one_game
from hyperchess.app.files.outputs import check_target, write_file
from hyperchess.game import AnyNode
from hyperchess.notation.places import format_path
from hyperchess.ruleset import GameKind

if TYPE_CHECKING:
    pass

__all__ = ["render"]

_KINDS = (".svg", ".png", ".gif", ".html", ".json")


def render(
    file: File,
    output: Annotated[
        Path, typer.Option("--output", "-o", help="A file: .svg, .png, .gif, .html or .json; - for SVG.")
    ],
    notation: From = None,
    variant: Variant = None,
    number: GameNumber = 1,
    at: At = None,
    node: InGame = None,
    theme: Annotated[str, typer.Option(help="light, dark, contrast or print.")] = "light",
    flip: Annotated[bool, typer.Option("--flip", help="Black's view.")] = False,
    window: Annotated[
        str | None,
        typer.Option("--window", help="5D: half-turns around the present; infinite: L,R,B,T."),
    ] = None,
    highlight: Annotated[list[str] | None, typer.Option("--highlight", help="A square to mark.")] = None,
    moves_of: Annotated[
        str | None, typer.Option("--moves-of", metavar="SQUARE", help="Show the moves of this piece.")
    ] = None,
    width: Annotated[int | None, typer.Option("--width", min=16, help="Pixels of .png and .gif.")] = None,
    seconds: Annotated[float, typer.Option("--seconds", min=0.02, help="Each picture of a .gif.")] = 1.0,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Draw the end of a game, or a place of it; as .gif, the whole line that leads there.

    As .html, the whole game with a viewer, in one file that needs nothing else; it opens at the place.
    As .json, the whole game for the board of a web page (hyperchess-board).
    PNG, GIF and HTML need extras: pip install 'hyperchess[png,gif,web]'.
    """
    to_stdout = str(output) == "-"
    kind = ".svg" if to_stdout else output.suffix.lower()
    if kind not in _KINDS:
        raise InputError(
            "the picture is named by its end: .svg, .png, .gif, .html or .json, "
            f"not {output.suffix or output}"
        )
    if kind in (".html", ".json") and (
        window is not None or highlight or moves_of is not None or width is not None
    ):
        raise InputError(f"--window, --highlight, --moves-of and --width are for pictures, not for {kind}")
    if not to_stdout:
        check_target(output, force=force, sources=[file])
    game = one_game(file, notation, number, variant)
    warn_about_errors(game, file)
    asked = node_at(game, at, node)
    if kind in (".gif", ".html", ".json") and game.start is not None:
        asked = asked.last_resolved
    position = position_at(game, asked)
    options: dict[str, Any] = {"theme": theme, "flip": flip, "highlights": highlight or ()}
    if window is not None:
        options["window"] = _window(position, window)
    if moves_of is not None:
        options["moves_of"] = moves_of
    picture = _draw(kind, asked, options, width, seconds)
    if to_stdout:
        emit(picture.decode("utf-8"))
        return
    write_file(output, picture, force=force)
    place = format_path(asked)
    if as_json:
        print_json({"file": str(output), "bytes": len(picture), "place": place})
    else:
        shown = {
            ".gif": "the game up to",
            ".html": "the game, opened at",
            ".json": "the game, opened at",
        }.get(kind, "after")
        echo(f"{output}: {len(picture):,} bytes, {shown} {place}")


def _draw(kind: str, node: AnyNode, options: dict[str, Any], width: int | None, seconds: float) -> bytes:
    if kind == ".html":
        return _page(node).encode("utf-8")
    if kind == ".json":
        return _data(node).encode("utf-8")
    from hyperchess import picture

    if kind == ".svg":
        return picture.svg(node, **options).encode("utf-8")
    if kind == ".png":
        return picture.png(node, width=width, **options)
    return picture.gif(node, width=width or 800, seconds=seconds, **options)


def _page(node: AnyNode) -> str:
    try:
        from hyperchess.app.web.viewer import viewer_html
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("anyio", "starlette"):
            raise
        raise InputError("HTML needs an extra: pip install 'hyperchess[web]'") from error
    return viewer_html(node.game, at=node)


def _data(node: AnyNode) -> str:
    """Return the game for the element `<hyperchess-board>`."""
    from hyperchess.studies.embedding import embed_content
    from hyperchess.studies.opening import open_game

    content = open_game(node.game)
    return embed_content(content, content.ids[node])


def _window(position: Any, text: str) -> object:
    """A number of half-turns, or for infinite chess a rectangle."""
    if position.kind is GameKind.INFINITE:
        from hyperchess.app.cli.options import parse_window

        return parse_window(text)
    if not (text.isdecimal() and len(text) < 7):
        raise InputError(
            f"in 5D chess a window is a number of half-turns around the present, not {text[:40]!r}"
        )
    return int(text)
