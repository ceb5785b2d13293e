"""Work in other processes, which can be ended: texts that are read, and searches."""
