"""Benchmarks of the language server: how soon it answers after an edit in a large file.

python -m benchmarks.lsp

The file has 2,000 games of 5D chess with comments and variations, about a megabyte; a second one has a
single game of 3,000 actions, which is read whole after each edit. The server is a process, as an editor
starts it; timed is the way from the notification of an edit to the diagnostics of the new text, and from a
request to its answer. The ratio compares the edit with reading the whole file, in the same run.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from statistics import median
from time import perf_counter

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from benchmarks.timing import Figures, best, print_times
from hyperchess.notation.examples import read_example
from hyperchess.notation.reading import parse_all

GAMES = 2_000
EDITS = 21
LONG = 3_000  # actions
URI = "file:///games.5dpgn"


class Session:
    """A server with one open document."""

    def __init__(self) -> None:
        self.client = LanguageClient("benchmark", "1")
        self.versions: asyncio.Queue[int | None] = asyncio.Queue()
        self.version = 0

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def published(params: types.PublishDiagnosticsParams) -> None:
            self.versions.put_nowait(params.version)

    async def open(self, text: str) -> float:
        """Start the server, open a text, and return the seconds until it was read."""
        await self.client.start_io(sys.executable, "-m", "hyperchess", "lsp")
        await self.client.initialize_async(types.InitializeParams(types.ClientCapabilities()))
        self.client.initialized(types.InitializedParams())
        begin = perf_counter()
        item = types.TextDocumentItem(URI, "5dpgn", self.version, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))
        await self.read()
        return perf_counter() - begin

    async def read(self) -> None:
        """Wait for the diagnostics of the current text."""
        while await self.versions.get() != self.version:
            pass

    async def edit(self, line: int, new: str) -> float:
        """Replace the first characters of a line, and return the seconds until it was read."""
        self.version += 1
        place = types.Range(types.Position(line, 0), types.Position(line, len(new)))
        change = types.TextDocumentContentChangePartial(place, new)
        document = types.VersionedTextDocumentIdentifier(self.version, URI)
        begin = perf_counter()
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
        await self.read()
        return perf_counter() - begin

    async def close(self) -> None:
        """End the server."""
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()  # type: ignore[no-untyped-call]


async def seconds(request: Callable[[], Awaitable[object]]) -> float:
    """Return the time of a request."""
    begin = perf_counter()
    await request()
    return perf_counter() - begin


def long_game() -> str:
    """Return a game in which knights move to and fro, a turn in each line."""
    turns = (f"{turn}. {'Nf3 / Nf6' if turn % 2 else 'Ng1 / Ng8'}\n" for turn in range(1, LONG // 2 + 1))
    return f'[Board "Standard"]\n{"".join(turns)}'


async def measure(text: str, *spellings: str) -> dict[str, float]:
    """Return the seconds of each kind of request; of edits the median.

    Edits replace the spellings at the beginning of a line by each other.
    """
    session = Session()
    client = session.client
    opened = await session.open(text)
    lines = text.splitlines()
    number = next(n for n in range(len(lines) // 2, len(lines)) if lines[n].startswith(spellings[0]))
    document = types.TextDocumentIdentifier(URI)
    edits, hovers, completions, tokens, folds = [], [], [], [], []
    for turn in range(EDITS):
        edits.append(await session.edit(number, spellings[(turn + 1) % len(spellings)]))
        place = types.Position(number, len(spellings[0]) - 1)
        hovers.append(
            await seconds(partial(client.text_document_hover_async, types.HoverParams(document, place)))
        )
        params = types.CompletionParams(document, place)
        completions.append(await seconds(partial(client.text_document_completion_async, params)))
        window = types.SemanticTokensRangeParams(
            document, types.Range(types.Position(number - 20, 0), types.Position(number + 40, 0))
        )
        tokens.append(await seconds(partial(client.text_document_semantic_tokens_range_async, window)))
        folds.append(
            await seconds(
                partial(client.text_document_folding_range_async, types.FoldingRangeParams(document))
            )
        )
    await session.close()
    return {
        "open": opened,
        "edit to diagnostics": median(edits),
        "edit to diagnostics, longest": max(edits),
        "hover with a picture": median(hovers),
        "completion of moves": median(completions),
        "tokens of a screen": median(tokens),
        "all folding ranges": median(folds),
    }


def main() -> Figures:
    """Print the figures and return them."""
    text = (read_example("four-timelines").decode() + "\n") * GAMES
    whole = best(lambda: parse_all(text), 1)
    times = asyncio.run(measure(text, "1. e3", "1. d3"))
    print(f"Language server, {len(text):,} characters, {GAMES:,} games")
    figures = print_times({"read the whole file": whole, **times})
    line = f"{LONG // 4 + 1}. "  # of the knights, with an odd number
    long = asyncio.run(measure(long_game(), line + "Nf3", line + "Nh3"))
    print(f"One game of {LONG:,} actions")
    figures |= print_times({f"{name}, long game": value for name, value in long.items()})
    ratio = times["edit to diagnostics"] / whole
    print(f"  an edit takes {100 * ratio:.2f} % of the time that reading the whole file takes")
    return {**figures, "edit / whole file": ratio}


if __name__ == "__main__":
    main()
