"""Markup around a game: Markdown, HTML, quotes, mentions, message heads, and letters of other alphabets.

>>> from hyperchess.notation.pasted.mask import Mask
>>> mask = Mask("> **1.** e4 / e5<br>2\\\\. Nf3")
>>> remove_markup(mask)
>>> mask.text.split(), sorted(mask.notes)
(['1.', 'e4', '/', 'e5', '2.', 'Nf3'], ['escape', 'markup', 'quote', 'tag'])
"""

from __future__ import annotations

import re
from html import unescape
from unicodedata import normalize

from hyperchess.lazy_pattern import lazy_pattern
from hyperchess.notation.pasted.mask import COMMENT, Mask
from hyperchess.notation.pasted.titles import read_title

__all__ = ["remove_headings", "remove_markup"]

_FENCE = lazy_pattern(
    r"(?P<fence>`{3,}+|~{3,}+)(?:[\w+#-]*(?=[ \t]*\r?\n))?(?P<inside>.*?)(?:(?P=fence)`*|\Z)", re.DOTALL
)
_CODE = lazy_pattern(r"(?<!`)(`{1,2})(?!`)(?P<inside>[^`]+)\1(?!`)")
_SPOILER = lazy_pattern(r">!(?P<inside>(?:[^!>]|!(?!<)|>(?!!))+)!<")
_QUOTE = lazy_pattern(r"(?m)^[ \t]*(?:>[ \t]*)+(?=(.?))")
_QUOTED_LINES = lazy_pattern(r"(?m)(?:^[ \t]*>[^\n]*(?:\n|\Z))+")
_TIME = r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?(?:[ \t]?[AaPp]\.?[Mm]\.?)?"
_HEAD = lazy_pattern(
    rf"""(?mx)^[ \t]*(?:
        \[ [^\[\]\n"]{{0,20}} [0-9]{{1,2}}[:.][0-9]{{2}} [^\[\]\n"]{{0,20}} \]
        (?:[ \t]*[^\s:\[\]"/0-9][^:\[\]\n"/]{{0,40}}:)?
      | [0-9]{{1,4}}[./-][0-9]{{1,2}}[./-][0-9]{{1,4}},?[ \t]+{_TIME}
        (?:[ \t]*[-\u2013\u2014][ \t]*)(?:[^:\n]{{1,40}}:)?
      | [^\n]{{1,40}}?[ \t][\u2014\u2013-][ \t](?:[^\n]{{0,20}}[ \t])?{_TIME}[ \t]*$
      | [^\n,\[\]]{{1,40}},[ \t]\[[0-9./:,\x20]+(?:[AaPp][Mm])?\]:?[ \t]*
      | [^\n]{{1,80}}[ \t](?:wrote|writes|schrieb|a\ \u00e9crit|escribi\u00f3|schreef)[ \t]?:[ \t]*$
      | (?:From|To|Subject|Sent|Cc|Reply-To):[ \t][^\n]*$
    )"""
)
_BULLET = lazy_pattern(r"(?m)^[ \t]*([-*+\u2022\u2023\u25e6\u25aa\u00b7\u2013])[ \t]+(?=\S)")
_ITEM = lazy_pattern(r"[0-9]{1,3}\s?[wb]?\s?[.:)]")
_TABLE_LINE = lazy_pattern(r"(?m)^[ \t]*\|(?:[^\n]*\|)[ \t]*$")
_TABLE_RULE = lazy_pattern(r"[\s|:-]+")
_TAG = lazy_pattern(
    r"</?(?:a|b|blockquote|br|code|div|em|font|h[1-6]|hr|i|img|kbd|li|ol|p|pre|small|span|strong|sub|sup"
    r"|table|tbody|td|th|thead|tr|tt|u|ul)\b[^<>\n]*/?>|<!--[^<>]*-->",
    re.IGNORECASE | re.DOTALL,
)
_MENTION = lazy_pattern(
    r"<(?:@[!&]?|\#|a?:\w+:|t:)[0-9]+(?::[a-zA-Z])?>|<https?://[^<>\s]+>|https?://[^\s<>\"\])]+"
    r"|(?<![\w/])@[\w.-]*[^\W\d_][\w.-]*(?:\#[0-9]{4})?[:!?.,]*|(?<![\w/])/?[ur]/[\w-]{3,}"
    r"|(?<!\S):[a-z][a-z0-9_+-]+:(?!\S)|\[\[?(?:img|image|pic|url)[^\[\]\n]*\]"
)
_LINK = lazy_pattern(r"\[([^\[\]\n\"]*)\]\((?:https?:)?//[^()\s]*\)")
_FACE = lazy_pattern(
    r"(?<!\S)(?:[:;]['\u2019]?-?[)(DPpOo|*\\/3]+|<3+|[xX][Dd]+|\^\^|[oO]_[oO]|-_+-)(?=[\s/]|\Z)"
)
_ENTITY = lazy_pattern(r"&(?:[a-zA-Z]{2,8}|\#[0-9]{1,6}|\#[xX][0-9a-fA-F]{1,5});")
_ESCAPES = lazy_pattern(r"(?:\\[.*_>~\[\]()\#|!+{}`<=&-])+")
_EMPHASIS = lazy_pattern(
    r"""(?x)
    (?<![\\*]) (?P<sign>\*{1,3}|_{1,3}) (?=[^\s*_]) (?P<inside>[^*_\n]*?[^\s*_]) (?P=sign) (?![\w*])
  | \|\|(?P<hidden>[^|]+)\|\|
  """
)
_STRUCK = lazy_pattern(r"(?<!~)~~(?=[^\s~])[^~\n]*[^\s~]~~(?!~)")
_LOOSE = lazy_pattern(r"\*\*|(?<!\S)__|__(?!\S)|`+")
_RULE = lazy_pattern(r"(?m)^[ \t]*(?:-{3,}|\*{3,}|_{3,}|={3,})[ \t]*$")
_QUOTED = lazy_pattern(
    r"\s*([\"\u201c\u201e\u00ab])[^\"\u201c-\u201f\u00ab\u00bb]*([\"\u201c\u201d\u00bb])\s*"
)
_HEADING = lazy_pattern(r"(?m)^[ \t]*#{1,6}[ \t]+[^\s0-9][^\n]*$")
_WORDS_OF_LINE = lazy_pattern(r"\S(?:[^\r\n]*\S)?")
_KEYCAP = lazy_pattern("([0-9])\ufe0f?\u20e3")
_EMOJI = lazy_pattern(
    "(?:[\u2b50\u2728\u2764\u2705\u274c\U0001f000-\U0001faff][\ufe0e\ufe0f\u200d\u2640\u2642]*)+"
)
_SLASHES = lazy_pattern(r"[\u2044\u2215\u29f8]|(?<!\S)\\(?!\S)")
_BOARD = r'\[[^\[\]":]+:[^\[\]":]+:[^\[\]":]+:\s*[wbWB]\s*\]'
_KEPT = lazy_pattern(rf'{COMMENT}|\[\s*\w+\s*"[^"\n]*"\s*\]|{_BOARD}')
_FULL_WIDTH = lazy_pattern("[\uff01-\uff5e\u3000]+")
# Letters that look like those of files, pieces and coordinates; those that name a Russian piece are missing.
_LOOK_ALIKE = str.maketrans(
    "\u0430\u0441\u0435\u043e\u0445\u0410\u0415\u041e\u0422\u0425\u0391\u0392\u0395\u0397\u039a\u039d\u039f\u03a4\u03a7\u03bf",
    "aceoxAEOTXABEHKNOTXo",
)
_FOREIGN = lazy_pattern("[\u0370-\u03ff\u0400-\u04ff]")
_WORD = lazy_pattern(r"[^\s{}\[\];]+")
_SQUARE = lazy_pattern(r"[a-h][1-8]")
_MOVE = lazy_pattern(r"[a-h][1-8]|(?<!\w)[Oo0]\s?-\s?[Oo0]|castl", re.IGNORECASE)
_CASTLING = lazy_pattern(r"[Oo0](?:[-\u2010-\u2015\u2212]?[Oo0]){1,2}[+#!?]*")
_GAME = lazy_pattern(
    r"[0-9]{1,3}\s?[wb]?\s?[.:)\]*]{1,4}\W{0,6}(?:\([^()\n]{1,12}\))?[A-Za-z0-9><&;-]{0,12}[a-h][1-8]"
    r"|/\W{0,4}[A-Za-z]{0,2}[a-h][1-8]|(?<![0-9])-?[0-9]{1,20},-?[0-9]{1,20}(?:>|&gt;|x)-?[0-9]{1,20},"
)


