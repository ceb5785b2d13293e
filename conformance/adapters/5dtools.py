"""Answers the conformance questions with `5dtools` of the 5dchess_engine (C++, MIT; never shipped):

    python conformance/runner.py -- python conformance/adapters/5dtools.py PATH/TO/5dtools

It counts legal actions and finds checkmates and stalemates of 5D chess, with promotions to queens only; other
questions are unsupported. A game that it does not accept is an error.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

Given = dict[str, Any]

MOST = 1_000_000  # actions that are counted
_MOVE = re.compile(r"(\(.+?\))([a-z]\d+)>(\(.+?\))([a-z]\d+)([A-Z]?)")
_NUMBER = re.compile(r"\d+")


def game_text(given: Given) -> str:
    """A position as a game of 5DPGN: boards, then the actions that lead to it."""
    rows = given["boards"][1:].split(":")[0].replace("*", "").split("/")
    width = sum(int(part) if part.isdigit() else 1 for part in re.findall(r"\d+|[A-Za-z]", rows[0]))
    lines = ['[Board "custom"]', '[Mode "5D"]', f'[Size "{width}x{len(rows)}"]']
    lines += [f"[{board}]" for board in given["boards"].strip("[]").split("][")]
    black = ":b]" in given["boards"].rsplit("[", 1)[1]
    for number, action in enumerate(given.get("actions", ())):
        turn, color = divmod(number + black, 2)
        lines.append(f"{turn + 1}{'wb'[color]}. " + " ".join(map(move_text, action)))
    return "\n".join(lines) + "\n"


def move_text(raw: str) -> str:
    """A move of raw notation in the long form that this tool reads."""
    match = _MOVE.fullmatch(raw)
    if match is None:
        raise ValueError(f"not a raw move: {raw}")
    board, source, to_board, target, promotion = match.groups()
    jump = "" if board == to_board else to_board  # the tool finds out whether it branches
    return f"{board}{source}{jump}{target}{f'={promotion}' if promotion else ''}"


def ask(given: Given, *words: str) -> str:
    """Return the output of the tool for a position."""
    done = subprocess.run(
        [*sys.argv[1:], *words], input=game_text(given), capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip()[:200] or f"exit code {done.returncode}")
    return done.stdout


def count(given: Given) -> Given | None:
    """The number of legal actions."""
    numbers = _NUMBER.findall(ask(given, "count", "balanced", str(MOST)))
    return {"count": int(numbers[-1])} if numbers else None


def status(given: Given) -> Given | None:
    """Return whether it is mate; the tool reports no other status."""
    found = ask(given, "checkmate").casefold()
    word = next((word for word in ("checkmate", "stalemate") if found.startswith(word)), None)
    return None if word is None else {"status": word}


ANSWERS: dict[str, Callable[[Given], Given | None]] = {"legal actions": count, "status": status}


def main() -> None:
    """Answer line by line."""
    for line in sys.stdin:
        question = json.loads(line)
        reply: Given = {"id": question["id"]}
        try:
            known = ANSWERS.get(question["ask"])
            is_plain = question["given"].get("promotions") == ["Q"] and "boards" in question["given"]
            answer = known(question["given"]) if known is not None and is_plain else None
            reply |= {"unsupported": True} if answer is None else {"answer": answer}
        except (OSError, RuntimeError, ValueError) as error:
            reply["error"] = str(error)
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
