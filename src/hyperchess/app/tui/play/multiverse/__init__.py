"""Playing 5D chess in the terminal."""
