"""Matches between engines: openings from both sides, the exact rules as referee, results with error bars."""
