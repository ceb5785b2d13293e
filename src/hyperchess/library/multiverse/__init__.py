"""5D chess in a library."""
