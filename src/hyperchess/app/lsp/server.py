"""The language server: requests and notifications of the protocol, over standard input and output.

Documents are changed and requests are answered in the event loop. Games are read in a thread, a few at a
time, and requests that take time have another thread. Requests about the whole document wait until it is
read; the others read the game that they need.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, TypeAlias, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from hyperchess.app.files.formatting import canonical_text
from hyperchess.app.files.inputs import ReadText
from hyperchess.app.lsp.board_process import BoardProcesses
from hyperchess.app.lsp.boards import HOVERS, find_board, hover_text
from hyperchess.app.lsp.completion import TRIGGERS, complete
from hyperchess.app.lsp.diagnostics import fix_all, list_diagnostics, list_fixes
from hyperchess.app.lsp.document import Document
from hyperchess.app.lsp.headers import find_header, rename_header
from hyperchess.app.lsp.outline import list_folds, list_symbols
from hyperchess.app.lsp.reading import Part, Reading, branch_start, read_part
from hyperchess.app.lsp.semantic import LEGEND, list_tokens
from hyperchess.errors import HyperchessError, InvalidArgument
from hyperchess.notation.reading import convert
from hyperchess.notation.registry import Notation, find_notation, notations
from hyperchess.picture import THEMES
from hyperchess.ruleset import GameKind
from hyperchess.text import Span

__all__ = ["make_server"]

BOARD = "hyperchess/board"
"""Request for the board at a position of a document, as SVG."""
NOTATIONS = "hyperchess/notations"
"""Request for the notations that a document can be converted to."""
CONVERT = "hyperchess.convert"
OPEN_BOARD = "hyperchess.openBoard"
SVG = "hyperchess.svg"

_BATCH = 50_000  # characters that are read at a time
_LARGE = 200_000  # characters to read again from which on the server waits for a pause in typing
_PAUSE = 0.25  # seconds

ResultT = TypeVar("ResultT")
_Call: TypeAlias = Iterator[tuple[Callable[..., object], tuple[object, ...], None]]


@dataclass(slots=True)
class _Settings:
    """Settings that the client gives at the start, or changes later."""

    notation: str | None = None
    hover: str = "picture"

    def update(self, values: Any) -> None:
        """Take over the valid settings; raise `HyperchessError` for an unknown notation or hover."""
        values = values if isinstance(values, dict) else {}
        notation = values.get("notation") or None
        hover = values.get("hover") or self.hover
        if notation is not None:
            notation = find_notation(str(notation)).name
        if hover not in HOVERS:
            raise InvalidArgument(f"hover: expected {', '.join(HOVERS)}, found {hover!r}")
        self.notation, self.hover = notation, hover


@dataclass(slots=True)
class _Session:
    """The open documents, and the tasks that read them."""

    server: LanguageServer
    settings: _Settings = field(default_factory=_Settings)
    documents: dict[str, Document] = field(default_factory=dict)
    tasks: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    boards: BoardProcesses = field(default_factory=BoardProcesses)
    reader: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "reader"))
    # Requests have a thread of their own: a long game that is being read does not delay them.
    worker: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(1, "worker"))

    def open(self, item: types.TextDocumentItem) -> None:
        encoding = self.server.server_capabilities.position_encoding or types.PositionEncodingKind.Utf16
        self.documents[item.uri] = Document(
            item.uri,
            item.text,
            encoding=str(getattr(encoding, "value", encoding)),
            notation=self.settings.notation,
            version=item.version,
        )
        self.refresh(item.uri)

    def close(self, uri: str) -> None:
        self.documents.pop(uri, None)
        task = self.tasks.pop(uri, None)
        if task is not None:
            task.cancel()
        self.server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def find(self, uri: str) -> Document:
        """Return a snapshot of a document, which another thread may use."""
        return self._open(uri).snapshot()

    def change(self, params: types.DidChangeTextDocumentParams) -> None:
        document = self._open(params.text_document.uri)
        document.apply(params.content_changes, params.text_document.version)
        self.refresh(document.uri)

    def _open(self, uri: str) -> Document:
        document = self.documents.get(uri)
        if document is None:
            raise InvalidArgument(f"the document {uri} is not open")
        return document

    def refresh(self, uri: str) -> None:
        """Read what has changed, unless a task does it already."""
        task = self.tasks.get(uri)
        if task is None or task.done():
            self.tasks[uri] = asyncio.ensure_future(self._read(self.documents[uri]))

    async def read(self, uri: str) -> Document:
        """Return a document after all its games have been read."""
        self._open(uri)
        task = self.tasks.get(uri)
        if task is not None:
            await asyncio.shield(task)
        return self.find(uri)

    async def run(self, function: Callable[..., ResultT], *arguments: object) -> ResultT:
        """Call a function that needs time in the thread for requests."""
        return await asyncio.get_running_loop().run_in_executor(self.worker, function, *arguments)

    async def _read(self, document: Document) -> None:
        while unread := [part for part in document.parts if part.reading is None]:
            seen = document.version
            if sum(part.length for part in unread) > _LARGE and document.was_read:
                await asyncio.sleep(_PAUSE)
                if document.version != seen:
                    continue
            batches = _batches(unread)
            for batch in batches:
                readings = await asyncio.get_running_loop().run_in_executor(
                    self.reader, _read_parts, batch, document.notation, document.chosen
                )
                for part, reading in zip(batch, readings, strict=True):
                    part.reading = reading
                if document.version != seen:
                    break
                is_last = document.was_read or batch is batches[-1]
                if not is_last and any(reading.problems for reading in readings):
                    self._publish(document, None)  # the problems so far, while the rest is read
        document.was_read = True
        self._publish(document, document.version)

    def _publish(self, document: Document, version: int | None) -> None:
        if self.documents.get(document.uri) is document:
            found = list_diagnostics(document)
            params = types.PublishDiagnosticsParams(document.uri, found, version=version)
            self.server.text_document_publish_diagnostics(params)


def _batches(parts: Sequence[Part]) -> list[list[Part]]:
    batches: list[list[Part]] = []
    size = _BATCH
    for part in parts:
        if size >= _BATCH:
            batches.append([])
            size = 0
        batches[-1].append(part)
        size += part.length
    return batches


def _read_parts(parts: list[Part], notation: Notation | None, chosen: str | None) -> list[Reading]:
    return [read_part(part, notation, chosen) for part in parts]


class _Protocol(LanguageServerProtocol):
    """The protocol without the library's own copy of the documents: it takes long to edit a large one."""

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> _Call:
        """Call the handler only."""
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None


