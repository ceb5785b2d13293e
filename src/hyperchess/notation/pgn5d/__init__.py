"""Shad's 5DPGN, its first edition, raw notation mode and Branched 5DPGN.

`parser` parses text into the tree of `syntax`, without the rules; `resolve` turns it into a game, with the
rules; `writers` format games.
"""
