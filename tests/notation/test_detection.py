"""Detection of the notation of a text by headers and the whole text, robust against one wrong letter."""

import random
import re
import string
from functools import cache
from pathlib import Path

import pytest

import hyperchess as hc
from hyperchess.errors import ParseError
from hyperchess.notation.registry import candidates, detect, notations, recognise
from hyperchess.text import Severity
from tests import nightly

CORPUS = Path(__file__).parents[1] / "corpus"
FILES = sorted(path for path in CORPUS.rglob("*.*") if path.suffix not in (".txt", ".bin", ".md"))
FILES += sorted((CORPUS / "dynamical").glob("*.txt"))
_LETTERS = string.ascii_letters + string.digits + "+-.,;:/<>()[]{}|=#*?!~ "
_HEADER = re.compile(r'\[\w+\s*"[^"\n]*"\]|\[\w+:[^\]\n]*\]')
_LETTER = re.compile("[A-Za-z0-9]")
_LEAST = 60  # characters: one letter of a shorter text may be all that there is of a notation


@cache
def texts() -> dict[str, str]:
    """The texts of the corpus that are in a notation at all."""
    found = {str(path.relative_to(CORPUS)): path.read_bytes().decode("utf-8", "replace") for path in FILES}
    return {name: text for name, text in found.items() if len(text) >= _LEAST and recognise(text) is not None}


def changed(text: str, chance: random.Random) -> str:
    """The text with one wrong letter in its moves: another one, one more or one less."""
    aside = [match.span() for match in _HEADER.finditer(text)]
    places = [match.start() for match in _LETTER.finditer(text)]
    free = [place for place in places if not any(start <= place < end for start, end in aside[:50])]
    place = chance.choice(free or places)
    letter = chance.choice(("", chance.choice(_LETTERS), chance.choice(_LETTERS) + text[place]))
    return text[:place] + letter + text[place + 1 :]


def assert_same_notation(seed: int) -> None:
    chance = random.Random(seed)
    wrong = {}
    for name, text in texts().items():
        other = changed(text, chance)
        # The dialects of a notation have one reader.
        if detect(other)[0].read is not detect(text)[0].read:
            wrong[name] = other[:300]
    assert wrong == {}


def test_the_corpus_is_there() -> None:
    assert len(texts()) >= 100


@pytest.mark.parametrize("seed", range(10))
def test_a_wrong_letter_does_not_change_the_notation(seed: int) -> None:
    assert_same_notation(seed)


@pytest.mark.parametrize(
    "text",
    [
        "1. Nf3 / Nf6\n2. (0T2)Nf3>>(0T1)f5~ (>L1) / (1T1)Nf6\n3. (1T2)Nc3 / (0T2)e5 (1T2)d5",
        "1.e4 / e5\n2.Nf3 / Nc6\n3.Bb5 / a6\n4.Bxc6 / dxc6\n5.O-O / Bd6\n6.d3 / Nf6",
        "1w. Nf3 1b. Nf6 2w. (0T2)Nf3>>(0T1)f5~ (>L1) (2w. e4 2b. e5) 2b. (1T1)Nf6",
    ],
)
def test_no_wrong_letter_of_a_short_game_changes_the_notation(text: str) -> None:
    read = detect(text)[0].read
    for place in range(len(text)):
        for letter in ("", *"LlTt019>;:/.-_ ("):
            for rest in (text[place:], text[place + 1 :]):
                other = text[:place] + letter + rest
                assert detect(other)[0].read is read, other