def make_server() -> LanguageServer:
    """Return a server with all features."""
    server = LanguageServer("hyperchess", version("hyperchess"), protocol_cls=_Protocol)
    session = _Session(server)
    _add_synchronization(session)
    _add_language_features(session)
    _add_edits(session)
    _add_boards(session)
    return server


def _add_synchronization(session: _Session) -> None:
    server = session.server

    def configure(values: Any) -> None:
        try:
            session.settings.update(values)
        except HyperchessError as error:
            message = types.ShowMessageParams(types.MessageType.Warning, f"hyperchess: {error}")
            server.window_show_message(message)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        configure(params.initialization_options)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def change_settings(params: types.DidChangeConfigurationParams) -> None:
        values = params.settings if isinstance(params.settings, dict) else {}
        configure(values.get("hyperchess", values))
        for uri, document in session.documents.items():
            if document.chosen != session.settings.notation:
                document.choose(session.settings.notation)
                session.refresh(uri)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        session.open(params.text_document)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        session.change(params)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        session.close(params.text_document.uri)

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        session.boards.end()


def _add_language_features(session: _Session) -> None:
    server = session.server

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        return list_symbols(await session.read(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folds(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        return list_folds(await session.read(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        document = session.find(params.text_document.uri)
        offset = document.lines.offset(params.position)
        form = session.settings.hover
        found = await session.run(hover_text, document, offset, form)
        if found is None:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, found[0])
        return types.Hover(content, document.lines.range(found[1]))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def parent(params: types.DefinitionParams) -> types.Location | None:
        document = session.find(params.text_document.uri)
        offset = document.lines.offset(params.position)
        part_start, part = document.part_at(offset)
        place = (await session.run(document.games, part)).place_at(offset - part_start)
        start = None if place is None else branch_start(place.node)
        span = None if start is None or start.parent is None else start.parent.span
        return None if span is None else types.Location(document.uri, document.range(part_start, span))

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=list(TRIGGERS))
    )
    async def completion(params: types.CompletionParams) -> types.CompletionList:
        document = session.find(params.text_document.uri)
        return await session.run(complete, document, document.lines.offset(params.position))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, LEGEND)
    async def tokens(params: types.SemanticTokensParams) -> types.SemanticTokens:
        document = session.find(params.text_document.uri)
        return types.SemanticTokens(await session.run(list_tokens, document, Span(0, len(document.text))))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, LEGEND)
    async def tokens_in_range(params: types.SemanticTokensRangeParams) -> types.SemanticTokens:
        document = session.find(params.text_document.uri)
        return types.SemanticTokens(await session.run(list_tokens, document, _span(document, params.range)))


def _span(document: Document, range: types.Range) -> Span:
    return Span(document.lines.offset(range.start), document.lines.offset(range.end))


