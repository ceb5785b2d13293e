"""Proof files for positions of 5D chess: created in parts, and verified without the search."""
