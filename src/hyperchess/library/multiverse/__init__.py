"""What a library stores of games of 5D chess."""
