"""`hyperchess show`: headers, numbers, verdict and a position of a game."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from hyperchess.app.cli.options import AsJson, At, File, From, GameNumber, InGame, Variant
from hyperchess.app.cli.outputs import print_json
from hyperchess.app.cli.positions import node_at
from hyperchess.app.cli.terminal import echo
from hyperchess.app.files.inputs import one_game
from hyperchess.game import AnyNode
from hyperchess.notation.places import format_path

if TYPE_CHECKING:
    from hyperchess.game import AnyGame

__all__ = ["show"]


def show(
    file: File,
    notation: From = None,
    variant: Variant = None,
    number: GameNumber = 1,
    at: At = None,
    node: InGame = None,
    as_json: AsJson = False,
) -> None:
    """Show a game: headers, numbers, verdict, and the position at its end or at a place of it.

    A place is 12b (after Black's 12th action), or a path such as 5w.1/7b: at 5w into the first
    variation, and on to 7b.
    """
    game = one_game(file, notation, number, variant)
    asked = node_at(game, at, node)
    shown = asked if asked.is_resolved else asked.last_resolved
    if as_json:
        print_json(_data(game, shown))
        return
    from hyperchess.app.cli.drawing import draw_position
    from hyperchess.app.cli.outputs import print_pairs

    print_pairs([*game.headers.items(), *_pairs(game, shown)])
    if shown is not asked:
        echo(f"\nThe game cannot be followed beyond {format_path(shown)}; `hyperchess check` says why.")
    if game.start is not None:
        echo(f"\n{draw_position(shown.position)}")


def _verdict(game: AnyGame, node: AnyNode) -> str:
    from hyperchess.app.cli.commands.positions.status import status_word

    return "unknown" if game.start is None else status_word(node.position)


def _pairs(game: AnyGame, node: AnyNode) -> list[tuple[str, object]]:
    from hyperchess.analysis.assumptions import join_assumptions, list_assumptions
    from hyperchess.analysis.differences import text_of_node
    from hyperchess.analysis.statistics import count_figures

    kind = game.kind
    figures = count_figures(game)
    nodes = sum(1 for _ in game.walk())
    place = format_path(node)
    last = f"after {place} {_shortened(text_of_node(node))}" if node.parent is not None else "at the start"
    rows: list[tuple[str, object]] = [
        ("Game", f"{game.kind.label}, read as {game.notation}"),
        ("Actions", f"{len(game.main_line)} on the main line, {nodes} in all"),
        ("Variations", ", ".join(_variations(game)) or "none"),
        ("Captures", figures.captures),
        ("Checks", figures.checks),
    ]
    if kind == "5d":
        rows.append(("Timelines", f"{figures.timelines}, {figures.branches} of them made by branching jumps"))
        longest = f", the longest {figures.longest_jump}" if figures.jumps else ""
        rows.append(("Jumps", f"{figures.jumps}{longest}"))
    elif figures.longest_jump:
        rows.append(("Longest move", f"{figures.longest_jump}, {figures.longest_distance} squares"))
    rows.append(("Problems", _problems(game)))
    rows.append(("Status", f"{_verdict(game, node)} {last}"))
    if assumed := join_assumptions(list_assumptions(game)):
        rows.append(("Assumptions", assumed))
    return rows


def _shortened(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 4]} ..."


def _variations(game: AnyGame, most: int = 8) -> list[str]:
    """The places where lines leave the main line of their parent."""
    paths = [format_path(child) for node in (game.root, *game.walk()) for child in node.variations]
    return [*paths[:most], *([f"{len(paths) - most} more"] if len(paths) > most else [])]


def _problems(game: AnyGame) -> str:
    if not game.problems:
        return "none"
    errors = sum(problem.severity.value == "error" for problem in game.problems)
    return f"{len(game.problems)}, {errors} of them errors"


def _data(game: AnyGame, node: AnyNode) -> dict[str, object]:
    from hyperchess.analysis.assumptions import list_assumptions
    from hyperchess.analysis.statistics import count_figures
    from hyperchess.app.cli.commands.positions.status import status_data

    return {
        "game": game.kind,
        "notation": game.notation,
        "headers": game.headers,
        "result": game.result,
        "actions": len(game.main_line),
        "nodes": sum(1 for _ in game.walk()),
        "variations": _variations(game, most=10_000),
        "problems": len(game.problems),
        "assumptions": list(list_assumptions(game)),
        "figures": asdict(count_figures(game)),
        "place": format_path(node),
        "position": None if game.start is None else status_data(node.position),
    }
