"""Numbers about games, and sums that do not depend on how a collection is cut."""

import hyperchess as hc
from hyperchess.analysis.statistics import Collection, collect_facts, count_figures

TEXTS = [
    '[Board "Standard"]\n1. e4 / d5 2. exd5 1-0',
    '[Board "Standard"]\n1. e4 / e5 (2w. d4) 2. Nf3',
    '[Board "Turn Zero"]\n1. Kh9',
    "w k0,0|R-5,1|Q7,7|R-6,-1|K3,-5",
]


def collected(texts: list[str]) -> Collection:
    collection = Collection()
    for text in texts:
        collection.add(collect_facts(hc.parse(text), opening=2))
    return collection


def test_figures_of_a_game() -> None:
    figures = count_figures(hc.parse(TEXTS[0]))
    assert (figures.actions, figures.moves, figures.captures, figures.timelines) == (3, 3, 1, 1)
    jump = count_figures(hc.parse("1. e3 / Nf6 2. Bb5 / e6 3. c3 / Ne4 4. Qb3 / Qf6 5. (0T5)Qb3>>x(0T1)f7~"))
    assert (jump.jumps, jump.branches, jump.timelines, jump.longest_distance) == (1, 1, 2, 8)


def test_facts_do_not_depend_on_the_notation() -> None:
    game = hc.parse(TEXTS[1])
    again = hc.parse(hc.write(game, "branched"), "branched")
    assert collect_facts(game).opening == collect_facts(again).opening == "1. e4 / e5 2. Nf3"
    assert collect_facts(again).variations == 1


def test_parts_of_a_collection_merge() -> None:
    whole = collected(TEXTS)
    merged = collected(TEXTS[:1])
    merged.merge(collected(TEXTS[1:]))
    assert merged == whole
    assert (whole.games, whole.with_errors) == (4, 1)
    assert whole.kinds == {"5D chess": 3, "infinite chess": 1}
    assert whole.openings["1. e4 / d5"] == 1
