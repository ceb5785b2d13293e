"""The query language: parser from text to a tree of conditions, with errors that point at their location.

A query is conditions joined by `and`, `or`, `not` and parentheses. A game matches if the whole query is true
in one of its positions; conditions on the game itself, such as its players, are true in all of them.

>>> query = parse_query('white = "Ada" and not (check or mate)')
>>> type(query).__name__, query.parts[0].text, [part.name for part in query.parts[1].part.parts]
('And', 'Ada', ['check', 'mate'])
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from hyperchess.library.errors import QueryError
from hyperchess.text import Problem, Source, Span, quote

__all__ = ["And", "Comparison", "Expression", "Not", "Number", "Or", "Phrase", "Term", "parse_query"]

MOST_CHARACTERS = 10_000
_DEEPEST = 50  # parentheses and `not` within each other
_LARGEST_POWER = 1000
_TOKEN = re.compile(
    r"""(?P<space>\s+)
    |(?P<square>\([+-]?\d+T\d+[wb]?\)[a-z]\d+|-?\d+,-?\d+)
    |(?P<board>\([+-]?\d+T\d+[wb]?\))
    |(?P<string>"[^"\x00-\x1f]*")
    |(?P<number>\d+(?:\^\d+)?)
    |(?P<word>[A-Za-z][A-Za-z_]*)
    |(?P<operator><=|>=|!=|=|<|>|~|\+|-|\(|\)|,)""",
    re.VERBOSE,
)
_COMPARISONS = ("=", "!=", "<", "<=", ">", ">=", "~")

TEXT_FIELDS = ("white", "black", "event", "site", "date", "variant", "notation", "game", "result", "status")
_NOWHERE = Span(0, 0)
_PLACES = "as in (0T5), (0T5b), timeline -1, turn 5, any board; for infinite chess 5,7 or any square"
_PATTERN = 'for instance: pattern "8/8/8/3Q4/8/8/8/6k1"'

NUMBER_FIELDS = (
    "actions",
    "moves",
    "jumps",
    "branches",
    "timelines",
    "boards",
    "ply",
    "turn",
    "errors",
    "checked",
    "legal actions",
)
"""Numbers that can be compared and added. Only `legal actions` is computed by the rules."""

PHRASES = (
    "check",
    "check through time",
    "check on other timeline",
    "mate",
    "mate through time",
    "mate within 6",
    "stalemate",
    "Q captured",
    "N jumps",
    "N jumps back >= 2",
    "present back >= 3",
    "piece Q at (0T5)f7",
    'position "..."',
    'front "..."',
    'board "..."',
    'material "KQkr"',
    'pattern "8/8/8/3Q4/8/8/8/6k1"',
    "broken",
    "white to move",
)


class Token(NamedTuple):
    """A word, number, text, square or sign of a query."""

    kind: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Number:
    """A literal number."""

    value: int


@dataclass(frozen=True, slots=True)
class Term:
    """A number that a position has: a field, possibly of one player, or the `distance` of two pieces."""

    name: str
    arguments: tuple[str, ...] = ()
    span: Span = _NOWHERE


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sums compared, each as (sign, term) pairs; or a field of text with a text."""

    operator: str
    left: tuple[tuple[int, Number | Term], ...]
    right: tuple[tuple[int, Number | Term], ...]
    field: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A condition in words: its name, pieces, a text or a square, and a comparison with a number."""

    name: str
    pieces: str = ""
    text: str = ""
    operator: str = ">="
    number: int = 0
    span: Span = _NOWHERE


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite of a condition."""

    part: Expression


