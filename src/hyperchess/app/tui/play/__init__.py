"""Games in the terminal, against the engine or a person: `contest` knows the game, `screen` shows it."""
