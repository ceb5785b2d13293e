"""The teacher: practice mates and the puzzle trainer."""
