"""Commands that work on whole games."""
