"""Tokens of all text notations for highlighting: one description for editors, documents and the server.

A token says nothing about the rules or about a game; the readers do. `python -m scripts.textmate` writes the
description as a TextMate grammar, and `lexer.py` is the lexer of Pygments. The patterns use only what the
regular expressions of Python and of editors (Oniguruma) have in common.

>>> text = '[White "Ada"] 1. e4! {good}'
>>> [(token.kind, text[token.start : token.end]) for token in tokenize(text)][1:-1]
[('key', 'White'), ('value', '"Ada"'), ('bracket', ']'), ('number', '1.'), ('move', 'e4'), ('nag', '!')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = ["COMMAND", "COMMENT", "KINDS", "RULES", "Rule", "Token", "TokenKind", "tokenize"]


class TokenKind(NamedTuple):
    """Names of a kind of token: a TextMate scope, a token of Pygments, and a type of the protocol.

    The protocol has no type for text that editors do not highlight.
    """

    scope: str
    pygments: str
    semantic: str = ""


KINDS = {
    "comment": TokenKind("comment.block", "Comment.Multiline", "comment"),
    "command": TokenKind("keyword.other.command", "Comment.Special", "macro"),
    "bracket": TokenKind("punctuation.section.brackets", "Punctuation"),
    "key": TokenKind("entity.name.tag", "Name.Tag", "property"),
    "value": TokenKind("string.quoted.double", "String", "string"),
    "board": TokenKind("constant.other.board", "Literal", "string"),
    "number": TokenKind("constant.numeric.turn", "Number", "number"),
    "place": TokenKind("variable.other.board", "Name.Namespace", "namespace"),
    "result": TokenKind("constant.language.result", "Keyword.Constant", "keyword"),
    "mark": TokenKind("keyword.operator.mark", "Operator", "operator"),
    "nag": TokenKind("keyword.other.nag", "Name.Decorator", "decorator"),
    "move": TokenKind("entity.name.function.move", "Name.Function", "function"),
    "punctuation": TokenKind("punctuation.separator", "Punctuation"),
}
"""All kinds of tokens by name."""


class Rule(NamedTuple):
    """A pattern, and the kinds of its groups; the kind of the whole match if there are no groups."""

    pattern: str
    kinds: tuple[str, ...]


_COORDINATES = r"-?[0-9]+,-?[0-9]+"
_BOARD_AT = r"(?:[+-]?[0-9]+)?L?[+-]?[0-9]*T-?[0-9]+[wb]?"
_END = r"(?![^\s|{}\[\]()])"
_GAP = r"[^\S\r\n]*"

COMMENT = (r"\{(?!(?<=[0-9]\. \{)[^\S\r\n]*\r?$)", r"\}")
"""The beginning and the end of a comment; comments nest.

