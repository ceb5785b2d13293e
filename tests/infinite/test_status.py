import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hyperchess.budget import Budget
from hyperchess.infinite import Color, Position, RuleSettings, Verdict, piece, start
from hyperchess.infinite.reference.insufficient_material import is_dead
from hyperchess.infinite.reference.site_rules import excludes_checkmate, is_insufficient
from hyperchess.infinite.status import repetitions
from tests.infinite.strategies import fairy_position


def play(text: str, *moves: str) -> Position:
    position = Position.parse(text)
    for move in moves:
        position = position.play(move)
    return position


@pytest.mark.parametrize(
    ("text", "moves", "verdict", "winner"),
    [
        ("w royalcapture R0,0|K9,9|k0,9|k5,5|r1,1", ["0,0>0,9"], "royalcapture", Color.WHITE),
        ("w (checkmate|royalcapture) R0,0|K9,9|k0,9|q5,5", ["0,0>0,1"], "ongoing", None),
        ("b (royalcapture|checkmate) r0,0|K0,9|k90,90|R3,3", ["0,0>0,9"], "ongoing", None),
        ("w allroyalscaptured R0,0|K90,-99|k0,9|p3,3", ["0,0>0,9"], "allroyalscaptured", Color.WHITE),
        ("w allpiecescaptured R0,0|K90,-99|p0,9|ob7,7", ["0,0>0,9"], "allpiecescaptured", Color.WHITE),
        ("w koth K3,3|R90,-90|k50,50", ["3,3>4,4"], "koth", Color.WHITE),
        ("w koth R4,3|K90,-90|k50,50", ["4,3>4,4"], "ongoing", None),
        ("w koth RQ4,0|k50,51|q70,7", ["4,0>4,5"], "ongoing", None),
        ("w koth RC3,3|K9,-9|k50,51|q70,7", ["3,3>4,4"], "ongoing", None),
        (
            "w threecheck {checksGiven: {w: 2}} R0,0|K9,-9|k5,5|q7,70",
            ["0,0>0,5"],
            "threecheck",
            Color.WHITE,
        ),
        ("w threecheck R0,0|K9,-9|k5,5|q7,70", ["0,0>0,5"], "ongoing", None),
        ("b k0,0|R-10,1|R-10,-1|R1,10|R-1,10|N400,400", [], "stalemate", None),
        ("w k5,5|q3,3", [], "stalemate", None),
    ],
)
def test_goals(text: str, moves: list[str], verdict: str, winner: Color | None) -> None:
    status = play(text, *moves).status
    assert (status.verdict.value, status.winner) == (verdict, winner)


def test_three_checks_are_counted_in_play() -> None:
    position = Position.parse("w threecheck R0,0|K9,-9|k5,5|q7,70")
    for number in (1, 2, 3):
        rank = position.board.royals[Color.BLACK][0].y
        rook = next(square for square, piece in position.pieces().items() if piece.text == "R")
        position = position.play(f"{rook}>{rook.x},{rank}")
        assert position.checks_given == {Color.WHITE: number}
        assert position.status.is_over == (number == 3)
        if number < 3:
            assert f"checksGiven: {{w: {number}}}" in position.text()
            position = position.play(f"5,{rank}>5,{rank + 1}")
    assert position.status.winner is Color.WHITE


def test_the_move_rule_is_claimed_or_automatic() -> None:
    text = "w 99/100 K0,0|R5,5|R7,7|P9,9|k50,50|r60,60"
    claimable = play(text, "0,0>0,1").status
    assert (claimable.verdict, claimable.claims) == (Verdict.ONGOING, ("move rule",))
    automatic = Position.parse(text).with_settings(RuleSettings(automatic_move_rule=True))
    assert automatic.play("0,0>0,1").status.verdict is Verdict.MOVE_RULE
    assert play("w 0/0 K0,0|R5,5|R7,7|P9,9|k50,50|r60,60").status.claims == ()


BACK_AND_FORTH = ("5,5>5,6", "60,60>60,61", "5,6>5,5", "60,61>60,60")


def test_the_third_occurrence_is_a_draw() -> None:
    text = "w K0,0|R5,5|k50,50|r60,60|P1,1|p2,2"
    assert play(text, *BACK_AND_FORTH).status.verdict is Verdict.ONGOING
    third = play(text, *BACK_AND_FORTH, *BACK_AND_FORTH)
    assert repetitions(third) == 3
    assert third.status.verdict is Verdict.REPETITION
    assert repetitions(third.play("1,1>1,2")) == 1


def test_lost_rights_make_another_position() -> None:
    moves = ("5,0>5,6", "60,60>60,61", "5,6>5,0", "60,61>60,60")
    twice = play("w K0,0+|R5,0+|k50,50|r60,60|P1,1|p2,2", *moves, *moves)
    assert repetitions(twice) == 2


