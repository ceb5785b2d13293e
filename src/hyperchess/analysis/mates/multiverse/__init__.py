"""Search for forced mates and other goals in 5D chess."""
