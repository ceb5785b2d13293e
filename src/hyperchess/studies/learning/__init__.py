"""Practice mates and the puzzle trainer."""
