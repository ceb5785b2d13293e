"""Infinite chess as it is played in the terminal."""
