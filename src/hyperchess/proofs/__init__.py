"""Proofs about positions of 5D chess as files: made in pieces, and verified without the search."""
