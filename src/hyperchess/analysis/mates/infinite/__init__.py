"""Search for forced mates in infinite chess."""
