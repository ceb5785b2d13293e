"""All games between people of a server in one file, for its owner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hyperchess.api.documents import read_document
from hyperchess.api.errors import ApiError
from hyperchess.app.files.outputs import atomic
from hyperchess.app.web.live.match import ABORTED, Match
from hyperchess.app.web.storage import Storage
from hyperchess.notation.reading import joinable_text
from hyperchess.notation.registry import find_notation

__all__ = ["write_game_file"]

_JSON = find_notation("json")  # has games of both kinds in one file


def write_game_file(storage: Storage, target: Path, *, force: bool = False) -> Iterator[tuple[str, str]]:
    """Write all games with names, clock and result to a file of hyperchess JSON; a server may be running.

    Yield the study of each game and an error message, which is empty on success.
    """
    with atomic(target, force=force) as file:
        for kept in storage.all_matches():
            try:
                stored = storage.load(kept.study)
                if stored is None:  # deleted meanwhile
                    continue
                game = read_document(stored.document).game
            except ApiError as error:
                yield kept.study, str(error)
                continue
            game.headers.update(game_headers(Match.read(kept.state)))
            file.write(joinable_text(_JSON, game, _JSON.write(game).text).encode() + b"\n")
            yield kept.study, ""


def game_headers(match: Match) -> dict[str, str]:
    """Return the headers of a game: names, result, its reason, and the clock as in PGN.

    The clock has seconds and an increment (`300+5`), seconds and a delay (`900d10`), or one action per
    seconds (`1/86400`).

    >>> game_headers(Match("white", seconds=300.0, increment=5.0, names=("Ada", "")))
    {'White': 'Ada', 'TimeControl': '300+5', 'Result': '*'}
    """
    clock = "-" if match.seconds is None else f"{match.seconds:g}"
    if match.days:
        clock = f"1/{clock}"
    elif match.delay or match.increment:
        clock += f"d{match.delay:g}" if match.delay else f"+{match.increment:g}"
    found = {
        "White": match.names[0],
        "Black": match.names[1],
        "TimeControl": clock,
        "Result": match.result or ABORTED,
        "Termination": match.why,
    }
    return {key: value for key, value in found.items() if value}
