"""What people touch: the command line. Chess lives in the rooms below."""