def remove_markup(mask: Mask) -> None:
    """Replace markup by blanks, entities and escapes by their characters, and wide letters by narrow ones."""
    _keep_inside(mask, _FENCE, "fence")
    _keep_inside(mask, _CODE, "markup")
    _keep_inside(mask, _SPOILER, "markup")
    _unquote(mask)
    for pattern, kind in ((_HEAD, "message"), (_TAG, "tag")):
        for match in pattern.finditer(mask.text):
            if kind == "tag" or not _MOVE.search(match[0]):
                mask.put(*match.span(), "", kind)
    _replace_entities(mask)
    _unescape(mask)
    for match in _outside(mask.text, _LINK):
        mask.put(match.start(), match.end(), f" {match[1]}", "markup")
    for pattern, kind in ((_MENTION, "mention"), (_FACE, "words")):
        for match in _outside(mask.text, pattern):
            mask.put(*match.span(), "", kind)
    for match in _outside(mask.text, _RULE):
        mask.put(*match.span(), "", "markup")
    if (quoted := _QUOTED.fullmatch(mask.text)) is not None:
        for group in (1, 2):
            mask.put(*quoted.span(group), "", "quote")
    for match in _outside(mask.text, _STRUCK):
        mask.put(*match.span(), "", "struck")
    _remove_bullets(mask)
    _remove_table(mask)
    _remove_emphasis(mask)
    _narrow(mask)


