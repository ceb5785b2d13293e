"""Puzzle collections: generated from engine games and proven, with a difficulty rating for each."""
