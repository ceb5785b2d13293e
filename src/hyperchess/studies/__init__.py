"""What one does with a game on a board, as a service: no web, no storage, no threads, no processes.

    content     a game with lasting node ids
    opening     a text, a variant or an example -> content
    chapters    a study of several games: all of a text, and all as one text
    study       the study itself: its head and tree, places in it, edits
    edits       what can be done to a study; merging: one more edit
    changes     what an edit changed, and how two versions of a study differ
    adapter     a place in a study, and what is asked about it: position, moves, hint
    texts       checks, conversions and exports
    pictures    the view as SVG or PNG; embedding: the data of a file with a viewer
    searching   long questions, whose answers are data and a sentence
    thinking    what an engine thinks of a position, and what it plays; reviewing: of a whole game
    views       values that both games share; their `setup` modules put positions together by hand
    catalogue   notations, variants, examples, the drawings and colours

Each game has a package of its own (`multiverse`, `infinite`) behind the one interface of `adapter`; `games`
chooses between them by `Kind`. Results are frozen dataclasses; `data.json_text` writes them as JSON.
"""
