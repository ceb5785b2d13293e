"""Games of infinite chess: the document's notation (ICN), its legacy dialect, and that of the site.

`parser` reads text into the tree of `syntax`, without the rules; `resolve` turns it into a game, with them;
`writers` go back to text. Positions and single moves are the business of `hyperchess.infinite.syntax.text`.
"""
