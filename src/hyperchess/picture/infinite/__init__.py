"""Pictures of positions of infinite chess."""
