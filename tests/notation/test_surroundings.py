"""Random games inside titles, quotations, code blocks, chat lines and misspelt headers.

The games come back equal, or the text has an error: nothing that changes a game is left out in silence.
"""

import random
import re
from collections.abc import Callable
from difflib import SequenceMatcher
from functools import cache
from itertools import zip_longest

import pytest

import hyperchess as hc
from hyperchess.game import Game
from hyperchess.multiverse import Move, Position
from hyperchess.notation.pgn5d.writers import write_branched, write_shad
from hyperchess.text import Severity
from tests.nightly import seeds
from tests.notation.random_games import random_game

Game5D = Game[Position, Move]

LEAST_EQUAL = 0.95
GAMES = 40  # random games of a run
TEXTS = 50  # texts made of them with one seed
NIGHTLY_PARTS = 40  # seeds of one nightly case
NAMES = ("Ada", "Bo", "Cyd", "Dr. Who", "x_Y_z", "Eve Adams")
EVENTS = (
    "Game {n}:",
    "Round {n}",
    "**Game {n}**",
    "# Final match",
    "5D chess puzzle:",
    "#{n}",
    "||The last game||",
    '"The last game of the match"',
    "Mate in {n}:",
    "Puzzle #{n} (mate in 2)",
    "{a} vs {b}",
    "{a} vs. {b}, round {n}",
    "{a} - {b} 1-0",
    "Tournament game {n}: {a} v {b} 1/2-1/2",
)
CHAT = (
    "hey, look at this",
    "gg wp",
    "what do you think?",
    "lol \N{FACE WITH TEARS OF JOY}",
    "I think white is better here",
    "sent from my phone",
    "see you at 10:30",
    "thanks @Ben!",
    "https://example.com/game?id=12",
    "*pawn storm*",
    "my rating is 1500 now :)",
    "that was close, wasn't it...",
    "never played this variant before",
    "Ben: nice game",
    "[12:31] Ada: here it is",
)
KEYS = ("Baord", "\u0412oard", "\u200bBoard", "board", "Boards", "Varient", "Variant", "BOARD", "Bord")


def fenced(text: str, chance: random.Random) -> str:
    sign = chance.choice(("```", "~~~", "````"))
    return f"{sign}{chance.choice(('', 'pgn', 'text'))}\n{text}\n{sign}"


def quoted(text: str, chance: random.Random) -> str:
    sign = chance.choice(("> ", ">", ">> "))
    return "\n".join(f"{sign}{line}" for line in text.split("\n"))


def with_blank_lines(text: str, chance: random.Random) -> str:
    return "\n" * chance.randint(0, 3) + text + "\n" * chance.randint(0, 3)


def titled(text: str, chance: random.Random) -> str:
    first, second = chance.sample(NAMES, 2)
    title = chance.choice(EVENTS).format(n=chance.randint(1, 9), a=first, b=second)
    return f"{title}{chance.choice((chr(10), chr(10) * 2, ' '))}{text}"


def chatted(text: str, chance: random.Random) -> str:
    before, after = (chance.choices(CHAT, k=chance.randint(0, 2)) for _ in range(2))
    return "\n".join([*before, text, *after])


def in_html(text: str, chance: random.Random) -> str:
    return chance.choice((f"<p>{text}</p>", f"<div>\n{text}\n</div>", text.replace("\n", "<br>\n")))


def interrupted(text: str, chance: random.Random) -> str:
    """Return a text with lines of words where blank lines are, as between two games."""
    parts = text.split("\n\n\n")
    return f"\n\n{chance.choice(CHAT)}\n\n".join(parts)


def misspelt(text: str, chance: random.Random) -> str:
    return text.replace("[Variant ", f"[{chance.choice(KEYS)} ", 1)


DAMAGES = ("Zz9", "e9", "xx4", "Nb1 to c9", "e4 no d4", "]")
_MOVE_PLACE = re.compile(r"(?:(?<=\s)|^)(?:/|[0-9]+[wb]?\.) ")
_COMMENT = re.compile(r"\{[^}]*\}")
_TURN = re.compile(r"\s*(?:\[[^\]]*\]\s*)?(?:[0-9]+[wb]?\.)?[^/.]*")

Change = Callable[[str, random.Random], str]
HARMLESS: tuple[Change, ...] = (fenced, quoted, with_blank_lines)
ALL: tuple[Change, ...] = (*HARMLESS, titled, titled, chatted, misspelt, in_html, interrupted)


