"""Boards and moves of 5D chess as text."""
