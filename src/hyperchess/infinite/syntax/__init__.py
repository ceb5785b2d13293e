"""Text of positions and moves of infinite chess, as defined by its specification."""
