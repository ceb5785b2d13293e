"""Shad's 5DPGN, its first edition, raw notation mode and Branched 5DPGN.

`syntax` reads text into a tree without the rules, `resolve` turns it into a game with them, `writers` go back.
"""
