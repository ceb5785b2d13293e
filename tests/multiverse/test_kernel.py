"""The native rules give the answers of the rules in Python: on verified facts and on random play."""

import ast
import pickle
import random
import re
import shutil
import sys
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from hyperchess.budget import UNLIMITED
from hyperchess.multiverse import Budget, Move, Position, start
from hyperchess.multiverse.action_bytes import pack_action
from hyperchess.multiverse.moves import MovePattern
from scripts.kernel_stub import STUB, generate
from tests import nightly
from tests.multiverse import facts
from tests.multiverse.differential import NATIVE, REFERENCE, compare, compare_play, play, starts

ROOT = Path(__file__).parents[2]
STARTS = starts()
GAMES = facts.load("games.json")
RANDOM = facts.load("random_games.json")
TERMINAL = facts.load("terminal_positions.json")
SPECIAL = facts.load("special_positions.json")


def native(position: Position) -> Position:
    return replace(position, rules=NATIVE)


def after(position: Position, actions: list[str]) -> Position:
    position = native(position)
    for action in actions:
        position = position.play(action)
    return position


@cache
def plies(name: str) -> list[tuple[Position, dict[str, Any]]]:
    game = GAMES[name]
    position = native(facts.first_position(game["variant"], game["fen"]))
    positions = []
    for ply in game["plies"]:
        position = position.play(ply["action"]) if ply["action"] else position
        positions.append((position, ply))
    return positions


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTS)
def test_random_play(name: str) -> None:
    assert play(STARTS[name], 0, 8, 60) > 0


@pytest.mark.nightly
@pytest.mark.parametrize("seed", nightly.seeds("native rules"))
@pytest.mark.parametrize("name", STARTS)
def test_much_random_play(name: str, seed: int) -> None:
    assert play(STARTS[name], seed, 30, 300) > 0


@pytest.mark.parametrize("name", GAMES)
def test_all_counts_hashes_and_verdicts_of_games(name: str) -> None:
    for position, known in plies(name):
        assert position.hash() == known.get("hash", position.hash())
        assert bool(position.checks()) == known.get("in_check", bool(position.checks()))
        if "legal" in known:
            assert position.count_actions() == known["legal"]
        if "at_least" in known:
            assert position.count_actions(limit=known["at_least"]) == known["at_least"]
        if "status" in known:
            assert position.find_status(UNLIMITED).word == known["status"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["100_timelines", "ctp2", "manyChecks", "NP"])
def test_plies_of_games_one_by_one(name: str) -> None:
    chance = random.Random(name)
    for position, _ in plies(name)[:: 4 if name == "NP" else 3][:8]:
        compare(position, chance, 50)


@pytest.mark.parametrize("known", facts.load("starts.json"), ids=lambda known: known["variant"])
def test_perft_of_starts(known: dict[str, Any]) -> None:
    position = native(facts.first_position(known["variant"]))
    for depth, count in enumerate(known["perft"], start=1):
        assert position.perft(depth) == count


def test_counts_of_random_games() -> None:
    for game in RANDOM:
        position = native(facts.random_start(game["variant"]))
        for action, legal in zip(["", *game["actions"]], game["legal"], strict=True):
            position = position.play(action) if action else position
            if legal is not None:
                assert position.count_actions() == legal, position.fen()


def test_verdicts_of_terminal_positions() -> None:
    for known in TERMINAL:
        position = after(facts.random_start(known["variant"]), known["actions"])
        assert bool(position.checks()) == known["check"], position.fen()
        if known["legal"]:
            assert position.find_action() is not None, position.fen()
        else:
            verdict = "checkmate" if known["check"] else "stalemate"
            assert position.find_status(UNLIMITED).word == verdict, position.fen()


@pytest.mark.parametrize("known", SPECIAL, ids=lambda known: known["what"])
def test_positions_that_fool_other_programs(known: dict[str, Any]) -> None:
    position = after(facts.first_position(known["variant"], known["fen"]), known["actions"])
    assert position.status.word not in ("checkmate", "stalemate", "unknown")
    if known["legal"] is not None:
        assert position.count_actions() == known["legal"]


def test_unfinished_actions_have_actions_too() -> None:
    position = STARTS["three timelines"]
    state = replace(position, rules=REFERENCE)
    for move in next(position.actions()):
        state = state.move(move)
        compare(state, random.Random(1), 100)


def test_what_is_no_legal_action_is_not_played() -> None:
    position = start("Standard")
    check = after(position, ["e3", "f6", "Qh5"])
    for each, text in ((position, "e4"), (check, "a6")):
        action = each.read(text)
        illegal = each is check
        for rules in (NATIVE, REFERENCE):
            assert (rules.play_action(replace(each, rules=rules), action) is None) == illegal
            assert rules.play_action(replace(each, rules=rules), (*action, *action)) is None
            assert rules.play_action(replace(each, rules=rules), ()) is None


# Openings and the moves repeated after them: knights look two turns back, rooks and bishops on permanently
# empty squares look back to the first board.
SHUFFLES = {
    "knights": ((), ("Nf3", "Nf6", "Ng1", "Ng8")),
    "rooks": (("h4", "h5", "Rh3", "Rh6"), ("Ra3", "Ra6", "Rh3", "Rh6")),
    "bishops": (("e4", "e5"), ("Bd3", "Bd6", "Bf1", "Bf8")),
}


