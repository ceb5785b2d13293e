"""`hyperchess variants`: the named starting positions of both games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.completion import complete_variants
from hyperchess.app.cli.outputs import AsJson, print_json

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
    from hyperchess.app.cli.tables import print_table

    print_table("5D chess", ("name", "size", "timelines", "by"), map(_row, multiverse.variants()))
    print_table("Infinite chess", ("name", ""), map(_infinite_row, infinite.variants()))


def _row(variant: multiverse.Variant) -> tuple[str, ...]:
    author = variant.author or ("community" if variant.community else "")
    return variant.name, variant.size, variant.parity, author


def _infinite_row(variant: infinite.Variant) -> tuple[str, ...]:
    notes = [("pieces move in ways of their own", variant.custom_moves), ("retired", variant.retired)]
    return variant.name, ", ".join(note for note, holds in notes if holds)


def _data(variant: multiverse.Variant | infinite.Variant, *, whole: bool) -> dict[str, object]:
    """What is known; large positions are read only where one variant is asked for."""
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
        **({"position": variant.position.text(), "pieces": len(variant.position.pieces)} if whole else {}),
    }


def _print(variant: multiverse.Variant | infinite.Variant) -> None:
    from hyperchess import multiverse
    from hyperchess.app.cli.drawing import drawn

    if isinstance(variant, multiverse.Variant):
        position = variant.position
        promotions = " ".join(position.promotions)
        typer.echo(f"{variant.name} ({variant.size}, {variant.parity}, promotions {promotions})\n")
        typer.echo(drawn(position) + "\n")
        for board in position.boards:
            typer.echo(board.fen())
        typer.echo(f"hash {position.hash()}")
    else:
        count = len(variant.position.pieces)
        typer.echo(f"{variant.name} (infinite chess, {count:,} pieces)\n")
        typer.echo(drawn(variant.position) + "\n")
        text = variant.position.text()
        typer.echo(text if len(text) < 5_000 else f"{text[:200]}... (`fen` and --json print all of it)")
