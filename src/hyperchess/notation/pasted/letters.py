"""Piece letters of other languages, for a whole game at once.

>>> [(language, text) for language, text in translations("1. e4 / e5 2. Cf3 / Cc6 3. Fb5 / a6")]
[('French', '1. e4 / e5 2. Nf3 / Nc6 3. Bb5 / a6')]
"""

from __future__ import annotations

from collections.abc import Iterator

from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.notation.pasted.mask import COMMENT

__all__ = ["translations"]

_LANGUAGES = {
    "German": {"K": "K", "D": "Q", "T": "R", "L": "B", "S": "N", "B": "P"},
    "French": {"R": "K", "D": "Q", "T": "R", "F": "B", "C": "N", "P": "P"},
    "Spanish": {"R": "K", "D": "Q", "T": "R", "A": "B", "C": "N", "P": "P"},
    "Portuguese": {"R": "K", "D": "Q", "T": "R", "B": "B", "C": "N", "P": "P"},
    "Dutch": {"K": "K", "D": "Q", "T": "R", "L": "B", "P": "N"},
    "Polish": {"K": "K", "H": "Q", "W": "R", "G": "B", "S": "N", "P": "P"},
    "Czech": {"K": "K", "D": "Q", "V": "R", "S": "B", "J": "N", "P": "P"},
    "Hungarian": {"K": "K", "V": "Q", "B": "R", "F": "B", "H": "N"},
    "Romanian": {"R": "K", "D": "Q", "T": "R", "N": "B", "C": "N", "P": "P"},
    "Russian": {
        "\u041a\u0440": "K ",
        "\u041a\u0420": "K ",
        "\u0424": "Q",
        "\u041b": "R",
        "\u0421": "B",
        "\u041a": "N",
        "\u043f": " ",
        "\u041f": "P",
    },
    "Latin letters": {"\u041a": "K", "\u0412": "B", "\u041d": "N"},
}
_ENGLISH = frozenset("KQRBNP")
_SKIPPED = lazy_pattern(rf"{COMMENT}|\[[^\[\]\n]*\]")
_LETTER = r"(?<![A-Za-z\u0400-\u04ff])(\u041a[\u0440\u0420]|[A-Z\u0400-\u042f\u043f])"
_MOVE = lazy_pattern(
    rf"{_LETTER}(?=\s?[a-h]?[1-8]?\s?[x:\u00d7\u0445-]?\s?(?:>>?\s?x?\s?(?:\([^()\n]*\))?)?\s?[a-h][1-8])"
    r"|(?<=[a-h][1-8])(=|\()(\u041a[\u0440\u0420]|[A-Z\u0400-\u042f])(?![A-Za-z\u0400-\u04ff])"
)


def translations(text: str) -> Iterator[tuple[str, str]]:
    """Yield the languages whose letters the moves of a text may have, and the text with English letters."""
    found = list(_MOVE.finditer(_SKIPPED.sub(lambda match: "{" * len(match[0]), text)))
    used = {match[1] or match[3] for match in found}
    if used <= _ENGLISH:
        return
    seen = {text}
    for language, letters in _LANGUAGES.items():
        if not used <= letters.keys():
            continue
        parts = []
        done = 0
        for match in found:
            group = 1 if match[1] else 3
            parts += [text[done : match.start(group)], letters[match[group]]]
            done = match.end(group)
        translated = "".join([*parts, text[done:]])
        if translated not in seen:
            seen.add(translated)
            yield language, translated
