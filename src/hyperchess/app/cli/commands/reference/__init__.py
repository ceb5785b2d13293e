"""Reference commands."""
