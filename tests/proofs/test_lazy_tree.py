"""The lazy tree of a proof against the whole tree, and its cost on large proofs."""

import lzma
import tracemalloc
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from hyperchess.budget import Budget
from hyperchess.multiverse import Action, Color, Position
from hyperchess.multiverse.defaults import default_rules
from hyperchess.proofs import lazy_tree
from hyperchess.proofs.claims import Claim, ClaimKind
from hyperchess.proofs.errors import ProofRejected
from hyperchess.proofs.lazy_tree import ProofNode, ProofTree
from hyperchess.proofs.verifying import verify
from tests.proofs.making import (
    MATE_IN_TWO,
    forged,
    make_proof,
    make_wide_proof,
    packed,
    split_lines,
)

PROOFS = Path(__file__).parents[2] / "proofs"
SMALL = (
    "focused-just-queens.white-mate-3",
    "focused-just-bishops.white-mate-4",
    "very-small.white-mate-7",
    "very-small.black-none-5",
    "focused-just-kings.black-none-6",
    "custom-who-even-needs-pawns.white-none-2",
    "standard-two-timelines.white-none-1",
)


def _read(name: str) -> ProofTree:
    return ProofTree(BytesIO((PROOFS / f"{name}.hcproof").read_bytes()))


def _walk(tree: ProofTree, node: ProofNode) -> Iterator[tuple[int, Action, int, int | None, int | None]]:
    """Yield all actions below a node as the verifier passes them, each with its size and longest line."""
    choices = tree.choices(node)
    assert choices is not None
    if not choices:
        assert tree.verdict(node)
    for choice in choices:
        after = tree.child(node, choice.action)
        assert after is not None
        yield node.depth, choice.action, after.within, choice.size, choice.longest
        yield from _walk(tree, after)


def _lines_of(found: Iterable[tuple[Any, ...]]) -> Iterator[list[str]]:
    """Yield the line of actions that leads to each of the actions."""
    line: list[str] = []
    for depth, action, *_ in found:
        line = [*line[:depth], str(action)]
        yield line


@pytest.mark.parametrize("name", SMALL)
def test_the_lazy_tree_is_the_tree_of_the_verifier(name: str) -> None:
    tree = _read(name)
    tree.walk()
    assert tree.is_complete
    assert tree.problem == ""
    assert tree.walked == tree.records
    expected: list[tuple[int, Action]] = []
    with (PROOFS / f"{name}.hcproof").open("rb") as file:
        verify(file, rules=default_rules(), on_action=lambda *found: expected.append(found))
    # The verifier takes the attacker's last actions in any order.
    assert sorted(_lines_of(_walk(tree, tree.root))) == sorted(_lines_of(expected))


@pytest.mark.parametrize("name", SMALL)
def test_sizes_add_up(name: str) -> None:
    tree = _read(name)
    tree.walk()
    found = tree.choices(tree.root)
    assert found is not None
    assert sum(choice.size or 0 for choice in found) == tree.records
    mates = tree.claim.goal is ClaimKind.MATE
    assert max((choice.longest or 0 for choice in found), default=0) == (tree.claim.within if mates else 0)


def test_sizes_and_lengths_are_those_of_the_lines_below() -> None:
    tree = _read("very-small.white-mate-7")
    tree.walk()

    def measure(node: ProofNode) -> tuple[int, int]:
        """The records at and below a node, and the attacker's actions of its longest line."""
        own = int(tree.is_recorded(node))
        size, longest = own, 0
        for choice in tree.choices(node) or []:
            after = tree.child(node, choice.action)
            assert after is not None
            below, length = measure(after)
            assert (choice.size, choice.longest) == (below + own, length + own)
            size, longest = size + below, max(longest, length)
        return size, longest + own

    assert measure(tree.root) == (tree.records, 7)


