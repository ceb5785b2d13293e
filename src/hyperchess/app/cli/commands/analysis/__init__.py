"""Commands that judge: engine, proofs, statistics."""