@pytest.mark.parametrize("name", SHUFFLES)
def test_long_games_are_looked_back_on_as_far_as_pieces_see(name: str) -> None:
    beginning, repeated = SHUFFLES[name]
    chance = random.Random(name)
    position = native(start("Standard"))
    for ply, text in enumerate((*beginning, *repeated * 15)):
        position = position.play(text)
        if ply % 9 == 0:
            compare(position, chance, 20)


def test_positions_that_share_their_past_do_not_share_their_future() -> None:
    position = native(start("Standard"))
    for text in ("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6"):
        position = position.play(text)
    children = [position.play(text) for text in ("e4", "d4", "a3")]
    grandchildren = [child.play(text) for child in children for text in ("e5", "a6")]
    assert len({child.hash() for child in (*children, *grandchildren)}) == 9
    for child in (position, *children, *grandchildren):
        fresh = replace(child)  # packed from its boards
        assert fresh.moves() == child.moves()
        assert fresh.checks() == child.checks()


def test_boards_of_more_than_64_squares_use_the_rules_in_python() -> None:
    position = native(Position.of_fen("[k8/9/9/9/9/9/9/4P*4/8K:0:1:w]".replace("4P*4", "4P*3P*")))
    python = replace(position, rules=REFERENCE)
    assert position.moves() == python.moves()
    assert position.find_status(UNLIMITED) == python.find_status(UNLIMITED)
    assert position.count_actions() == python.count_actions()
    assert set(position.actions()) == set(python.actions())
    assert position.perft(2) == python.perft(2)
    assert compare_play(position, next(position.actions())).checks() == ()


def test_handles_are_the_actions() -> None:
    position = native(start("Standard - Turn Zero")).play("Nf3").play("Nf6")
    handles = list(NATIVE.handles(position, Budget()))
    assert len(handles) == position.count_actions()
    assert len({tuple(handle.moves()) for handle in handles}) == len(handles)
    after_each = sorted(handle.play().count_actions(None, None, None) for handle in handles)
    assert after_each == sorted(position.play(action).count_actions() for action in position.actions())


def test_only_the_kernels_and_the_engine_import_the_native_module() -> None:
    importers = set()
    for path in (ROOT / "src").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "_native" in text else ():
            if isinstance(node, ast.Import | ast.ImportFrom):
                module = getattr(node, "module", None) or ""
                if any("_native" in f"{module}.{alias.name}".split(".") for alias in node.names):
                    importers.add(path.relative_to(ROOT / "src" / "hyperchess").as_posix())
    assert importers == {
        "multiverse/kernel.py",
        "infinite/kernel.py",
        "engine/multiverse/native.py",
        "engine/stopping.py",
        "engine/infinite/mate_tables.py",
        "engine/infinite/native.py",
    }


def test_folders_of_the_native_rules_include_only_those_below() -> None:
    native = ROOT / "native"
    games = {
        "multiverse": ("position", "rules", "actions", "mates", "engine"),
        "infinite": ("board", "rules", "mates", "engine"),
    }
    for path in (native / "common").iterdir():
        assert included_folders(path) <= {"common"}, path
    for game, folders in games.items():
        below = {"common"}
        assert {path.name for path in (native / game).iterdir()} == set(folders)
        for folder in folders:
            below.add(f"{game}/{folder}")
            for path in (native / game / folder).iterdir():
                assert included_folders(path) <= below, path
    for path in native.rglob("*.?pp"):
        uses_nanobind = any(folder.startswith("nanobind") for folder in included_folders(path))
        assert not uses_nanobind or path.parent == native / "python", path


def included_folders(path: Path) -> set[str]:
    included = re.findall(r'#include ["<](.+)[">]', path.read_text(encoding="utf-8"))
    return {name.rpartition("/")[0] for name in included if "/" in name}


@pytest.mark.skipif(shutil.which("ruff", path=Path(sys.executable).parent) is None, reason="ruff formats it")
def test_the_stub_is_the_generated_one() -> None:
    pytest.importorskip("nanobind.stubgen")
    assert generate() == STUB.read_text(encoding="utf-8"), "run python -m scripts.kernel_stub"


@pytest.mark.parametrize("name", [*STARTS][::8])
def test_a_line_is_read_as_its_actions_one_by_one(name: str) -> None:
    chance = random.Random(name)
    position = native(STARTS[name])
    first, actions = position, []
    for _ in range(6):
        choice = [*position.actions(20)]
        if not choice:
            break
        actions.append(chance.choice(choice))
        position = position.play(actions[-1])
    line = [[_stated(move) for move in action] for action in actions]
    wrong = [*line, [MovePattern(to_file=0, to_rank=90)], *line]
    readings = first.rules.match_line(first, wrong)
    expected = REFERENCE.match_line(replace(first, rules=REFERENCE), wrong)
    assert len(readings) == len(expected) == len(line)
    assert not line or readings[-1].after == position  # positions may be asked for in any order
    for reading, other in zip(readings, expected, strict=True):
        assert (reading.moves, reading.kinds, reading.captures) == (other.moves, other.kinds, other.captures)
        assert reading.after == other.after == pickle.loads(pickle.dumps(reading)).after
        assert reading.packed == pack_action(reading.moves, even=first.even)
        assert not other.packed
        assert reading.after.moves() == other.after.moves()
    assert first.rules.match_line(first, wrong[len(line) :]) == []


def _stated(move: Move) -> MovePattern:
    """A pattern that only one move fits."""
    source, target = move.source, move.target
    return MovePattern(
        timeline=source.timeline,
        file=source.file,
        rank=source.rank,
        to_timeline=target.timeline,
        to_turn=target.turn,
        to_file=target.file,
        to_rank=target.rank,
        promotion=move.promotion,
    )
