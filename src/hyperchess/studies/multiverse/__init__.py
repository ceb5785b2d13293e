"""Studies of 5D chess."""
