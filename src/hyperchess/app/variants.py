"""`hyperchess variants`: the named starting positions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from hyperchess.multiverse import Variant

__all__ = ["variants"]


def variants(
    name: Annotated[str | None, typer.Argument(help="A variant; without it, all are listed.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Show a starting position with its boards, 5DFEN and hash, or list all of them."""
    from hyperchess import multiverse

    chosen = multiverse.variants() if name is None else (multiverse.find_variant(name),)
    if as_json:
        rows = [_as_data(variant) for variant in chosen]
        typer.echo(json.dumps(rows if name is None else rows[0], indent=2, ensure_ascii=False))
    elif name is None:
        for variant in chosen:
            typer.echo(f"{variant.name:45} {variant.size:6} {variant.parity}")
    else:
        _show(chosen[0])


def _as_data(variant: Variant) -> dict[str, object]:
    position = variant.position
    return {
        "name": variant.name,
        "size": variant.size,
        "parity": variant.parity,
        "promotions": list(position.promotions),
        "community": variant.community,
        "author": variant.author,
        "fen": [board.fen() for board in position.boards],
        "hash": position.hash(),
    }


def _show(variant: Variant) -> None:
    from hyperchess.picture.terminal import draw

    position = variant.position
    promotions = " ".join(position.promotions)
    typer.echo(f"{variant.name} ({variant.size}, {variant.parity}, promotions {promotions})\n")
    typer.echo(draw(position) + "\n")
    for board in position.boards:
        typer.echo(board.fen())
    typer.echo(f"hash {position.hash()}")
