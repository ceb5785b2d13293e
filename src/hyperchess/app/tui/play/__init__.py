"""Playing in the terminal: `contest` is the game, `screen` displays it."""
