"""Minor notations of 5D chess, one file each."""