def _outside(text: str, pattern: re.Pattern[str]) -> list[re.Match[str]]:
    """Return the matches outside comments and headers."""
    return list(pattern.finditer(_KEPT.sub(_blanks, text)))


def _blanks(match: re.Match[str]) -> str:
    return "\0" * len(match[0])  # not a blank: nothing is before or after it


def _has_game(text: str) -> bool:
    return _GAME.search(text) is not None


def _keep_inside(mask: Mask, pattern: re.Pattern[str], kind: str) -> None:
    """Remove the signs around code; remove the text outside too, if only the inside has numbered moves."""
    text = mask.text
    found = [match for match in pattern.finditer(text) if match["inside"].strip()]
    if not found:
        return
    insides = [match.span("inside") for match in found]
    for match, (start, end) in zip(found, insides, strict=True):
        mask.put(match.start(), start, "", kind)
        if end < match.end():
            mask.put(end, match.end(), "", kind)
    _blank_outside(mask, [span for span in insides if _has_game(text[slice(*span)])])


def _blank_outside(mask: Mask, insides: list[tuple[int, int]]) -> None:
    """Remove the text outside the given ranges if there are any and it has no numbered moves."""
    ends = [0, *(end for _, end in insides)]
    starts = [*(start for start, _ in insides), len(mask.text)]
    outside = list(zip(ends, starts, strict=True))
    texts = [re.sub(COMMENT, " ", mask.text[slice(*span)]) for span in outside]
    if not insides or any(_has_game(text) or "[" in text for text in texts):
        return
    for start, end in outside:
        for line in _WORDS_OF_LINE.finditer(mask.text, start, end):
            if not read_title(line[0]).keys() - {"Event"}:
                mask.put(*line.span(), "", "around")


