"""What a library stores of games of infinite chess."""
