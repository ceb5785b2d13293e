"""Pictures of positions of 5D chess."""