In nidlatam's notation a brace between a number and the end of a line contains moves.
"""

COMMAND = Rule(r"\[%[A-Za-z]+[^\[\]{}]*\]", ("command",))
"""A command in a comment, such as `[%clk 0:12:34]`."""

RULES = (
    Rule(r"^%.*|^;.*|(?<=\s);(?=\s).*\S.*", ("comment",)),
    # A comment of cwmtt's shorthand: other notations have a question mark after a move.
    Rule(r"(?<![^\s])\?(?:=[A-Z])?[^\S\r\n]+(?:\[|[A-Za-z]+[^\S\r\n]).*", ("comment",)),
    Rule(
        r'(\[)\s*([^\s":\[\]]+)\s*("(?:[^"\\\r\n]|\\.)*")\s*(\])',
        ("bracket", "key", "value", "bracket"),
    ),
    # A value with quotation marks in it, which ends with its line.
    Rule(r'(\[)\s*([^\s":\[\]]+)\s*("[^\r\n]*")\s*(\])', ("bracket", "key", "value", "bracket")),
    Rule(r'\[(?=[^\[\]":]*:)[^\[\]"]*/[^\[\]"]*\]', ("board",)),
    Rule(
        r'(\[)\s*([A-Za-z][^":\[\]\r\n]*)(:)((?:[^\[\]\r\n]|\[[^\[\]\r\n]*\])*)(\])',
        ("bracket", "key", "punctuation", "value", "bracket"),
    ),
    Rule(rf"(?:1-0|0-1|1/2-1/2|½-½|\*){_END}", ("result",)),
    Rule(
        rf"\((?:{_BOARD_AT}|[~>+-]+[LT]?[+-]?[0-9]+)\)|\$\([^()\r\n]*\)|<{_BOARD_AT}>|L[+-]?[0-9]+T-?[0-9]+",
        ("place",),
    ),
    Rule(r"[wb]?[0-9]+[wb]?(?:T-?[0-9]+)?(?:\([^()\s]*\))?\.+(?![0-9])", ("number",)),
    Rule(r"\$[0-9]+|[!?]+", ("nag",)),
    Rule(
        rf"[0-9]?[A-Za-z]*{_COORDINATES}"
        rf"(?:{_GAP}[>x]{_GAP}{_COORDINATES}(?:{_GAP}=?{_GAP}[0-9]?[A-Za-z]+(?![A-Za-z]*-?[0-9]))?)?",
        ("move",),
    ),
    Rule(r"O-O-O|O-O|0-0-0|0-0", ("move",)),
    Rule(r"[A-Za-z0-9_'*]+(?:=[A-Za-z]+)?", ("move",)),
    Rule(r"[+#~=]+", ("mark",)),
    Rule(r"[\[\]()<>{}]", ("bracket",)),
    Rule(r"[/|,.:;@>\-\\]", ("punctuation",)),
)
"""All tokens outside comments; the first rule that matches counts."""


class Token(NamedTuple):
    """A token: its kind, and where it starts and ends. The kind is empty if no rule matches."""

    kind: str
    start: int
    end: int


# Groups: the beginning of a comment, each rule with its own groups, and any other character.
_PATTERN = re.compile(
    rf"\s*(?:({COMMENT[0]})|{'|'.join(f'({rule.pattern})' for rule in RULES)}|(\S))", re.MULTILINE
)
_BRACES = re.compile("|".join(COMMENT), re.MULTILINE)
_COMMAND = re.compile(COMMAND.pattern)
_COMMENT_GROUP = 1


def _group_kinds() -> dict[int, tuple[str, ...]]:
    """Return the kinds of the groups of each rule, by the number of the group of the whole rule."""
    found, group = {}, _COMMENT_GROUP + 1
    for rule in RULES:
        found[group] = rule.kinds
        group += 1 + re.compile(rule.pattern).groups
    return {**found, group: ("",)}


_GROUPS = _group_kinds()


def tokenize(text: str) -> Iterator[Token]:
    """Yield the tokens of a text in order; blanks have none."""
    offset = 0
    while (match := _PATTERN.match(text, offset)) is not None:
        group = match.lastindex  # of nested groups the outermost one, which ends last
        assert group is not None
        offset = match.end()
        if group == _COMMENT_GROUP:
            offset = _comment_end(text, match.start(group))
            yield from _comment(text, match.start(group), offset)
        elif len(kinds := _GROUPS[group]) == 1:
            yield Token(kinds[0], *match.span(group))
        else:
            for place, kind in enumerate(kinds, start=group + 1):
                if match.start(place) < match.end(place):
                    yield Token(kind, *match.span(place))


def _comment_end(text: str, start: int) -> int:
    depth = 0
    for brace in _BRACES.finditer(text, start):
        depth += -1 if brace.group() == "}" else 1
        if depth == 0:
            return brace.end()
    return len(text)


def _comment(text: str, start: int, end: int) -> Iterator[Token]:
    """Yield a comment and the commands in it."""
    for command in _COMMAND.finditer(text, start, end):
        if start < command.start():
            yield Token("comment", start, command.start())
        yield Token("command", *command.span())
        start = command.end()
    if start < end:
        yield Token("comment", start, end)