def test_nothing_is_walked_before_it_is_asked_for() -> None:
    tree = _read("very-small.white-mate-7")
    first = tree.choices(tree.root)
    assert first is not None
    assert [choice.size for choice in first] == [None]
    node = tree.child(tree.root, first[0].action)
    assert node is not None
    replies = tree.choices(node)
    assert replies is not None
    assert {choice.size for choice in replies} == {None}
    # The first reply starts right after the first record; the second one is not found yet.
    one, two = (tree.child(node, choice.action) for choice in replies[:2])
    assert one is not None
    assert two is not None
    assert tree.choices(one) is not None
    assert tree.choices(two) is None
    assert tree.walked == 0
    tree.walk(until=two)
    assert tree.choices(two) is not None
    # It stops one record after the part of the first reply, which is what it had to pass.
    assert (tree.choices(node) or [])[0].size == tree.walked - 2
    assert not tree.is_complete


def test_a_pass_in_small_steps_finds_the_same() -> None:
    whole, steps = _read("very-small.white-mate-7"), _read("very-small.white-mate-7")
    whole.walk()
    calls = 0
    while not steps.is_complete:
        before = steps.walked
        steps.walk(Budget(rounds=3))
        calls += 1
        assert steps.walked > before or steps.is_complete
    assert calls > 10
    assert list(_walk(steps, steps.root)) == list(_walk(whole, whole.root))


def test_a_line_of_actions_is_found_as_far_as_it_is_in_the_proof() -> None:
    tree = _read("focused-just-queens.white-mate-3")
    tree.walk()
    line = []
    node = tree.root
    while choices := tree.choices(node):
        after = tree.child(node, choices[-1].action)
        assert after is not None
        line.append(choices[-1].action)
        node = after
    assert [found.depth for found in (tree.find(line), tree.find(line[:1]), tree.find([]))] == [
        len(line),
        1,
        0,
    ]
    assert tree.find(line).position == node.position
    other = next(action for action in tree.root.position.actions() if action != line[0])
    assert tree.find([other, line[1]]) is tree.root


def test_an_action_in_another_order_is_the_same() -> None:
    start = Position.of_fen("[2k*/3/K*2:0:1:w][2k*/3/K*2:1:1:w]")
    tree = ProofTree(BytesIO(make_wide_proof(Claim(start, ClaimKind.NONE, Color.WHITE, 2), 100)))
    found = tree.choices(tree.root)
    assert found is not None
    actions = (choice.action for choice in found if len(choice.action) == 2)
    action = next(action for action in actions if all(move.is_physical for move in action))
    assert tree.find([tuple(reversed(action))]).action == action


def _lines() -> list[str]:
    return split_lines(make_proof(MATE_IN_TWO, ClaimKind.MATE, Color.WHITE, 2))


def test_damage_is_told_at_opening() -> None:
    lines = _lines()
    for damaged, message in (
        (b"not a proof", "does not start with an xz header"),
        (packed(lines)[:-8], "cut off"),
        (packed([*lines[:2], "(0T1)a1>(0T1)a2", *lines[3:]]), "the number or the hash of the records"),
        (packed([*lines[:-1], "sha256 " + "0" * 64]), "the checksum is wrong"),
        (packed([*lines[:2], *lines[3:]]), "the number or the hash of the records"),
        (packed(lines[:3]), "the file ends before the proof does"),
        (packed([*lines, "more"]), "lines after the checksum"),
    ):
        with pytest.raises(ProofRejected, match=message):
            ProofTree(BytesIO(damaged))


def test_records_with_other_characters_are_refused() -> None:
    text = "".join(f"{line}\n" for line in _lines()).replace("(0T2)", "(é)")
    with pytest.raises(ProofRejected, match="expected ASCII characters only"):
        ProofTree(BytesIO(lzma.compress(text.encode())))


def test_a_record_that_is_not_legal_is_told_where_it_is_shown() -> None:
    lines = _lines()
    tree = ProofTree(BytesIO(forged(lines[1], ["(0T1)a1>(0T1)a4", *lines[3:-2]])))
    with pytest.raises(ProofRejected, match=r"record 1: \(0T1\)a1>\(0T1\)a4 is not a legal action"):
        tree.choices(tree.root)
    tree.walk()
    assert tree.is_complete
    assert tree.problem.startswith("record 1: ")