def _add_edits(session: _Session) -> None:
    server = session.server
    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.SourceFixAll]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=list(kinds)))
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        document = await session.read(params.text_document.uri)
        only = params.context.only
        found = list_fixes(document, _span(document, params.range))
        everything = fix_all(document)
        listed = [*found, *([everything] if everything is not None else [])]
        return [action for action in listed if only is None or _is_wanted(action, only)]

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        document = session.find(params.text_document.uri)
        read = ReadText(document.file_name, document.text, "utf-8")
        try:
            text = await session.run(canonical_text, read, document.chosen)
        except HyperchessError as error:
            message = types.ShowMessageParams(types.MessageType.Warning, str(error).partition("\n")[0])
            server.window_show_message(message)
            return []
        if text == document.text:
            return []
        return [types.TextEdit(document.lines.range(Span(0, len(document.text))), text)]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare_rename(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        document = session.find(params.text_document.uri)
        found = find_header(document, document.lines.offset(params.position))
        if found is None:
            return None
        return types.PrepareRenamePlaceholder(document.lines.range(found.span), found.text)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit:
        document = session.find(params.text_document.uri)
        try:
            spans = rename_header(document, document.lines.offset(params.position), params.new_name)
        except InvalidArgument as error:
            raise JsonRpcInvalidParams(str(error)) from error
        edits = [types.TextEdit(document.lines.range(span), params.new_name) for span in spans]
        return types.WorkspaceEdit(changes={document.uri: list(edits)})

    @server.command(CONVERT)
    async def convert_document(*arguments: Any) -> dict[str, Any]:
        """Convert a document: its address and the notation; return the text and the losses."""
        uri, to = (*arguments, None, None)[:2]
        try:
            document = session.find(str(uri))
            target = find_notation(str(to))
            converted = await session.run(convert, document.text, target.name, document.chosen)
        except HyperchessError as error:
            raise JsonRpcInvalidParams(str(error).partition("\n")[0]) from error
        return {
            "text": converted.text,
            "losses": [str(loss) for loss in converted.losses],
            "notation": target.name,
            "suffix": target.suffix,
        }

    @server.feature(NOTATIONS)
    async def list_notations(params: Any) -> list[dict[str, str]]:
        """Return the names and titles of the notations that can express the game of a document."""
        likely = session.find(params.textDocument.uri).likely_notation
        kinds = set(GameKind if likely is None else likely.kinds)
        found = [notation for notation in notations().values() if kinds & set(notation.kinds)]
        return [{"name": notation.name, "title": notation.title} for notation in found]


def _is_wanted(action: types.CodeAction, only: Sequence[types.CodeActionKind | str]) -> bool:
    """Return whether the kind of an action is one of `only`, or below one of them."""
    kind = str(getattr(action.kind, "value", action.kind))
    names = [str(getattr(each, "value", each)) for each in only]
    return any(kind == name or kind.startswith(f"{name}.") for name in names)


def _add_boards(session: _Session) -> None:
    server = session.server

    async def draw(uri: str, line: int, character: int, theme: str, flip: bool) -> dict[str, Any] | None:
        document = session.find(uri)
        if theme not in THEMES:
            raise InvalidArgument(f"theme: expected {', '.join(THEMES)}, found {theme!r}")
        offset = document.lines.offset(types.Position(line, character))
        board = await session.run(find_board, document, offset)
        if board is None:
            return None
        svg = await session.run(lambda: board.svg(theme=theme, flip=flip))
        return {"svg": svg, "title": board.title, "path": board.path}

    @server.feature(BOARD)
    async def board(params: Any) -> dict[str, Any] | None:
        """Return the board at a position of a document: SVG, title and path; `null` if it is unknown."""
        place = params.position
        theme, flip = getattr(params, "theme", None) or "light", bool(getattr(params, "flip", False))
        try:
            return await draw(params.textDocument.uri, place.line, place.character, theme, flip)
        except HyperchessError as error:
            raise JsonRpcInvalidParams(str(error)) from error

    @server.command(SVG)
    async def svg(*arguments: Any) -> str | None:
        """Return the board as SVG: the address of a document, a line and a character from 0, a theme."""
        uri, line, character, theme = (*arguments, *(None, 0, 0, "light")[len(arguments) :])[:4]
        try:
            drawn = await draw(str(uri), int(line), int(character), str(theme), False)
        except HyperchessError as error:
            raise JsonRpcInvalidParams(str(error)) from error
        return None if drawn is None else str(drawn["svg"])

    @server.command(OPEN_BOARD)
    async def open_board(*arguments: Any) -> str:
        """Open a document on the analysis board in a browser; return the address of the board."""
        try:
            document = session.find(str(arguments[0] if arguments else None))
            address = await asyncio.to_thread(session.boards.start, document.file_name, document.text)
        except HyperchessError as error:
            raise JsonRpcInvalidParams(str(error)) from error
        await server.window_show_document_async(types.ShowDocumentParams(address, external=True))
        return address
