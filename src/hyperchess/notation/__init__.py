"""Game text and games: one module or small folder per notation, and `registry`, which knows them all."""
