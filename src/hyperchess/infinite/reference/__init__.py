"""The rules of infinite chess in Python: the specification, and the oracle of the native ones."""
