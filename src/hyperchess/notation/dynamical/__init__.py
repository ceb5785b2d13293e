"""Krakenmagen's Dynamical notation, both editions: a game as cells, each a move with its board and its step.

Reading: `scan` finds the cells of a text and everything around them, `score` puts them in order, and `syntax`
turns them into the common syntax tree of 5D notations, which one resolver plays with the rules. Writing:
`spelling` and `placing` compute boards and step of every move, without the rules where moves have a text;
`first` and `second` lay them out.
"""
