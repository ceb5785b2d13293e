"""Search for forced mates in both games."""
