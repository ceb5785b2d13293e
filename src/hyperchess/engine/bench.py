"""Bench: fixed searches of both games, their speed, and one signature of their node counts.

One thread, fixed depths and tables: the signature depends on the search alone, so it is the same on every
machine, in a browser and in sanitized builds. A change that should leave the search as it is shows the same
signature; a commit that changes the search states the new one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from time import process_time

from hyperchess.engine.engine import Engine
from hyperchess.notation.reading import parse
from hyperchess.rulesets import AnyPosition

__all__ = ["BENCHES", "MEMORY", "SIGNATURE", "Bench", "Measured", "run_bench", "signature_of"]

MEMORY = 32 << 20
"""Bytes of the engine of each search."""

SIGNATURE = "4455cd38"
"""The signature of this version."""


@dataclass(frozen=True, slots=True)
class Bench:
    """A search of the bench: the last position of a text, and the depth."""

    name: str
    text: str
    depth: int

    def position(self) -> AnyPosition:
        """Return the position."""
        position: AnyPosition = parse(self.text).final
        return position


@dataclass(frozen=True, slots=True)
class Measured:
    """The result of a search of the bench."""

    bench: Bench
    nodes: int
    seconds: float


_SHAD = """[Board "Standard"]
1. c4 / g6 2. Nc3 / Nf6 3. b4 / c5 4. bxc5 / Qc7 5. Ba3 / Ng4 6. h3 / Qf4
7. e3 / (0T7)Qf4>>x(0T4)c4 8. (-1T5)Ba3 (0T8)hxg4 / (-1T5)Bh6 9. (-1T6)e3 / (-1T6)Qxf1
10. (-1T7)Kxf1 / (-1T7)O-O 11. (-1T8)Qd1>>(-1T5)a4 / (1T5)Qxa4 12. (1T6)Qxa4 / (1T6)Nc6
13. (1T7)Bb2 / (1T7)Bh6 14. (1T8)Nb5 / (-1T8)b6 (0T8)a6 (1T8)Bxd2"""

_ROOKS = """[Board "Standard"]
1. h4 / h5 2. Rh3 / Rh6 3. Ra3 / Rg6 4. Rxa7 / Rxg2 5. Rxb7 / Rxg1 6. Rxb8 / Rg2 7. Rxc8 / Rxf2 8. Bg2 /
Rxg2 9. Rxc7 / Rxe2 10. Kf1 / Rxd2 11. Rxd7 / Qc7 12. Rxc7 / Rxd1 13. Kg2 / Rxc1 14. Rxe7 / Kd8 15. Rxf7
/ Rxb1 16. Rxf8 / Kc7 17. Rxg8 / Rxb2 18. Rxg7 / Kd6 19. Rh7 / Rbxa2 20. Rxh5 / Rxc2 21. Kh1 / Rc4 22.
Kg1 / Rxh4 23. (0T23)Kg1>>(0T22)g1 / (0T23)Ke6 (1T22)Rxh4 24. (1T23)Khg2 / (1T23)Rh3 25. (0T24)Rg5
(1T24)Rg5 / (0T24)Kf6 (1T24)Rh3>>(0T24)h3 26. (0T25)Rgg1 (1T25)Rg3 (-1T25)Rgg1 / (-1T25)Kd5 (0T25)Rh5
(1T25)Ke5 27. (-1T26)Rg1>>(-1T25)g1 / (2T25)Kf6 28. (0T26)Rge1 (2T26)R5g2 (1T26)Rga3 / (-1T26)Rh5
(2T26)Rhh8 (1T26)Kf6 (0T26)Kg7 29. (2T27)Rga2 (1T27)K1h1 (-1T27)Ra2 (0T27)Reb1 / (-1T27)Rh5>>(-1T25)h5
30. (-1T28)Ra1 (-2T26)Ra2 / (-1T28)Rc3 (-2T26)Kd5 31. (-1T29)Rh1 (-2T27)Rag2 / (-1T29)Rc3>>(-1T25)c3
(0T27)Rhh8 32. (-3T26)Raf1 / (-3T26)Kd5 (2T27)Ke5 (1T27)Kg7 33. (-3T27)Rf5 / (-3T27)Kc4 (-2T27)Kc4 34.
(2T28)Rg1>(0T28)g1 (1T28)Rc3 (-2T28)Rg2>>(0T28)g2 (-3T28)Rgg5 / (0T28)Kh7 (3T28)Kh7 (2T28)R3h7 (1T28)Kh8
(-2T28)Rha5 (-3T28)Kb3 35. (1T29)Kh1>(2T29)g1 (-3T29)Rg3 (3T29)Rf2 (0T29)Rb2 (-2T29)Rg2 / (3T29)Kg7
(-2T29)Re4 (-3T29)Ka3 (1T29)Rb8 (0T29)Rhb8 (2T29)Rhb8 36. (-3T30)Rf5>(-1T30)f5 (-2T30)Rg1 (3T30)Ra5
(1T30)Rg3 (2T30)Rc2 (0T30)Rf2 / (3T30)Rhb8 (2T30)Ke6 (1T30)Ra8 (0T30)Rc8 (-1T30)Ke6 (-2T30)Ree5
(-3T30)Kb2 37. (3T31)Re5 (2T31)Rc3 (1T31)Rf3 (0T31)Rgf1 (-1T31)Ra5 (-2T31)Rg2 (-3T31)Rg4 / (3T31)Ra1
(2T31)Rha7 (1T31)Rb8 (0T31)Kg8 (-1T31)Kf7 (-2T31)Ra1 (-3T31)Rhh8"""

BENCHES = (
    Bench("5D Standard", '[Board "Standard"]', 9),
    Bench("5D Standard, opening", '[Board "Standard"]\n1. e3 / Nf6 2. Nf3 / e6 3. c3 / d5', 8),
    Bench("5D Half Reflected", '[Board "Standard - Half Reflected"]', 9),
    Bench("5D Princess", '[Board "Standard - Princess"]\n1. e3 / c6', 9),
    Bench("5D Very Small", '[Board "Very Small"]', 11),
    Bench("5D, three timelines", _SHAD, 6),
    Bench("5D, seven timelines", _ROOKS, 3),
    Bench("Classical", "[Variant: Classical]", 10),
    Bench("Core", "[Variant: Core]", 10),
    Bench("Space", "[Variant: Space]", 8),
    Bench("Knightline", "[Variant: Knightline]", 9),
    Bench("Palace", "[Variant: Palace]", 8),
    Bench("Obstocean", "[Variant: Obstocean]", 13),
    Bench("Pawn Horde", "[Variant: Pawn Horde]", 6),
    Bench("hunt with a queen", "w K0,0|Q3,3|k20,25", 10),
    Bench("hunt with three bishops on each colour", "w B0,0|B1,0|B2,0|B3,0|B4,0|B5,0|k20,25", 6),
    Bench("bare king to move", "b K0,0|R3,3|R7,1|k9,5", 10),
)
"""The searches."""


def run_bench(benches: tuple[Bench, ...] = BENCHES) -> Iterator[Measured]:
    """Search each position with a cleared engine of one thread."""
    engine = Engine(memory=MEMORY)
    for bench in benches:
        position = bench.position()
        engine.prepare(position.kind)
        engine.clear()
        started = process_time()
        report = engine.search(position, depth=bench.depth)
        yield Measured(bench, report.nodes, process_time() - started)


def signature_of(measured: list[Measured]) -> str:
    """Return the signature of all node counts: eight hexadecimal digits.

    >>> signature_of([Measured(BENCHES[0], 1, 0.5)]) == signature_of([Measured(BENCHES[0], 1, 0.7)])
    True
    """
    text = "\n".join(f"{each.bench.name}\t{each.nodes}" for each in measured)
    return sha256(text.encode()).hexdigest()[:8]
