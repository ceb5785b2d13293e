"""What a study asks of engine, solver and collections of games."""
