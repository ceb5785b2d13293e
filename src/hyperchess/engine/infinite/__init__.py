"""The engine of infinite chess: what it needs beside what both games share."""
