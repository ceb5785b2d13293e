"""Reading and writing shared by all 5D chess notations."""
