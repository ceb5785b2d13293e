"""5D chess in the terminal previewer."""
