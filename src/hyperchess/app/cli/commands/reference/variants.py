"""`hyperchess variants`: the named starting positions of both games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.options import AsJson, complete_variants
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.terminal import echo

if TYPE_CHECKING:
    from hyperchess import infinite, multiverse

__all__ = ["variants"]


def variants(
    name: Annotated[
        str | None,
        typer.Argument(help="A variant; without it, all are listed.", autocompletion=complete_variants),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show a starting position drawn, as text and with its hash, or list all of both games."""
    from hyperchess import infinite, multiverse
    from hyperchess.notation.starts import find_any_variant

    if name is not None:
        variant = find_any_variant(name)
        if as_json:
            print_json(_data(variant, whole=True))
        else:
            _print(variant)
        return
    if as_json:
        listed: list[multiverse.Variant | infinite.Variant] = [*multiverse.variants(), *infinite.variants()]
        print_json([_data(variant, whole=False) for variant in listed])
        return
    from hyperchess.app.cli.outputs import print_table

    print_table("5D chess", ("name", "size", "timelines", "by"), map(_row, multiverse.variants()))
    print_table("Infinite chess", ("name", ""), map(_infinite_row, infinite.variants()))


def _row(variant: multiverse.Variant) -> tuple[str, ...]:
    author = variant.author or ("community" if variant.community else "")
    return variant.name, variant.size, variant.parity, author


def _infinite_row(variant: infinite.Variant) -> tuple[str, ...]:
    notes = [("pieces with moves of their own", variant.custom_moves), ("retired", variant.retired)]
    return variant.name, ", ".join(note for note, holds in notes if holds)


def _data(variant: multiverse.Variant | infinite.Variant, *, whole: bool) -> dict[str, object]:
    """A variant for JSON; positions of infinite chess are read only if one variant is asked for."""
    from hyperchess import multiverse

    if isinstance(variant, multiverse.Variant):
        position = variant.position
        return {
            "game": "5d",
            "name": variant.name,
            "aliases": list(variant.aliases),
            "size": variant.size,
            "parity": variant.parity,
            "promotions": list(position.promotions),
            "community": variant.community,
            "author": variant.author,
            "fen": [board.fen() for board in position.boards],
            "hash": position.hash(),
        }
    return {
        "game": "infinite",
        "name": variant.name,
        "aliases": list(variant.aliases),
        "custom_moves": variant.custom_moves,
        "retired": variant.retired,
        **({"position": variant.position.text(), "pieces": len(variant.position.pieces())} if whole else {}),
    }


def _print(variant: multiverse.Variant | infinite.Variant) -> None:
    from hyperchess import multiverse
    from hyperchess.app.cli.drawing import draw_position

    if isinstance(variant, multiverse.Variant):
        position = variant.position
        promotions = " ".join(position.promotions)
        echo(f"{variant.name} ({variant.size}, {variant.parity}, promotions {promotions})\n")
        echo(draw_position(position) + "\n")
        for board in position.boards:
            echo(board.fen())
        echo(f"hash {position.hash()}")
    else:
        count = len(variant.position.pieces())
        echo(f"{variant.name} (infinite chess, {count:,} pieces)\n")
        echo(draw_position(variant.position) + "\n")
        text = variant.position.text()
        echo(text if len(text) < 5_000 else f"{text[:200]}... (`fen` and --json print all of it)")
