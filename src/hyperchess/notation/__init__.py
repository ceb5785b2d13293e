"""Game texts and games: one module or small package per notation, and `registry`, which lists them all."""
