"""`hyperchess analyse`: the best lines of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from hyperchess.app.cli.options import AsJson, At, File, From, GameNumber, InGame
from hyperchess.app.cli.outputs import print_json, print_notice, print_table
from hyperchess.app.cli.positions import node_at, position_at, warn_about_errors
from hyperchess.app.cli.progress import StatusLine
from hyperchess.app.files.inputs import one_game
from hyperchess.budget import Budget
from hyperchess.game import AnyNode

if TYPE_CHECKING:
    from hyperchess.engine.lines import SearchReport

__all__ = ["analyse"]


def analyse(
    file: File,
    notation: From = None,
    number: GameNumber = 1,
    at: At = None,
    node: InGame = None,
    lines: Annotated[int, typer.Option("--lines", min=1, max=50, help="Number of lines.")] = 3,
    seconds: Annotated[float | None, typer.Option("--time", min=0, help="Seconds to think.")] = None,
    depth: Annotated[int | None, typer.Option("--depth", min=1, help="Actions to look ahead.")] = None,
    threads: Annotated[int, typer.Option("--threads", min=1, max=256, help="Threads to use.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Evaluate a position: the best lines with their scores, from White's point of view.

    A score such as +1.50 is an opinion, in pawns. #3 is a proof: mate in 3 against every defence.
    Ctrl-C ends the search and shows what was found.
    """
    from hyperchess.engine.engine import Engine

    game = one_game(file, notation, number)
    warn_about_errors(game, file)
    place = node_at(game, at, node)
    position = position_at(game, place)
    engine = Engine(threads=threads)
    if engine.is_plain(position):
        print_notice("no native rules for this position: a plain search looks one action ahead")
    limit = None if seconds is None and depth is not None else Budget(5.0 if seconds is None else seconds)
    latest: list[SearchReport] = []
    with StatusLine(quiet=as_json) as status:

        def tell(thought: SearchReport) -> None:
            latest[:] = [thought]
            if thought.lines:
                status.show(
                    f"depth {thought.depth}, {thought.nodes:,} nodes, {thought.seconds:.1f} s: "
                    f"{thought.lines[0].score.white}"
                )

        try:
            latest[:] = [engine.search(position, limit, lines=lines, depth=depth, on_report=tell)]
        except KeyboardInterrupt:
            if not latest:
                raise
    thought = latest[0]
    if as_json:
        print_json(_data(place, thought))
        return
    if not thought.lines:
        print_notice(f"there is no legal action: {getattr(position.status, 'value', position.status)}")
        return
    title = f"depth {thought.depth}, {thought.nodes:,} nodes, {thought.seconds:.1f} s"
    rows = [[str(line.score.white), " ".join(_texts(place, line.actions))] for line in thought.lines]
    print_table(title, ["#score", "line"], rows)


def _texts(node: AnyNode, actions: tuple[Any, ...]) -> list[str]:
    """The actions of a line with their numbers, as 5DPGN or ICN; they join the game as a variation."""
    texts = []
    for action in actions:
        node = node.add(action)
        texts.append(f"{node.serial}." if node.serial else "")
        texts.append(node.text(node.game.kind.move_notation))
    return texts


def _data(place: AnyNode, thought: SearchReport) -> dict[str, object]:
    return {
        "depth": thought.depth,
        "nodes": thought.nodes,
        "evaluations": thought.evaluations,
        "seconds": round(thought.seconds, 3),
        "lines": [
            {
                "centipawns": line.score.white.centipawns,
                "mate": line.score.white.mate,
                "depth": line.depth,
                "actions": [[str(move) for move in action] for action in line.actions],
                "text": " ".join(_texts(place, line.actions)),
            }
            for line in thought.lines
        ],
    }
