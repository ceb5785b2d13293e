"""Every reader survives any bytes: some mutated games in every run, many in the nightly one.

`make fuzz` goes on until it is stopped. What it finds lies in `tests/corpus/fuzz` and is read here.
"""

import random

import pytest

from tests import nightly
from tests.fuzz.cpu import over_limit
from tests.fuzz.minimise import minimise
from tests.fuzz.mutations import LONGEST, mutate
from tests.fuzz.readers import GROWN, READERS, Reading, Wrong, judge, read_only, read_seeds

CASES = 150  # mutated texts for each reader in an ordinary run


_EVERY_SEED = ("detection", "stream")  # these read the seeds of all other readers


@pytest.mark.slow
@pytest.mark.parametrize(
    "reader",
    [pytest.param(name, marks=pytest.mark.nightly) if name in _EVERY_SEED else name for name in READERS],
)
def test_the_seeds(reader: str) -> None:
    seeds = read_seeds(reader)
    assert len(seeds) > 1 or reader in ("protocol", "variant-json")
    for data in seeds:
        judge(reader, data)


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
def test_mutated_texts(reader: str) -> None:
    chance = random.Random(f"ordinary {reader}")
    for _ in range(CASES):
        data = mutate(chance, read_seeds(reader))
        try:
            judge(reader, data)
        except Wrong as wrong:
            raise AssertionError(f"{wrong}, for {data[:2_000]!r}") from wrong


@pytest.mark.nightly
@pytest.mark.parametrize("reader", READERS)
def test_many_mutated_texts_in_little_time(reader: str) -> None:
    chance = random.Random(f"{nightly.SEED} {reader}")
    for _ in range(max(1, round(nightly.SCALE * nightly.CASES["readers"]))):
        data = mutate(chance, read_seeds(reader), huge=True)
        try:
            reading = judge(reader, data)
        except Wrong as wrong:
            raise AssertionError(f"{wrong}, for {data[:2_000]!r}") from wrong
        if over_limit(reading.seconds, data):  # measured again before it counts
            seconds = min(read_only(reader, data) for _ in range(3))
            assert not over_limit(seconds, data), f"{seconds:.2f} s for {data[:2_000]!r}"


def test_mutations_repeat_with_their_seed_and_stay_short() -> None:
    seeds = read_seeds("shad")
    one, other = (
        [mutate(chance, seeds) for _ in range(200)] for chance in (random.Random(7), random.Random(7))
    )
    assert one == other
    assert len(set(one)) > 150
    assert max(map(len, one)) <= LONGEST


def test_what_goes_wrong_is_told_and_shortened(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(data: bytes) -> Reading:
        if b"x" in data:
            raise KeyError("x")
        return Reading()

    monkeypatch.setitem(READERS, "shad", crash)
    with pytest.raises(Wrong, match=r"KeyError in test_fuzz\.py, crash, while reading"):
        judge("shad", b"1. exd5")

    def goes_wrong(data: bytes) -> bool:
        try:
            judge("shad", data)
        except Wrong:
            return True
        return False

    assert minimise(b"1. e4 / d5 2. exd5 / Qxd5", goes_wrong) == b"x"


def test_kept_inputs_belong_to_a_reader() -> None:
    assert not GROWN.is_dir() or {path.name for path in GROWN.iterdir()} <= set(READERS)
