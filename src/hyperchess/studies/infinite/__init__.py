"""Studies of infinite chess."""
