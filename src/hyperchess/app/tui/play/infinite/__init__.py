"""Playing infinite chess in the terminal."""
