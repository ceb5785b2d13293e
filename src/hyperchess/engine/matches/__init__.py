"""Matches between engines: openings from both sides, adjudication by exact rules, Elo with error bars."""
