"""Krakenmagen's Dynamical notation, both editions: a game as cells, each a move with its board and its step.

Reading: `scan` finds the cells of a text and all that stands around them, `score` puts them in order, and
`syntax` turns them into the syntax tree of all 5D notations, which their one resolver plays with the rules.
Writing: `spelling` and `placing` give every move its boards and its step, without the rules where
moves have a text; `first` and `second` lay them out.
"""
