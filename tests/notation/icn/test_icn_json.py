"""The converter's format, and its functions under our names."""

import json
import math
from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.errors import ParseError
from hyperchess.infinite import KINDS, Color, Promotion, start
from hyperchess.notation.icn.json import (
    compact_move,
    long_move,
    long_position,
    read_value,
    short_position,
    special_rights,
    to_long,
    to_short,
)

GOOD = Path(__file__).parents[2] / "corpus" / "icn" / "good"
README = (GOOD / "legacy-readme.icn").read_bytes().decode()
BEFORE_MATE = (
    "b 8,3 0/100 11 (8|1) P1,2+|P2,2+|P3,2+|P5,2+|P6,2+|P7,2+|p5,7+|p6,7+|k7,7|p8,7+|R1,1+|R8,1+|N2,1|N7,1|"
    "B3,1|B6,1|b3,8|Q4,1|p4,6|b2,-2|K4,2|n6,6|r6,8|q0,4|P8,4"
)


@pytest.mark.parametrize("moves", ["strings", "objects"])
def test_the_position_of_the_document_comes_from_its_game(moves: str) -> None:
    text = README.partition("\r\n\r\n")[2].replace('{"slideLimit": 100, "cannotPassTurn": true} ', "")
    long = to_long(text, moves=moves)  # type: ignore[arg-type]
    assert to_short(long_position(long, 21)) == BEFORE_MATE
    assert to_short(long_position(long)).startswith("w 0/100 1 (8|1) P1,2+|")
    assert "q4,4" in to_short(long_position(long, math.inf))


def test_moves_as_objects_tell_what_they_did() -> None:
    moves = to_long(README, moves="objects")["moves"]
    assert moves[0] == {"type": "pawnsW", "startCoords": [4, 2], "endCoords": [4, 4]}
    assert (moves[4]["captured"], moves[4]["enpassant"]) == ("pawnsB", -1)
    assert (moves[8]["captured"], moves[8]["promotion"]) == ("rooksB", "queensW")
    assert moves[13]["castle"] == {"dir": 1, "coord": [8, 8]}
    assert (moves[9]["check"], "mate" in moves[9]) == (True, False)
    assert (moves[21]["check"], moves[21]["mate"]) == (True, True)
    assert moves[4]["comment"] == "White captures en passant"


def test_en_passant_from_the_start_takes_the_right_pawn() -> None:
    long = to_long("w 4,6 P5,5|p4,5|K1,1|k90,90 5,5>4,6")
    assert long_position(long, 1)["startingPosition"] == {"4,6": "pawnsW", "1,1": "kingsW", "90,90": "kingsB"}


def test_single_moves() -> None:
    assert long_move("9007199254740993,1>2,2")["startCoords"] == [9007199254740993, 1]
    with pytest.raises(ParseError):
        long_move("abc")
    with pytest.raises(ParseError, match="unknown piece"):
        compact_move({"startCoords": [1, 1], "endCoords": [1, 2], "promotion": "dragonsW"})
    assert compact_move({"startCoords": "1,1", "endCoords": [1, 2]}) == "1,1>1,2"


def test_rights_are_found_by_the_rules() -> None:
    setup = start("Classical").setup
    long = json.loads(hc.write(hc.parse(start("Classical").text()), "icn-json"))
    position = long["startingPosition"]
    assert special_rights(position, double_push=True, castle_with="rooks") == long["specialRights"]
    assert special_rights(position) == {}
    assert short_position(position, long["specialRights"]) == start("Classical").text().rpartition(" ")[2]
    near = {"5,1": "kingsW", "7,1": "rooksW", "1,1": "rooksB", "9,1": "rooksW", "9,2": "rooksW"}
    assert special_rights(near, castle_with="rooks") == {"5,1": True, "9,1": True}
    assert len(setup.pieces) == 32


def test_the_forms_of_the_converter() -> None:
    long = to_long("[White: Ada] b K5,1|P0,7|p1,2|k50,50 1. ... | p1,2 > 1,1")
    assert to_short(long) == '[White "Ada"]\n\nb 1 K5,1|P0,7|p1,2|k50,50\n\n1.   ...   | p1,2 > 1,1'
    assert to_short(long, form="medium", lines=False) == '[White "Ada"]  b K5,1|P0,7|p1,2|k50,50  p1,2>1,1'
    assert to_short(long, form="compact").splitlines()[-1] == "1,2>1,1"


def test_older_ways_to_write_values_are_read() -> None:
    game = read_value(
        {
            "turn": "w",
            "fullMove": "3",
            "gameRules": {
                "slideLimit": "Infinity",
                "promotionRanks": [[8, 9], None],
                "promotionsAllowed": {"white": ["queens"]},
            },
            "specialRights": ["4,2"],
            "startingPosition": "K5,1|k5,8|P4,2+",
            "moves": [{"startCoords": "4,2", "endCoords": [4, 4], "comment": "far"}],
        }
    )
    assert game.problems == ()
    position = game.start
    assert position is not None
    assert position.full_move == 3
    assert position.settings.slide_limit is None
    assert position.settings.find_promotion(Color.WHITE) == Promotion((8, 9), (KINDS["q"],))
    assert game.main_line[0].comments[0].text == "far"