@cache
def games(seed: int) -> list[tuple[Game5D, str]]:
    """Random games, and their texts as they are read without surroundings."""
    chance = random.Random(seed)
    found = []
    for _ in range(GAMES):
        game = random_game(
            chance.randrange(10**9), actions=chance.randint(1, 6), variations=chance.randint(0, 2)
        )
        text = chance.choice((write_branched, write_branched, write_shad))(game).text.strip()
        if text.startswith('[Mode "5D"]\n[Board "Standard"]'):
            text = text.rpartition("]\n")[2].strip()  # without headers
        found.append((hc.expect(hc.parse(text), hc.MULTIVERSE), text))
    return found


def differs(found: Game5D, game: Game5D) -> bool:
    """Whether a game has another start or tree than the one that was written, or lacks its headers."""
    headers = {**found.headers}
    kept = {value for key, value in game.headers.items() if key in ("White", "Event")} <= {*headers.values()}
    trees = zip_longest(found.root.walk(), game.root.walk())
    is_equal = all(one is not None and two is not None and one.content == two.content for one, two in trees)
    return not (kept and is_equal and found.start == game.start)


def places_of_noise(text: str, parts: list[str]) -> list[tuple[int, int]]:
    """Return the ranges of a text that are not in its games, each with the turn, header or board after it.

    The characters of the games are found in the text in their order; the others were put around them.
    """
    matcher = SequenceMatcher(None, text, "\n".join(parts), autojunk=False)
    ranges = []
    end = 0
    for start, _, size in matcher.get_matching_blocks():
        if start > end:
            following = _TURN.match(text, start)
            assert following is not None
            ranges.append((end, following.end()))
        end = start + size
    return ranges


def judge(text: str, parts: list[tuple[Game5D, str]]) -> str:
    """`equal`, `error`, `misplaced`, an error elsewhere, or `silent`: another game without an error."""
    found = hc.parse_all(text, game=hc.MULTIVERSE)
    problems = [problem for game in found for problem in game.problems]
    assert all(0 <= p.span.start <= p.span.end <= len(text) for p in problems)
    wrong = [problem.span for problem in problems if problem.severity is Severity.ERROR]
    if wrong:
        noise = places_of_noise(text, [part for _, part in parts])
        is_near = all(any(a <= s.end and s.start <= b for a, b in noise) for s in wrong)
        return "error" if is_near else "misplaced"
    expected = [game for game, _ in parts]
    pairs = list(zip_longest(found, expected))
    return "silent" if any(a is None or b is None or differs(a, b) for a, b in pairs) else "equal"


def surrounded(seed: int, changes: tuple[Change, ...], most: int) -> list[str]:
    """Judge random texts; fail with the text of one that is silent."""
    chance = random.Random(seed)
    known = games(seed % 1_000)
    verdicts = []
    for _ in range(TEXTS):
        chosen = chance.sample(known, chance.choice((1, 1, 1, 2)))
        text = chance.choice(("\n\n", "\n\n\n")).join(part for _, part in chosen)
        for change in chance.sample(changes, chance.randint(1, min(most, len(changes)))):
            text = change(text, chance)
        verdict = judge(text, chosen)
        assert verdict in ("equal", "error"), f"{verdict}: {text}"
        verdicts.append(verdict)
    return verdicts


@pytest.mark.parametrize("seed", range(4))
def test_quotes_fences_and_blank_lines_change_nothing(seed: int) -> None:
    assert set(surrounded(seed, HARMLESS, 3)) == {"equal"}


def test_no_surrounding_changes_a_game_in_silence() -> None:
    verdicts = [verdict for seed in range(8) for verdict in surrounded(seed, ALL, 4)]
    assert verdicts.count("equal") >= LEAST_EQUAL * len(verdicts)


@pytest.mark.parametrize("seed", range(4))
def test_errors_are_where_a_text_is_damaged(seed: int) -> None:
    chance = random.Random(seed)
    for _, text in games(seed):
        places = [
            match.end() for match in _MOVE_PLACE.finditer(_COMMENT.sub(lambda m: " " * len(m[0]), text))
        ]
        start = chance.choice(places)
        damage = chance.choice(DAMAGES)
        damaged = f"{text[:start]}{damage} {text[start:]}"
        problems = [problem for game in hc.parse_all(damaged) for problem in game.problems]
        first = min(p.span for p in problems if p.severity is Severity.ERROR)
        turn = _TURN.match(damaged, start + len(damage))
        assert turn is not None
        assert first.start <= turn.end() and start <= first.end, damaged


@pytest.mark.nightly
@pytest.mark.parametrize("seed", seeds("surroundings"))
def test_no_surrounding_changes_a_game_in_silence_at_night(seed: int) -> None:
    chance = random.Random(seed)
    parts = [chance.randrange(10**9) for _ in range(NIGHTLY_PARTS)]
    verdicts = [verdict for part in parts for verdict in surrounded(part, ALL, 4)]
    assert verdicts.count("equal") >= LEAST_EQUAL * len(verdicts)
    assert set(surrounded(seed, HARMLESS, 3)) == {"equal"}
