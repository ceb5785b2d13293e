"""Games of infinite chess: the document's notation (ICN), its legacy dialect, and the dialect of the site.

`parser` reads text into the tree of `syntax`, without the rules; `resolve` turns it into a game, with the
rules; `writers` produce text. Positions and single moves are handled by `hyperchess.infinite.syntax.text`.
"""
