"""Analysis: forced mates with their proofs, puzzles, opening books."""
