"""Work in other processes, which can be terminated: reading texts, and searches."""
