"""Extension of the bundled puzzles by those of a journal."""

from dataclasses import replace
from pathlib import Path

from hyperchess.puzzles.candidates import Searched, append_searched, open_searched
from hyperchess.ruleset import GameKind
from scripts.puzzles import bundled_candidates, extend, tables


def test_puzzles_are_added_and_none_is_lost(tmp_path: Path) -> None:
    *kept, new = [one for one in bundled_candidates() if one.entry.kind is GameKind.MULTIVERSE][:4]
    again = replace(new, entry=replace(new.entry, id="again"))
    store = tmp_path / "found.jsonl"
    append_searched(open_searched(store), Searched(1, 0, (new, again)))
    chosen = extend(kept, [store], {"simple": 10, "others": 1, "hunts": 1})
    assert {one.entry.id for one in chosen} == {one.entry.id for one in (*kept, new)}
    chosen = extend(kept, [store], {"simple": 1, "others": 10, "hunts": 10})
    assert {one.entry.id for one in chosen} == {one.entry.id for one in kept}


def test_the_tables_count_every_puzzle() -> None:
    entries = [one.entry for one in bundled_candidates()]
    lines = list(tables(entries))
    multiverse = sum(entry.kind is GameKind.MULTIVERSE for entry in entries)
    assert f"| {multiverse} |" in next(line for line in lines if line.startswith("| together"))
    hunts = sum(int(line.split(" | ")[-1].strip(" |")) for line in lines if "unt | " in line)
    assert multiverse + hunts == len(entries)