def test_an_open_en_passant_makes_another_position() -> None:
    moves = ("60,60>60,61", "5,5>5,6", "60,61>60,60", "5,6>5,5")
    start = "w K0,0|R5,5|k50,50|r60,60|P1,1+|p{},3"
    assert repetitions(play(start.format(2), "1,1>1,3", *moves)) == 1
    assert repetitions(play(start.format(9), "1,1>1,3", *moves)) == 2


def naive_repetitions(positions: list[Position]) -> int:
    return sum(position.key == positions[-1].key for position in positions)


@given(st.integers(0, 10_000), st.lists(st.integers(0, 5), max_size=40))
def test_repetitions_agree_with_counting_keys(seed: int, choices: list[int]) -> None:
    positions = [Position.parse("w K0,0+|R3,0+|k50,50+|r60,60|P-1,1+|p-2,3")]
    for choice in choices:
        moves = sorted(positions[-1].moves().near(0), key=str)
        quiet = [move for move in moves if move.source in positions[-1].board.royals[positions[-1].player]]
        if not quiet:
            break
        positions.append(positions[-1].play(quiet[(choice + seed) % 2 % len(quiet)]))
    assert repetitions(positions[-1]) == naive_repetitions(positions)


@pytest.mark.parametrize(
    ("text", "dead"),
    [
        ("K0,0|k9,9", True),
        ("K0,0|Q3,3|k9,9", True),
        ("K0,0|Q3,3|R5,7|k9,9", False),
        ("K0,0|Q3,3|k9,9|n5,5", True),
        ("K0,0|AM3,3|k9,9", False),
        ("K0,0|N3,3|N5,5|N7,8|k9,12", True),
        ("K0,0|B3,3|B5,5|B7,7|B9,9|B11,11|k9,12", True),
        ("K0,0|B3,3|B5,5|B5,6|B7,8|k19,12", False),
        ("(8|1) K0,0|P3,3|k9,12", True),
        ("(8|1) K0,0|P3,3|P4,3|k9,12", False),
        ("(8;AM|1) K0,0|P3,3|k9,12", False),
        ("K0,0|R3,3|vo5,5|k9,9", False),
        ("koth K0,0|k9,9", False),
        ("1,8,1,8 K1,1|Q3,3|k8,8", False),
        ("1,8,1,8 K1,1|N3,3|k8,8", True),
        ("K0,0|K5,5|k9,9|k19,9", True),
        ("RC0,0|RC5,5|rc9,9", True),
        ("RQ0,0|rq9,8", True),
        ("Q3,4|R4,7|k9,9", False),
        ("R3,4|N4,7", True),
        ("w:r K0,0|R3,4|3k9,8", True),
        ("w:r K0,0|R3,4|R3,6|3k9,8", False),
        ("K0,0|R3,4|k9,8|3r5,5", False),  # no move of the red rook, but it attacks
    ],
)
def test_insufficient_material(text: str, dead: bool) -> None:
    assert is_dead(Position.parse(text)) is dead


def test_queen_and_rook_do_mate() -> None:
    """The reason why this material is not dead, though tables of forced mates call it a draw."""
    assert str(Position.parse("b k0,0|Q-1,0|R1,0").status) == "White wins: checkmate"


@pytest.mark.parametrize("block", range(4))
def test_what_is_mate_is_not_dead(block: int) -> None:
    mates = 0
    for seed in range(500 * block, 500 * (block + 1)):
        position = fairy_position(seed)
        if position.checks() and position.is_guarded and position.moves().exist is False:
            mates += 1
            assert not is_dead(position)
    assert mates


@pytest.mark.parametrize(
    "text",
    [
        # The huygen pinned along its line must keep a prime distance to two huygens: found by trying.
        "b k0,0|hu4,0|HU7,0|R-9,1|R-8,-1|R1,9|R-1,9",
        "w RQ0,0|hu4,0|k90,90",
        "w RQ0,0|hu-4,0|hu0,7|hu0,-9|k90,90",
    ],
)
def test_huygens_on_the_line_of_a_move_are_decided(text: str) -> None:
    position = Position.parse(text)
    assert position.moves().exist
    for move in position.moves().near(30):
        assert move in position.moves()


def test_what_prime_numbers_would_have_to_tell_is_unknown() -> None:
    """Black's huygen would have to go to a prime distance both from where it stands and from the attacker."""
    attacker = 1_000_000_000_039  # prime, so this is check
    defender = attacker - 500_000_000_001
    box = "R-9,1|R-8,-1|R1,9|R-1,9"
    position = Position.parse(f"b k0,0|hu{defender},0|HU{attacker},0|{box}")
    assert [str(check.royal) for check in position.checks()] == ["0,0"]
    assert position.moves().exist is None
    assert position.status.verdict is Verdict.UNKNOWN
    assert not position.status.is_over
    assert str(position.status) == "unknown"
    near = Position.parse(f"b k0,0|hu2,0|HU37,0|{box}")
    assert near.status.verdict is Verdict.CHECKMATE


