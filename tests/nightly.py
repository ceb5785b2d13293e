"""The nightly run: how many cases each part takes, and which ones tonight.

A budget is a number of cases, never a time: the same seed runs the same cases on any machine. `make nightly`
takes the date as the seed and prints it; `make nightly SEED=...` runs those cases again, and `SCALE=4` takes
four times as many (`SCALE=0.2` a fifth). Facts that others have verified (`tests/facts`) and the games of the
corpus are not drawn: all of them are taken every night.
"""

import os
import random

VARIABLE = "HYPERCHESS_NIGHTLY_SEED"
SEED = int(os.environ.get(VARIABLE, "0"))
SCALE = float(os.environ.get("HYPERCHESS_NIGHTLY_SCALE", "1"))

# Minutes on one quiet core stand beside the numbers of cases, so that a new part can be fitted in.
CASES = {
    "native rules": 12,  # random games from each of 92 starts against the rules in Python: 17
    "rules in Python": 5,  # random games from each of 26 starts against brute force: 9
    "mates in one": 50,  # random games from each of 92 starts against all actions: 15
    "mates in two and three": 100,  # random games from each of 8 starts against the search in Python: 5
    "mates with new timelines": 40,  # random games from each of 4 starts, as the two above: 5
    "mates on scattered boards": 100,  # 60 positions each against the search in Python: 5
    "solve": 300,  # random games on small boards against brute force: 3
    "infinite moves": 50,  # blocks of 60 random positions against brute force: 4
    "native infinite rules": 60,  # blocks of 100 random positions and 6 games against the rules in Python: 6
    "surroundings": 25,  # 2,000 texts each around random games: 8
    "notations": 100,  # random games through each of 15 notations: 1
    "dynamical": 5_000,  # long random games through two notations: 3
    "detection": 300,  # wrong letters in each of 150 files of the corpus: 2
    "kills": 50,  # of a server with two clients: 3
    "killed commands": 4,  # kills of each of 21 commands that write: 4
    "faults": 60,  # histories of 40 edits with faults of each of 2 databases: 2
    "ended databases": 30,  # crashes of PostgreSQL within a write: 1
    "torn logs": 400,  # places at which the log of SQLite is cut: 1
    "requests": 100,  # arbitrary requests for each of 60 operations, twice: 8
    "readers": 4_000,  # mutated texts for each of 28 readers: 15
}


def seeds(part: str) -> list[int]:
    """The seeds of the random cases of a part tonight."""
    chance = random.Random(f"{SEED} {part}")
    return [chance.randrange(10**9) for _ in range(max(1, round(SCALE * CASES[part])))]
