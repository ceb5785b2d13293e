"""Analysis of games: forced mates and their proofs, puzzles, books, statistics, differences, fixes."""
