"""Rules of infinite chess in Python: the specification, and the oracle for the native ones."""