def test_a_budget_limits_the_search_for_primes() -> None:
    box = "R-9,1|R-8,-1|R1,9|R-1,9"
    mate = Position.parse(f"b k0,0|hu2,0|HU37,0|{box}")
    assert mate.find_status(Budget(rounds=0)).verdict is Verdict.UNKNOWN
    assert mate.moves().exist_within(Budget(rounds=0)) is None
    assert mate.find_status(Budget(rounds=1_000)) == mate.find_status() == mate.status
    assert Position.parse("K0,0|R3,0|R3,6|k9,8").find_status(Budget(rounds=0)).verdict is Verdict.ONGOING


def _on_site(text: str) -> Position:
    position = Position.parse(text)
    return position.with_settings(replace(position.settings, site_rules=True))


def test_an_en_passant_square_counts_in_repetitions_on_the_site() -> None:
    there_and_back = ("2,1>3,3", "3,6>2,8", "3,3>2,1", "2,8>3,6")
    moves = ("4,2>4,4", "2,8>3,6", *there_and_back, *there_and_back)
    for position, end in ((start("Classical"), 9), (_on_site(start("Classical").text()), 10)):
        for ply, move in enumerate(moves[:end], 1):
            position = position.play(move)
            assert position.status.is_over == (ply == end)
        assert position.status.verdict is Verdict.REPETITION


@pytest.mark.parametrize(
    ("text", "on_site"),
    [
        ("w Q0,0|R5,5|k20,21", True),  # it mates with help, but the site's table has it
        ("w K0,0|RO5,5|ZE9,9|k20,21", False),  # proved here, not in the table
        ("w K0,0|RC3,3|k20,21|rc30,31", True),
        ("w K0,0|B3,3|B5,5|k20,21", True),
        ("w K0,0|B3,3|B5,5|N9,9|k20,21", True),
        ("w K0,0|B3,3|B5,4|N9,9|k20,21", True),
        ("w K0,0|B3,3|B5,5|B5,4|N9,9|k20,21", False),
        ("w (40|-40) K0,0|P3,3|k20,21", True),  # a queen is not enough
        ("w (40|-40) K0,0|P3,3|P4,3|k20,21", False),
        ("w K0,0|P3,3|k20,21", True),
        ("w -30,30,-30,30 K0,0|R3,3|k20,21", False),
        ("w -30,30,-30,30 K0,0|N3,3|k20,21", True),
        ("w K0,0|k20,21|0q9,9", False),
        ("w K0,0|k20,21|ob9,9", True),
    ],
)
def test_insufficient_material_follows_the_table_of_the_site(text: str, on_site: bool) -> None:
    verdict = _on_site(text).status.verdict
    assert (verdict is Verdict.INSUFFICIENT_MATERIAL) == on_site


MATERIAL = json.loads(Path(__file__).with_name("site_material.json").read_text(encoding="utf-8"))["cases"]


def test_the_site_was_asked_about_random_material() -> None:
    for text, is_over in MATERIAL:
        position = _on_site(text)
        if not excludes_checkmate(position.pieces()):
            assert is_insufficient(position) == is_over, text


def test_material_is_looked_at_after_captures_and_promotions_on_the_site() -> None:
    position = _on_site("w K0,0|R3,3|r3,9|N7,7|k20,21")
    assert position.play("7,7>8,9").status.verdict is Verdict.ONGOING
    taken = position.play("3,3>3,9")
    assert taken.status.verdict is Verdict.INSUFFICIENT_MATERIAL
    assert _on_site("w K0,0|R3,3|N7,7|k20,21").play("7,7>8,9").status.verdict is Verdict.ONGOING


def test_any_king_on_the_hill_counts_on_the_site() -> None:
    text = "w koth K0,0|Q9,8|k4,4"
    assert Position.parse(text).play("0,0>1,1").status.verdict is not Verdict.KING_OF_THE_HILL
    assert _on_site(text).play("0,0>1,1").status.verdict is Verdict.KING_OF_THE_HILL
    assert _on_site(text).play("9,8>9,9").status.verdict is not Verdict.KING_OF_THE_HILL


def test_a_neutral_royal_counts_as_one_on_the_site() -> None:
    text = "w royalcapture K0,0|Q9,8|k4,4|0k9,20"
    assert Position.parse(text).play("9,8>9,20").status.verdict is not Verdict.ROYAL_CAPTURE
    assert _on_site(text).play("9,8>9,20").status.verdict is Verdict.ROYAL_CAPTURE


def test_neutral_pieces_stand_and_can_be_taken() -> None:
    position = Position.parse("w K0,0|R5,0|0q5,5|0p6,0|k1,9")
    assert position.checks() == ()
    assert all(str(move.source) not in ("5,5", "6,0") for move in position.moves().near(9))
    after = position.play("5,0>5,5")
    assert after.last is not None
    assert after.last.captured is piece("0q")
    assert "5,6" not in [str(move.target) for move in position.moves().near(9) if str(move.source) == "5,0"]