@dataclass(frozen=True, slots=True)
class And:
    """All of several conditions."""

    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of several conditions."""

    parts: tuple[Expression, ...]


Expression: TypeAlias = Comparison | Phrase | Not | And | Or


def parse_query(text: str) -> Expression:
    """Parse a query; raise `QueryError` with the expected token and its location."""
    return _Parser(text).parse()


class _Parser:
    def __init__(self, text: str) -> None:
        self._source = Source(text, "<query>")
        if len(text) > MOST_CHARACTERS:
            raise self.error(
                Span(MOST_CHARACTERS, len(text)), f"a query has at most {MOST_CHARACTERS} characters"
            )
        self._tokens: list[Token] = []
        at = 0
        while at < len(text):
            match = _TOKEN.match(text, at)
            if match is None:
                hint = 'a text stands between double quotes, as in white = "Ada"' if text[at] in "\"'" else ""
                raise self.error(Span(at, at + 1), f"unexpected {quote(text[at])}", hint)
            if match.lastgroup != "space":
                self._tokens.append(Token(match.lastgroup or "", match[0], Span(at, match.end())))
            at = match.end()
        self._at = 0
        self._depth = 0

    def error(self, span: Span, message: str, hint: str = "") -> QueryError:
        """Return an error at a location of the query."""
        return QueryError(Problem(self._source, span, "", message, hint))

    def expected(self, what: str, hint: str = "") -> QueryError:
        """Return the error for an unexpected next token."""
        token = self._peek()
        if token is None:
            end = len(self._source.text)
            last = Span(max(0, end - 1), end)
            return self.error(last, f"expected {what}, found the end of the query", hint)
        return self.error(token.span, f"expected {what}, found {quote(token.text)}", hint)

    def parse(self) -> Expression:
        """Parse the whole query."""
        if not self._tokens:
            raise self.error(Span(0, 0), "the query is empty", 'for instance: white = "Ada" and mate')
        found = self._either()
        if self._peek() is not None:
            raise self.expected("`and`, `or`, or the end")
        return found

    def _peek(self, ahead: int = 0) -> Token | None:
        index = self._at + ahead
        return self._tokens[index] if index < len(self._tokens) else None

    def _next(self) -> Token:
        token = self._tokens[self._at]
        self._at += 1
        return token

    def _is(self, *words: str) -> bool:
        """Return whether these words or signs come next."""
        for ahead, word in enumerate(words):
            token = self._peek(ahead)
            if token is None or token.kind == "string" or token.text.lower() != word:
                return False
        return True

    def _take(self, *words: str) -> bool:
        found = self._is(*words)
        self._at += len(words) * found
        return found

    def _either(self) -> Expression:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise self.expected(f"at most {_DEEPEST} conditions within each other")
        parts = [self._both()]
        while self._take("or"):
            parts.append(self._both())
        self._depth -= 1
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def _both(self) -> Expression:
        parts = [self._not()]
        while self._take("and"):
            parts.append(self._not())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def _not(self) -> Expression:
        negated = False
        while self._take("not"):
            negated = not negated
        found = self._condition()
        return Not(found) if negated else found

    def _condition(self) -> Expression:
        token = self._peek()
        if token is None:
            raise self.expected("a condition")
        if token.text == "(":
            self._next()
            inner = self._either()
            if not self._take(")"):
                raise self.expected("`)`")
            return inner
        phrase = self._phrase(token)
        if phrase is not None:
            return phrase
        if token.kind == "word" and token.text.lower() in TEXT_FIELDS:
            return self._text_comparison()
        return self._comparison()

    def _phrase(self, token: Token) -> Phrase | None:
        span = token.span
        if self._take("mate", "within"):
            return Phrase("mate within", operator="<=", number=self._number(), span=span)
        for words, name in _PLAIN_PHRASES:
            if self._take(*words):
                return Phrase(name, span=span)
        if self._take("present", "back"):
            operator, number = self._optional_comparison()
            return Phrase("present back", operator=operator, number=number, span=span)
        if self._take("piece"):
            pieces = self._pieces()
            if not self._take("at"):
                raise self.expected("`at`", "for instance: piece Q at (0T5)f7")
            square = self._peek()
            if square is None or square.kind != "square":
                raise self.expected("a square", "as in (0T5)f7, (-1T3b)e4, or 5,7 for infinite chess")
            return Phrase("piece at", pieces, self._next().text, span=span)
        for name in ("position", "front", "board", "material"):
            following = self._peek(1)
            if self._is(name) and following is not None and following.kind == "string":
                self._at += 2
                return Phrase(name, text=following.text[1:-1], span=following.span)
            if self._is(name):
                self._next()
                raise self.expected("a text between double quotes")
        if self._take("pattern"):
            return self._pattern()
        following = self._peek(1)
        if token.kind == "word" and following is not None and following.text.lower() == "captured":
            pieces = self._pieces()
            self._next()
            return Phrase("captured", pieces, span=span)
        if token.kind == "word" and following is not None and following.text.lower() == "jumps":
            pieces = self._pieces()
            self._next()
            if self._take("back"):
                operator, number = self._optional_comparison()
                return Phrase("jumps back", pieces, operator=operator, number=number, span=span)
            return Phrase("jumps", pieces, span=span)
        return None

    def _pattern(self) -> Phrase:
        text = self._peek()
        if text is None or text.kind != "string":
            raise self.expected("a pattern between double quotes", _PATTERN)
        self._next()
        return Phrase("pattern", self._place() if self._take("at") else "", text.text[1:-1], span=text.span)

    def _place(self) -> str:
        """Parse the location of a pattern: boards of 5D chess, or squares of infinite chess."""
        token = self._peek()
        if token is not None and (
            token.kind == "board" or (token.kind == "square" and not token.text.startswith("("))
        ):
            return self._next().text
        for word in ("board", "square"):
            if self._take("any", word):
                return f"any {word}"
        for word in ("timeline", "turn"):
            if self._take(word):
                sign = self._next().text if word == "timeline" and (self._is("-") or self._is("+")) else ""
                number = self._peek()
                if number is None or number.kind != "number" or "^" in number.text:
                    raise self.expected(f"the number of a {word}")
                return f"{word} {sign}{self._next().text}"
        raise self.expected("a place", _PLACES)

    def _pieces(self) -> str:
        token = self._peek()
        if token is None or token.kind != "word":
            raise self.expected("letters of pieces", "Q is White's queen, q is Black's, Qq is either")
        from hyperchess.library.pieces import are_pieces

        if not are_pieces(token.text):
            raise self.expected("letters of pieces", "Q is White's queen, q is Black's, Qq is either")
        return self._next().text

    def _optional_comparison(self) -> tuple[str, int]:
        token = self._peek()
        if token is None or token.text not in _COMPARISONS[:-1]:
            return ">=", 1
        operator = self._next().text
        return operator, self._number()

    def _number(self) -> int:
        sign = -1 if self._take("-") else 1
        token = self._peek()
        if token is None or token.kind != "number":
            raise self.expected("a number")
        base, _, power = self._next().text.partition("^")
        if len(base) > _LARGEST_POWER or (power and (len(power) > 4 or int(power) > _LARGEST_POWER)):
            raise self.error(token.span, "this number is too large")
        return sign * (int(base) ** int(power) if power else int(base))

    def _text_comparison(self) -> Comparison:
        field = self._next()
        token = self._peek()
        if token is None or token.text not in _COMPARISONS:
            raise self.expected(f"one of {' '.join(_COMPARISONS)}", "~ means: contains")
        operator = self._next().text
        value = self._peek()
        if value is None or value.kind != "string":
            raise self.expected("a text between double quotes", f'for instance: {field.text} = "..."')
        name = field.text.lower()
        if operator not in ("=", "!=", "~") and name != "date":
            raise self.error(token.span, f"{name} can be compared by = != and ~ only")
        return Comparison(operator, (), (), name, self._next().text[1:-1])

    def _comparison(self) -> Comparison:
        left = self._sum()
        token = self._peek()
        if token is None or token.text not in _COMPARISONS[:-1]:
            raise self.expected("one of = != < <= > >=")
        operator = self._next().text
        return Comparison(operator, left, self._sum())

    def _sum(self) -> tuple[tuple[int, Number | Term], ...]:
        parts = [(-1 if self._take("-") else 1, self._term())]
        while self._is("+") or self._is("-"):
            sign = 1 if self._next().text == "+" else -1
            parts.append((sign, self._term()))
        return tuple(parts)

    def _term(self) -> Number | Term:
        token = self._peek()
        if token is not None and token.kind == "number":
            return Number(self._number())
        if token is None or token.kind != "word":
            raise self.expected("a condition", _hint(""))
        if self._take("legal", "actions"):
            return Term("legal actions", span=token.span)
        name = token.text.lower()
        if name == "distance":
            return self._distance()
        if name not in NUMBER_FIELDS:
            raise self.expected("a condition", _hint(token.text))
        self._next()
        if not self._take("("):
            return Term(name, span=token.span)
        player = self._peek()
        if name != "timelines" or player is None or player.text.lower() not in ("white", "black"):
            raise self.expected("`white` or `black`", "as in timelines(white)")
        self._next()
        if not self._take(")"):
            raise self.expected("`)`")
        return Term(name, (player.text.lower(),), token.span)

    def _distance(self) -> Term:
        token = self._next()
        if not self._take("("):
            raise self.expected("`(`", "as in distance(K, k)")
        first = self._pieces()
        if not self._take(","):
            raise self.expected("`,`", "as in distance(K, k)")
        second = self._pieces()
        if not self._take(")"):
            raise self.expected("`)`")
        return Term("distance", (first, second), token.span)


_PLAIN_PHRASES: tuple[tuple[tuple[str, ...], str], ...] = (
    (("check", "through", "time"), "check through time"),
    (("check", "on", "other", "timeline"), "check on other timeline"),
    (("check",), "check"),
    (("mate", "through", "time"), "mate through time"),
    (("mate",), "mate"),
    (("stalemate",), "stalemate"),
    (("broken",), "broken"),
    (("white", "to", "move"), "white to move"),
    (("black", "to", "move"), "black to move"),
)


def _hint(word: str) -> str:
    from difflib import get_close_matches

    known = [*TEXT_FIELDS, *NUMBER_FIELDS, "distance", *(phrase.split(" ")[0] for phrase in PHRASES)]
    near = get_close_matches(word.lower(), known, n=2, cutoff=0.6) if word else []
    if near:
        return f"did you mean {' or '.join(near)}?"
    return 'conditions are such as: white = "Ada", timelines > 3, mate, Q captured'