@pytest.mark.parametrize(
    ("change", "message"),
    [(-1, "the records end, but the proof goes on"), (1, "the proof is complete, but the records go on")],
)
def test_too_few_or_too_many_records_end_the_pass(change: int, message: str) -> None:
    lines = _lines()
    records = lines[2:-2]
    records = records[:change] if change < 0 else [*records, records[-1]]
    tree = ProofTree(BytesIO(forged(lines[1], records)))
    tree.walk()
    assert tree.is_complete
    assert tree.problem == message


def test_a_line_that_does_not_end_in_mate_is_told() -> None:
    claim = Claim.of_variant("Focused - Just Queens", ClaimKind.MATE, Color.WHITE, 1)
    tree = ProofTree(BytesIO(forged(claim.text(), ["(0T1)e1>(0T1)d2"])))
    (choice,) = tree.choices(tree.root) or []
    node = tree.child(tree.root, choice.action)
    assert node is not None
    assert tree.choices(node) == []
    with pytest.raises(ProofRejected, match="no action left, and this is not mate"):
        tree.verdict(node)


def test_too_many_records_or_actions_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hyperchess.proofs.records.MOST_ACTIONS", 5)
    tree = _read("standard-two-timelines.white-none-1")
    with pytest.raises(Exception, match="more than 5 legal actions"):
        tree.choices(tree.root)
    monkeypatch.setattr(lazy_tree, "MOST_RECORDS", 10)
    with pytest.raises(ProofRejected, match="too large to view: at most 10 records"):
        _read("very-small.white-mate-7")


def _check_large(records: int) -> None:
    """Walk through a wide tree: what is counted are positions, and bytes."""
    claim = Claim.of_variant("Standard", ClaimKind.NONE, Color.WHITE, 5 if records > 100_000 else 4)
    data = make_wide_proof(claim, records)
    tracemalloc.start()
    try:
        tree = ProofTree(BytesIO(data))
        assert tree.records >= records
        found = tree.choices(tree.root)
        assert found is not None
        assert tree.positions == 0
        middle = tree.child(tree.root, found[len(found) // 2].action)
        assert middle is not None
        tree.walk(until=middle)
        assert tree.choices(middle)
        # The pass plays only what the places of records depend on: a small share of the records.
        assert 0 < tree.positions < tree.walked // 10
        walked, positions = tree.walked, tree.positions
        # From a known place on, a line of first choices needs no further records.
        node = middle
        while choices := tree.choices(node):
            after = tree.child(node, choices[0].action)
            assert after is not None
            node = after
        assert node.depth == 2 * claim.within - 1
        assert (tree.walked, tree.positions) == (walked, positions)
        tree.walk()
        assert tree.problem == ""
        assert tree.walked == tree.records
        assert tracemalloc.get_traced_memory()[1] < 60 * records + 10_000_000
    finally:
        tracemalloc.stop()


def test_a_step_in_a_large_proof_walks_few_positions() -> None:
    _check_large(8_000)


@pytest.mark.nightly
def test_a_step_in_a_proof_of_a_million_records_walks_few_positions() -> None:
    _check_large(1_000_000)


def test_a_wrong_stalemate_is_told() -> None:
    claim = Claim.of_variant("Small", ClaimKind.NONE, Color.WHITE, 2)
    count = claim.start.count_actions()
    tree = ProofTree(BytesIO(forged(claim.text(), ["-"] * count)))
    (choice, *_) = tree.choices(tree.root) or []
    node = tree.child(tree.root, choice.action)
    assert node is not None
    assert tree.choices(node) == []
    with pytest.raises(ProofRejected, match="the record says stalemate, but this is not stalemate"):
        tree.verdict(node)
