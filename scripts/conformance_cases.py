"""Writes `conformance/cases` from the verified facts, the corpus and the examples of the documents.

    python -m scripts.conformance_cases

Expected results come from facts on which several implementations agree, where available; those of the reading
and writing cases are ours, compared with the documents by hand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hyperchess as hc
from conformance.adapters.hyperchess_adapter import ANSWERS
from hyperchess import infinite, multiverse
from hyperchess.multiverse.syntax.fen import format_boards
from hyperchess.ruleset import GameKind

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "tests"
CASES = ROOT / "conformance" / "cases"
_MOST_ACTIONS = 20_000  # larger counts take other implementations minutes
_LONGEST_TEXT = 5_000
_QUEEN = ["Q"]

Entry = dict[str, Any]


def _load(*names: str) -> Any:
    return json.loads(TESTS.joinpath(*names).read_text(encoding="utf-8"))


def _entry(ask: str, given: Entry, expect: Entry, section: str = "") -> Entry:
    entry: Entry = {"ask": ask, "given": given, "expect": expect}
    return entry | {"section": section} if section else entry


def _raw(action: Any) -> list[str]:
    return [str(move) for move in action]


class Line:
    """A game of 5D chess as conformance cases give it: a start, and actions in raw notation."""

    def __init__(self, variant: str, fen: str = "") -> None:
        boards = (multiverse.Position.of_fen(fen) if fen else multiverse.start(variant)).boards
        self.first: Entry = {"boards": format_boards(boards), "promotions": _QUEEN}
        self.position = multiverse.Position.of_boards(boards, promotions=_QUEEN)
        self.actions: list[list[str]] = []

    def play(self, action: str) -> None:
        """One action more."""
        moves = self.position.read(action)
        self.actions.append(_raw(moves))
        self.position = self.position.play(moves)

    def given(self) -> Entry:
        """The position reached."""
        return self.first | {"actions": [*self.actions]}


def fen_cases() -> Iterator[Entry]:
    """5DFEN: every board of a variant, and boards that make no multiverse."""
    for variant in multiverse.variants():
        yield _entry(
            "fen",
            {"boards": variant.position.fen(signed=False)},
            {"valid": True, "canonical": variant.position.fen()},
        )
    for path in sorted((TESTS / "corpus" / "bad").glob("*.5dfen")):
        boards = path.read_text(encoding="utf-8")
        if len(boards) > _LONGEST_TEXT:
            continue
        try:
            canonical = multiverse.Position.of_fen(boards).fen()
            yield _entry("fen", {"boards": boards}, {"valid": True, "canonical": canonical})
        except hc.HyperchessError:
            yield _entry("fen", {"boards": boards}, {"valid": False})


def hash_cases() -> Iterator[Entry]:
    """Hashes of single boards, of starts, and of games ply by ply."""
    for variant in multiverse.variants():
        board = variant.position.boards[0]
        if str(board.at.timeline) != "0":  # alone it is no multiverse
            continue
        yield _entry("board hash", {"board": format_boards([board])}, {"hash": board.hash()})
    for game in _load("facts", "games.json").values():
        line = Line(game["variant"], game["fen"])
        for number, ply in enumerate(game["plies"]):
            if ply["action"]:
                line.play(ply["action"])
            if "hash" in ply and number % 4 == 0:
                yield _entry("state hash", line.given(), {"hash": ply["hash"]})


def variant_cases() -> Iterator[Entry]:
    """Named starts: their boards and the hash of the state."""
    for variant in multiverse.variants():
        position = variant.position
        yield _entry("variant", {"name": variant.name}, {"boards": position.fen(), "hash": position.hash()})


def move_cases() -> Iterator[Entry]:
    """The number of moves of all pieces, whether or not they leave a royal attacked.

    A move that promotes counts once. The facts count it once for each choice in one game, which is left out.
    """
    for start in _load("facts", "starts.json"):
        given = Line(start["variant"]).given()
        yield _entry("pseudo-legal moves", given, {"count": start["pseudo"]})
    for name, game in _load("facts", "games.json").items():
        if name == "ctp2":
            continue
        line = Line(game["variant"], game["fen"])
        for number, ply in enumerate(game["plies"]):
            if ply["action"]:
                line.play(ply["action"])
            if "pseudo" in ply and number % 5 == 2:
                yield _entry("pseudo-legal moves", line.given(), {"count": ply["pseudo"]})


def action_cases() -> Iterator[Entry]:
    """The number of legal actions of positions, and of sequences of them."""
    for start in _load("facts", "starts.json"):
        given = Line(start["variant"]).given()
        for depth, count in enumerate(start["perft"][:3], start=1):
            if count <= _MOST_ACTIONS:
                yield _entry("perft", given | {"depth": depth}, {"count": count})
    for game in _load("facts", "random_games.json"):
        line = _random_line(game)
        for number, (action, count) in enumerate(zip([*game["actions"], ""], game["legal"], strict=True)):
            if count is not None and count <= _MOST_ACTIONS and number in (3, 5, len(game["actions"])):
                yield _entry("legal actions", line.given(), {"count": count})
            if action:
                line.play(action)
    for game in _load("facts", "games.json").values():
        line = Line(game["variant"], game["fen"])
        for ply in game["plies"]:
            if ply["action"]:
                line.play(ply["action"])
            if ply.get("legal") is not None and ply["legal"] <= _MOST_ACTIONS:
                yield _entry("legal actions", line.given(), {"count": ply["legal"]})


_STARTS = {"Focused - Just Kings": "[2k/3/K2:0:1:w]", "Very Small - Open": "[nbrk/3p*/P*3/KRBN:0:1:w]"}


def _random_line(game: Entry) -> Line:
    return Line(game["variant"], game.get("fen", "") or _STARTS.get(game["variant"], ""))


def verdict_cases() -> Iterator[Entry]:
    """Checkmate, stalemate, softmate, check; and where timelines are active."""
    for number, game in enumerate(_load("facts", "terminal_positions.json")):
        if game["legal"]:  # a position that other implementations take for mate
            continue
        line = _random_line(game)
        for action in game["actions"]:
            line.play(action)
        status = "checkmate" if game["check"] else "stalemate"
        yield _entry("status", line.given(), {"status": status})
        if number % 4 == 0:
            yield _entry("check", line.given(), {"check": game["check"]})
    for game in _load("facts", "special_positions.json"):
        line = _random_line(game)
        for action in game["actions"]:
            line.play(action)
        yield _entry("status", line.given(), {"status": line.position.status.word})
    for game in _load("facts", "games.json").values():
        line = Line(game["variant"], game["fen"])
        for number, ply in enumerate(game["plies"]):
            if ply["action"]:
                line.play(ply["action"])
            if "in_check" in ply and (ply["in_check"] or number % 10 == 1):
                yield _entry("check", line.given(), {"check": ply["in_check"]})
            if number == len(game["plies"]) - 1:
                yield _entry("timelines", line.given(), _timelines(line.position), "Branched 5DPGN, 1.1")


def _timelines(position: multiverse.Position) -> Entry:
    return {
        "timelines": [str(name) for name in position.timelines],
        "active": [str(name) for name in position.timelines if name in position.active],
        "present": str(position.present),
        "player": position.player.letter,
    }


_NOTATION_SECTIONS = {
    "shad": "5DPGN, Moves and Turns",
    "shad-first": "5DPGN, first edition",
    "raw": "5DPGN, Raw notation mode",
    "branched": "Branched 5DPGN, 4",
    "dynamical": "Dynamical notation",
    "dynamical-2": "Dynamical notation, second edition",
    "icn": "ICN, Describing games",
}


def reading_cases() -> Iterator[Entry]:
    """Texts of games: the main line, the tree, headers, results."""
    for path in _corpus_files("good"):
        text = path.read_text(encoding="utf-8")
        if len(text) > 20_000:
            continue
        game = hc.parse(text)
        section = _NOTATION_SECTIONS.get(game.notation, game.notation)
        given = {"text": text}
        if game.kind is GameKind.MULTIVERSE and game.start is not None:
            yield _entry("read", given, _ask("read", given), section)
            yield _entry("headers", given, {"headers": dict(game.headers)}, "5DPGN, Tags")
            if any(len(node.children) > 1 for node in [game.root, *game.walk()]):
                yield _entry("tree", given, _ask("tree", given), "Branched 5DPGN, 3")
        yield _entry("result", given, {"result": game.result}, section)


def problem_cases() -> Iterator[Entry]:
    """Texts with mistakes: what is wrong, and where."""
    for path in _corpus_files("bad"):
        text = path.read_text(encoding="utf-8", errors="strict")
        if len(text) > 10_000:
            continue
        given = {"text": text}
        yield _entry("problems", given, _ask("problems", given))


def _corpus_files(kind: str) -> Iterator[Path]:
    for folder in (TESTS / "corpus" / kind, TESTS / "corpus" / "icn" / kind):
        for path in sorted(folder.iterdir()):
            if path.suffix in (".5dpgn", ".alexbay", ".4xel", ".icn"):
                yield path


def _ask(ask: str, given: Entry) -> Entry:
    """The answer of hyperchess itself."""
    return ANSWERS[ask](given)


_TARGETS = ("shad", "shad-first", "raw", "branched", "dynamical", "dynamical-2")


def writing_cases() -> Iterator[Entry]:
    """Games written in the notations of the documents, to the byte."""
    for path in _corpus_files("good"):
        text = path.read_text(encoding="utf-8")
        if len(text) > 4_000:
            continue
        game = hc.parse(text)
        if (
            game.start is None
            or game.kind.value != "5d"
            or any(p.severity.value == "error" for p in game.problems)
        ):
            continue
        for target in _TARGETS:
            given = {"text": text, "to": target}
            yield _entry("write", given, _ask("write", given), _NOTATION_SECTIONS[target])


def dynamical_cases() -> Iterator[Entry]:
    """The layout of the Dynamical notation, to the byte, both presentations."""
    for path in sorted((TESTS / "corpus" / "dynamical").glob("*.txt")):
        given = {"text": path.read_text(encoding="utf-8")}
        yield _entry("read", given, _ask("read", given))


def icn_position_cases() -> Iterator[Entry]:
    """Position texts of infinite chess."""
    for variant in infinite.variants():
        text = variant.position.text()
        if len(text) < 20_000:
            yield _entry("icn position", {"position": text}, {"valid": True, "text": text})
    for path in sorted((TESTS / "corpus" / "bad").glob("*.icn-position")):
        given = {"position": path.read_text(encoding="utf-8")}
        yield _entry("icn position", given, _ask("icn position", given))
    for case in _load("infinite", "positions.json")["cases"]:
        given = {"position": case["position"]}
        yield _entry("icn position", given, _ask("icn position", given))


def icn_move_cases() -> Iterator[Entry]:
    """Yield cases about the targets of pieces inside a window."""
    for case in _load("infinite", "single_pieces.json")["cases"]:
        given = {"position": case["position"], "window": case["window"]}
        yield _entry(
            "icn count", given, {"count": len(case["targets"])}, "ICN, Coordinates, Pieces and Moves"
        )
    for case in _load("infinite", "positions.json")["cases"]:
        given = {"position": case["position"], "moves": case.get("play", []), "window": case.get("window")}
        if "site" in case or not given["window"] or _idle_rights_matter(case):
            continue
        if "count" in case:
            yield _entry("icn count", given, {"count": case["count"]})
        if "moves" in case:
            yield _entry("icn moves", given, {"moves": sorted(case["moves"])})
    for game in _load("infinite", "games.json")["cases"]:
        moves: list[str] = []
        for number, (move, _, count) in enumerate(game["plies"]):
            moves.append(move)
            if number % 9 == 8:
                given = {"position": game["position"], "moves": [*moves], "window": game["window"]}
                yield _entry("icn count", given, {"count": count})


def _idle_rights_matter(case: Entry) -> bool:
    """The site drops castling rights that nothing can use; the document keeps them."""
    return bool(case.get("play"))


def icn_verdict_cases() -> Iterator[Entry]:
    """Checks and endings of infinite chess."""
    for case in _load("infinite", "positions.json")["cases"]:
        if "site" in case or _idle_rights_matter(case):
            continue
        given = {"position": case["position"]}
        yield _entry("icn status", given, {"verdict": case["verdict"]})
        yield _entry("icn checks", given, {"checks": sorted(case["checks"])})


FILES: dict[str, tuple[str, Callable[[], Iterator[Entry]]]] = {
    "fen": ("5DPGN, 5DFEN and custom variants", fen_cases),
    "hashes": ("5DPGN, Hashing", hash_cases),
    "variants": ("5DPGN, Tags", variant_cases),
    "moves": ("Branched 5DPGN, 1.2", move_cases),
    "actions": ("Branched 5DPGN, 1.3", action_cases),
    "verdicts": ("Branched 5DPGN, 1.4", verdict_cases),
    "reading": ("5DPGN, Moves", reading_cases),
    "problems": ("5DPGN, Moves", problem_cases),
    "writing": ("5DPGN, Moves", writing_cases),
    "dynamical": ("Dynamical notation", dynamical_cases),
    "icn-positions": ("ICN, Describing positions", icn_position_cases),
    "icn-moves": ("ICN, Coordinates, Pieces and Moves", icn_move_cases),
    "icn-verdicts": ("ICN, Describing positions", icn_verdict_cases),
}


def main() -> None:
    """Write all files."""
    CASES.mkdir(parents=True, exist_ok=True)
    for name, (section, make) in FILES.items():
        seen: set[str] = set()
        entries: list[Entry] = []
        for entry in make():
            key = json.dumps([entry["ask"], entry["given"]], sort_keys=True)
            if key not in seen:
                seen.add(key)
                entries.append({"id": f"{name}-{len(entries) + 1:04}", **entry})
        lines = ",\n".join(json.dumps(entry, ensure_ascii=True) for entry in entries)
        head = json.dumps({"topic": name, "section": section})[:-1]
        (CASES / f"{name}.json").write_text(f'{head}, "cases": [\n{lines}\n]}}\n', encoding="utf-8")
        print(f"{name}: {len(entries)} cases")


if __name__ == "__main__":
    main()
