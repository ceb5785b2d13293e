"""Collections of puzzles: made from engine games and proven, with a figure for how hard each one is."""
