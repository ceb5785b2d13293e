"""All commands as a table: `--help` needs no more than this, and a command is imported when it is called."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["COMMANDS", "Entry", "find_module"]


class Entry(NamedTuple):
    """A command: the section of the help that lists it, a line about it, and an example."""

    section: str
    about: str
    example: str


COMMANDS = {
    "show": Entry("Games", "headers, numbers, verdict, a position drawn", "example:four-timelines --at 5w"),
    "serve": Entry("Games", "the analysis board in a browser", "example:four-timelines"),
    "examples": Entry("Games", "a folder of sample games to try things on", "games"),
    "studies": Entry("Games", "the board's studies: list, export, back up", "list"),
    "view": Entry("Games", "step through a game in the terminal", "example:four-timelines"),
    "play": Entry("Games", "play against the engine in the terminal", "--level 3 --side white -o game.5dpgn"),
    "check": Entry("Games", "problems like a compiler's, and fixes", "games/ --level info"),
    "fmt": Entry("Games", "canonical formatting in place", "games/ --diff"),
    "convert": Entry(
        "Games", "from any notation to any other", "games/*.5dpgn --to branched --out-dir trees -j 2"
    ),
    "diff": Entry("Games", "where two game trees differ", "mine.5dpgn theirs.5dpgn"),
    "stats": Entry("Games", "a collection in tables and plots", "games/ --plot games.svg"),
    "render": Entry(
        "Games",
        "pictures: svg, png, gif; html with a viewer",
        "example:four-timelines -o game.svg --theme dark",
    ),
    "site": Entry("Games", "the analysis board as a folder for any web host", "-o board"),
    "status": Entry("Positions", "check, mate, and what must be played", "example:four-timelines --at 5w"),
    "moves": Entry("Positions", "what every piece can do", "variant:standard"),
    "actions": Entry("Positions", "what may be submitted", "variant:two-timelines --limit 5"),
    "fen": Entry("Positions", "the position as text", "game.5dpgn --at 12b"),
    "hash": Entry("Positions", "the hash that 5DPGN specifies", "variant:standard"),
    "perft": Entry("Positions", "count sequences of legal actions", "variant:standard 2 --divide"),
    "analyse": Entry("Analysis", "who is better and what to play", "example:four-timelines --at 5w"),
    "review": Entry(
        "Analysis", "a game's scores and mistakes, and better lines", "game.5dpgn -o reviewed.5dpgn"
    ),
    "evaluate": Entry("Analysis", "what the engine counts, term by term", "example:four-timelines"),
    "solve": Entry("Analysis", "forced mates: proven, absent, or unknown", "puzzles/ --time 10"),
    "prove": Entry(
        "Analysis",
        "how soon a side can force mate, in pieces that are kept",
        "variant:just-queens --store queens.sqlite -o queens.hcproof",
    ),
    "verify": Entry("Analysis", "check a proof, trusting nothing of the search", "tree.5dpgn"),
    "puzzles": Entry("Analysis", "puzzles with one key: bundled ones, and more", "list --mate-in 2"),
    "book": Entry("Analysis", "openings: what was played, and how it fared", "games/ --after '1. e4'"),
    "library": Entry("Analysis", "many games on disk: import, search", "import games/ --library my-games"),
    "match": Entry("Analysis", "engines against each other", "hyperchess greedy --games 10 --time 0.1"),
    "tournament": Entry(
        "Analysis",
        "several engines, everybody against everybody",
        "hyperchess:1 hyperchess:2 greedy --nodes 100",
    ),
    "variants": Entry("Reference", "named starting positions of both games", "'two timelines' --json"),
    "notations": Entry("Reference", "what is read and written, with options", "branched"),
    "explain": Entry("Reference", "what a problem means", "illegal-move"),
    "conformance": Entry(
        "For programs", "the conformance suite, put to any program", "--adapter 'node my-adapter.js'"
    ),
    "engine": Entry(
        "For programs", "the engine of both games, in a protocol of lines (5DUCI)", "< commands.txt"
    ),
    "bench": Entry("For programs", "speed of the engine, and the signature of its search", "--json"),
    "lsp": Entry("For programs", "the language server for editors", "< requests.txt"),
    "rules": Entry("For programs", "the rules of both games, line by line", "--game 5d < commands.txt"),
}

_PACKAGES = {
    "Games": "games",
    "Positions": "positions",
    "Analysis": "analysis",
    "Reference": "reference",
    "For programs": "programs",
}


def find_module(command: str) -> str:
    """Return the module of a command, in the package of its section.

    >>> find_module("show")
    'hyperchess.app.cli.commands.games.show'
    """
    return f"hyperchess.app.cli.commands.{_PACKAGES[COMMANDS[command].section]}.{command}"