@pytest.mark.nightly
@pytest.mark.parametrize("seed", nightly.seeds("detection"))
def test_no_wrong_letter_changes_the_notation(seed: int) -> None:
    assert_same_notation(seed)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("w {slideLimit: 7} R0,0|K3,3|k9,9", "icn"),
        ('{"slideLimit": 7} R0,0|K3,3|k9,9', "icn"),
        ("w 0/100 1 (8|1)", "icn"),
        ("w 0/100 1 (8|1) R0,0|k5,5", "icn"),
        ("b 3/100 (8;Q|1;q) checkmate", "icn"),
        ('[Variant "5D Chess"]\n\nw 1', "icn-legacy"),
        ('[Event "Casual"]\n[Variant "5D Chess"]\n[UTCDate "2026.11.15"]\n\nw 1', "icn-legacy"),
        ('[Variant "Standard"]\n1w. e4', "branched"),
        ("1. e3 / Nf6 2. Nc3 / d5 3. (0T3)Nc3>>(0T2)c5~ (>l1)", "shad"),
        ('[Board "Standard"]\n1. e2:e4 / e7:e5', "shad"),
        ('[Board "Standard"]\n1. e4 , e5', "shad"),
        ('[Board "Standard"]\n1. e4. / e5', "shad"),
        ('[Board "Standard"]\n1!. e4 / e5', "shad"),
        ('[Board "Standard"]\n1. e4 ... e5 2. Nf3 .. Nc6', "shad"),
        ("0000\n(4,6,1,0)(4,4,1,0)", "slavrick"),
        ("1. 0000 / (0T1)e7e5", "slavrick"),
        ("1.0000 / (0T1)Ng8f6\n2.(0T2)Ng1f3", "slavrick"),
        ("1w.0000 1b.(0T1)Ng8f6", "slavrick"),
        ("0.0000\n1.(0T1)Ng1f3 / (0T1)Ng8f6", "slavrick"),
        ('[board "custom"]\n[size "8x8"]\n[color "black"]\n0. 0000', "slavrick"),
        ("e3\nNf6\nN>>t-1g3", "cwmtt"),
        ("1. e3 / Nf6\n2. Bb5;_ / e6;-", "cwmtt"),
        ("1. c3 / c5\n2. Qb3 / N>>T1g6", "cwmtt"),
        ("1. e4 / e5\n2. Q>>xt-1f7+", "cwmtt"),
        ("1. e3 / Nf6\n2. Nc3 / d5\n3. N>>0Lt-1c5", "cwmtt"),
        ("1w. e3\n1b. Nf6\n2w. N>>T1g3", "cwmtt"),
        ("1. e4 / e5\n2T2. Nf3 / Nc6", "cwmtt"),
        ("wT1. e3 / bT1. Nf6", "cwmtt"),
        ("1w. e3\n1b. Nf6\n2wT2. Nc3", "cwmtt"),
        ("1. Nf3 / Nf6\n2. 0LNg1 / 0LNg8", "cwmtt"),
        ("1. e4 / e5\n2. Nf3 / 0LT2Nc6\n3. Bb5", "cwmtt"),
        ("1. e4 .. e5\n2. Nf3 .. Nc6", "hexicube"),
        ("1. e4 .. e5.\n2. Nf3 .. Nc6.", "axel"),
        ("1. e2e4 , e7e5", "averagehuman"),
        ('{"timelines": [], "width": 8, "height": 8}', "shad-json"),
        ('{"startingPosition": {}, "moves": []}', "icn-json"),
        ('{"format": "hyperchess", "version": 2}', "json"),
        ("[{r*nbqk*bnr*/8/8/8/8/8/8/R*NBQK*BNR*:0:1:w]\n1. Nf3 / Nf6", "shad"),
        ("[]*nbqk*bnr*/8/8/8/8/8/8/R*NBQK*BNR*:0:1:w]\n1. Nf3 / Nf6", "shad"),
        ("[[r*nbqk*bnr*/8/8/8/8/8/8/R*NBQK*BNR*:0:1:w]\n1. Nf3 / Nf6", "shad"),
    ],
)
def test_short_texts(text: str, name: str) -> None:
    found = recognise(text)
    assert found is not None and found.name == name, candidates(text)[:3]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\t",
        "\ufeff",
        "Dear Ada, how are you?",
        "The price is\n3.0000 / 2 pieces",
        "Well ... I am fine … so far.",
        "# Shopping\n\n1. Milk\n2. Bread and/or butter\n- eggs; ham\n",
        "The answer is 42. See page 7, section 3 / part b.",
        "\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        "\x01\x02\x7f\x80 binary \xff",
        '{"name": "page", "version": "1.0.0", "scripts": {"start": "node ."}}',
        '{"a": [1, 2',
        "{}",
        "[]",
        "[[[]]]",
        "null",
        "1, 2, 3",
        "key = value\n[section]\n",
    ],
)
def test_what_is_not_a_game_is_one_error(text: str) -> None:
    (game,) = hc.parse_all(text)
    (problem,) = game.problems
    assert (problem.code, problem.severity) == ("no-game", Severity.ERROR)
    assert problem.hint and (game.start, game.main_line) == (None, [])
    with pytest.raises(ParseError):
        hc.parse(text, strict=True)
    assert hc.convert(text, to="shad").problems[0].code == "no-game"


def test_json_that_is_not_a_game_says_which_json_is() -> None:
    (problem,) = hc.parse('{"name": "page"}').problems
    assert all(word in problem.hint for word in ('"hyperchess"', '"timelines"', '"startingPosition"'))


def test_a_named_notation_is_taken_at_its_word() -> None:
    assert [problem.code for problem in hc.parse("", "shad").problems] == ["assumed-variant"]
    assert hc.parse("Dear Ada", "shad").notation == "shad"


def test_every_notation_says_what_speaks_for_it() -> None:
    for notation in notations().values():
        assert notation.signs
        assert len({sign.words for sign in notation.signs}) == len(notation.signs)
        assert all(sign.weight > 0 for sign in notation.signs)