def _unquote(mask: Mask) -> None:
    """Remove `>` from the beginning of lines; remove the other lines if only the quoted ones are moves."""
    text = mask.text
    lines = [line for line in text.splitlines() if line.strip()]
    quoted = sum(line.lstrip().startswith(">") for line in lines)
    if not quoted:
        return
    spans = []
    for block in _QUOTED_LINES.finditer(text):
        found = list(_QUOTE.finditer(text, *block.span()))
        is_game = quoted == len(lines) or any(sign[1] in "[{" or sign[1].isdigit() for sign in found)
        for sign in found:
            end = min(place for place in (text.find("\n", sign.end()), len(text)) if place >= 0)
            if is_game or _MOVE.search(text, sign.end(), end) is None:
                spans.append((sign.end(), end))
                mask.put(*sign.span(), "", "quote")
    if spans and any(_has_game(mask.text[slice(*span)]) for span in spans):
        _blank_outside(mask, spans)


def _replace_entities(mask: Mask) -> None:
    text = mask.text
    for match in _ENTITY.finditer(text):
        character = unescape(match[0])
        if len(character) == 1:
            before = text[match.start() - 1 : match.start()]
            opens = character in "\"'" and (before in "[" or before.isspace())
            mask.put(*match.span(), " " if character.isspace() else character, "tag", right=opens)


def _unescape(mask: Mask) -> None:
    """Remove the backslashes that Markdown needs before its signs."""
    for match in _ESCAPES.finditer(mask.text):
        mask.put(*match.span(), match[0][1::2], "escape")


def _remove_bullets(mask: Mask) -> None:
    text = mask.text
    lines = [line for line in map(str.lstrip, text.splitlines()) if line and not line.startswith("[")]
    for match in _outside(text, _BULLET):
        is_item = _ITEM.match(text, match.end()) is not None
        if match[1] not in "*+-" or (lines and lines[0].startswith(match[1])) or is_item:
            mask.put(*match.span(), "", "markup")


def _remove_table(mask: Mask) -> None:
    text = mask.text
    for line in _outside(text, _TABLE_LINE):
        start, end = line.span()
        if _TABLE_RULE.fullmatch(line[0]):
            mask.put(start, end, "", "markup")
            continue
        for place in range(start, end):
            if text[place] == "|":
                mask.put(place, place + 1, "", "markup")


def _remove_emphasis(mask: Mask) -> None:
    for _ in range(3):  # bold inside italics inside a spoiler
        found = list(_outside(mask.text, _EMPHASIS))
        for match in found:
            start, end = match.span(match.lastgroup or 0)
            mask.put(match.start(), start, "", "markup")
            mask.put(end, match.end(), "", "markup")
        if not found:
            break
    for match in _outside(mask.text, _LOOSE):
        mask.put(*match.span(), "", "markup")


def remove_headings(mask: Mask) -> None:
    """Remove the headings of Markdown that are not titles of a game."""
    for match in _outside(mask.text, _HEADING):
        if not _MOVE.search(match[0]):
            mask.put(*match.span(), "", "markup")


def _narrow(mask: Mask) -> None:
    for match in _outside(mask.text, _KEYCAP):
        mask.put(*match.span(), f"{match[1]}.", "letters")
    for match in _outside(mask.text, _EMOJI):
        mask.put(*match.span(), "", "words")
    for match in _outside(mask.text, _SLASHES):
        mask.put(*match.span(), "/", "letters")
    for match in _outside(mask.text, _FULL_WIDTH):
        mask.put(*match.span(), normalize("NFKC", match[0]), "letters")
    if _FOREIGN.search(mask.text) is None:
        return
    for match in _outside(mask.text, _WORD):
        plain = match[0].translate(_LOOK_ALIKE)
        if plain != match[0] and (_SQUARE.search(plain) or _CASTLING.fullmatch(plain)):
            mask.put(*match.span(), plain, "letters")
