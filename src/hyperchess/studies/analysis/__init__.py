"""Analysis of studies by engine, solver and collections of games."""
