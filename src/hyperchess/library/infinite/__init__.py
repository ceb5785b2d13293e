"""Infinite chess in a library."""
