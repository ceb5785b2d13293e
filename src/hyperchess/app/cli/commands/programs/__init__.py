"""Commands that other programs talk to."""
