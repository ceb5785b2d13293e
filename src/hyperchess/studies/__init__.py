"""Service for viewing and editing a game on a board: no web, no storage, no threads, no processes.

    content     a game with persistent node ids
    opening     content from a text, a variant or an example
    chapters    studies of several games
    study       a study: its head and tree, its places, edits
    edits       edits of a study; merging: merges another version
    changes     changes of an edit, and differences between versions of a study
    adapter     a place in a study and its queries: position, moves, hint
    texts       checks, conversions and exports
    pictures    SVG and PNG pictures; embedding: the data of a self-contained file
    searching   long-running queries, with data and a sentence as the result
    thinking    engine analysis and play; reviewing: review of a whole game
    views       views that both games share; their `setup` modules build positions from an editor
    catalogue   notations, variants, examples, drawings and colours

Each game has its own package (`multiverse`, `infinite`) that implements the interface in `adapter`; `games`
chooses between them by `GameKind`. Results are frozen dataclasses; `data.json_text` formats them as JSON.
"""
