"""The language server as a process, over standard input and output, with a client of the protocol."""

from __future__ import annotations

import base64
import os
import re
import sys
from collections.abc import AsyncIterator
from itertools import count
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

import hyperchess as hc
from hyperchess.app.lsp.lines import Lines
from hyperchess.app.lsp.semantic import LEGEND
from hyperchess.notation.examples import read_example
from hyperchess.notation.registry import Notation
from hyperchess.text import Edit, Span, apply_edits

FOUR = read_example("four-timelines").decode()
GAME = """[White "Ada"]
[Black "Bo"]
[Board "Standard"]

1. e4 / e5
 (2w. d4 / exd4
  3w. Qxd4)
2. Nf3 / Nc6 {[%eval 0.35]}
"""
NUMBERS = count()

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    scope="module",
    config=ClientServerConfig(server_command=[sys.executable, "-m", "hyperchess", "lsp"]),
)
async def client(lsp_client: LanguageClient) -> AsyncIterator[None]:
    params = types.InitializeParams(capabilities=client_capabilities("visual-studio-code"))
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


class Editor:
    """One open document of a client."""

    def __init__(self, client: LanguageClient, text: str, name: str) -> None:
        self.client = client
        self.text = text
        self.version = 1
        self.uri = f"file:///games/{next(NUMBERS)}-{name}"
        item = types.TextDocumentItem(self.uri, "5dpgn", self.version, text)
        client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    async def diagnostics(self) -> list[types.Diagnostic]:
        """Wait until the current version has been read."""
        # A request that needs all games is answered after the diagnostics have been sent.
        await self.client.text_document_document_symbol_async(types.DocumentSymbolParams(self.document))
        return list(self.client.diagnostics[self.uri])

    def at(self, found: str, more: int = 0) -> types.Position:
        return Lines(self.text).position(self.text.index(found) + more)

    def change(self, old: str, new: str) -> None:
        lines = Lines(self.text)
        start = self.text.index(old)
        place = types.Range(lines.position(start), lines.position(start + len(old)))
        self.text = self.text.replace(old, new, 1)
        self.version += 1
        change = types.TextDocumentContentChangePartial(place, new)
        document = types.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def place(self, found: str, more: int = 0) -> dict[str, Any]:
        return {"text_document": self.document, "position": self.at(found, more)}

    def edited(self, edits: list[types.TextEdit]) -> str:
        lines = Lines(self.text)
        return apply_edits(
            self.text,
            [
                Edit(Span(lines.offset(edit.range.start), lines.offset(edit.range.end)), edit.new_text)
                for edit in edits
            ],
        )


def problems(text: str, notation: str | None = None) -> list[tuple[int, int, str]]:
    found = [problem for game in hc.parse_all(text, notation) for problem in game.problems]
    return [(problem.line - 1, problem.column - 1, problem.code) for problem in found]


async def test_diagnostics_are_those_of_check_and_follow_the_text(client: LanguageClient) -> None:
    editor = Editor(client, GAME, "a.5dpgn")
    assert await editor.diagnostics() == []
    editor.change("exd4", "exd9")
    found = await editor.diagnostics()
    assert [(each.range.start.line, each.range.start.character, each.code) for each in found] == problems(
        editor.text
    )
    assert found[0].source == "hyperchess" and found[0].severity is types.DiagnosticSeverity.Error
    editor.change("exd9", "exd4")
    assert await editor.diagnostics() == []


async def test_columns_count_code_units_of_utf_16(client: LanguageClient) -> None:
    editor = Editor(client, '[Board "Standard"]\n1. e4 {\N{HAMMER}\N{HAMMER}} / e9\n', "a.5dpgn")
    (found,) = [
        each for each in await editor.diagnostics() if each.severity is types.DiagnosticSeverity.Error
    ]
    assert (
        editor.text.encode("utf-16-le")[
            2 * (19 + found.range.start.character) : 2 * (19 + found.range.end.character)
        ].decode("utf-16-le")
        == "e9"
    )


async def test_a_closed_document_has_no_diagnostics(client: LanguageClient) -> None:
    editor = Editor(client, "1. e9", "a.5dpgn")
    assert await editor.diagnostics()
    client.text_document_did_close(types.DidCloseTextDocumentParams(editor.document))
    with pytest.raises(Exception, match="is not open"):
        await client.text_document_hover_async(types.HoverParams(**editor.place("e9")))
    assert list(client.diagnostics[editor.uri]) == []


async def test_a_new_file_has_no_problem(client: LanguageClient) -> None:
    assert await Editor(client, " \n", "a.5dpgn").diagnostics() == []


async def test_a_fix_corrects_its_problem(client: LanguageClient) -> None:
    editor = Editor(client, '[Board "Standard"]\n[Result "1:0"]\n1. e4 … e5', "a.5dpgn")
    await editor.diagnostics()
    everywhere = types.Range(types.Position(0, 0), types.Position(9, 0))
    params = types.CodeActionParams(editor.document, everywhere, types.CodeActionContext([]))
    actions = await client.text_document_code_action_async(params)
    assert actions is not None
    fixes = [action for action in actions if isinstance(action, types.CodeAction)]
    quick = [action for action in fixes if action.kind == types.CodeActionKind.QuickFix]
    (every,) = [action for action in fixes if action.kind == types.CodeActionKind.SourceFixAll]
    assert [action.title for action in quick] == [
        "Replace '[Result \"1:0\"]' by '[Result \"1-0\"]'",
        "Replace '…' by '/'",
    ]
    assert every.edit is not None and every.edit.changes is not None
    fixed = editor.edited(list(every.edit.changes[editor.uri]))
    assert '[Result "1-0"]' in fixed and fixed.endswith("1. e4 / e5") and problems(fixed) == []
    only = types.CodeActionContext([], only=[types.CodeActionKind.Refactor])
    assert not await client.text_document_code_action_async(
        types.CodeActionParams(editor.document, everywhere, only)
    )


async def test_formatting_is_that_of_fmt(client: LanguageClient) -> None:
    editor = Editor(client, '[Board  "Standard"]1.e4 {best}/e5 (2w.Nf3 (2b.Nc6)2b. d6) (2w. f4)', "a.5dpgn")
    params = types.DocumentFormattingParams(editor.document, types.FormattingOptions(4, True))
    edits = await client.text_document_formatting_async(params)
    assert edits is not None
    text = editor.edited(list(edits))
    assert text.splitlines()[:3] == ['[Board "Standard"]', "", "1. e4 {best} / e5"]
    again = Editor(client, text, "a.5dpgn")
    params = types.DocumentFormattingParams(again.document, types.FormattingOptions(4, True))
    assert not await client.text_document_formatting_async(params)


async def test_a_text_with_errors_is_not_formatted(client: LanguageClient) -> None:
    editor = Editor(client, '[Board "Standard"]\n1. e4 / (', "a.5dpgn")
    params = types.DocumentFormattingParams(editor.document, types.FormattingOptions(4, True))
    assert not await client.text_document_formatting_async(params)
    assert "error[" in client.messages[-1].message


async def test_hover_shows_the_board_and_the_score(client: LanguageClient) -> None:
    editor = Editor(client, GAME, "a.5dpgn")
    hover = await client.text_document_hover_async(types.HoverParams(**editor.place("Nc6")))
    assert hover is not None and isinstance(hover.contents, types.MarkupContent) and hover.range is not None
    assert "2b" in hover.contents.value and "0.35" in hover.contents.value
    data = re.search(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)\)", hover.contents.value)
    assert data is not None
    node = hc.parse(GAME).end
    drawn, whole = base64.b64decode(data[1]).decode(), hc.picture.svg(node)
    assert drawn.partition("viewBox")[2] == whole.partition("viewBox")[2]
    size = re.search('width="([0-9.]+)" height="([0-9.]+)"', drawn)
    assert size is not None and float(size[1]) <= 640 and float(size[2]) <= 200  # editors cut larger ones off
    assert hover.range.start == editor.at("Nc6") and hover.range.end == editor.at("Nc6", 3)
    assert await client.text_document_hover_async(types.HoverParams(**editor.place("[White"))) is None


async def test_the_picture_of_a_large_game_is_small(client: LanguageClient) -> None:
    editor = Editor(client, FOUR, "a.5dpgn")
    hover = await client.text_document_hover_async(types.HoverParams(**editor.place("(0T5)Qf6>>x")))
    assert hover is not None and isinstance(hover.contents, types.MarkupContent)
    assert "data:image/svg+xml" in hover.contents.value and len(hover.contents.value) < 100_000


async def test_completion_of_legal_moves(client: LanguageClient) -> None:
    editor = Editor(client, '[Board "Standard"]\n1. e4 / e5 2. Q', "a.5dpgn")
    end = types.Position(1, len("1. e4 / e5 2. Q"))
    found = await client.text_document_completion_async(types.CompletionParams(editor.document, end))
    assert isinstance(found, types.CompletionList)
    labels = {item.label for item in found.items}
    assert {"Qh5", "Qe2", "Nf3", "Ke2"} <= labels and "Qd3" not in labels and "Nc6" not in labels
    (queen,) = [item for item in found.items if item.label == "Qh5"]
    assert isinstance(queen.text_edit, types.TextEdit)
    assert editor.edited([queen.text_edit]).endswith("2. Qh5")


async def test_completion_within_an_action_and_a_variation(client: LanguageClient) -> None:
    editor = Editor(client, FOUR.replace("(0T5)Qf6>>x(0T1)f2#", "(1T4)"), "a.5dpgn")
    found = await client.text_document_completion_async(
        types.CompletionParams(**editor.place("/ (1T4)", len("/ (1T4)")))
    )
    assert isinstance(found, types.CompletionList) and found.items
    editor = Editor(client, GAME.replace("3w. Qxd4", "3w. Q"), "a.5dpgn")
    found = await client.text_document_completion_async(types.CompletionParams(**editor.place("3w. Q", 5)))
    assert isinstance(found, types.CompletionList)
    assert "Qxd4" in {item.label for item in found.items}


async def test_completion_of_headers_and_their_values(client: LanguageClient) -> None:
    async def complete(text: str, name: str) -> list[str]:
        editor = Editor(client, text, name)
        params = types.CompletionParams(editor.document, Lines(text).position(len(text)))
        found = await client.text_document_completion_async(params)
        assert isinstance(found, types.CompletionList)
        return [
            editor.edited([item.text_edit])
            for item in found.items
            if isinstance(item.text_edit, types.TextEdit)
        ]

    keys = await complete('[White "Ada"]\n[', "a.5dpgn")
    assert '[White "Ada"]\n[Black ""]' in keys and '[White "Ada"]\n[White ""]' not in keys
    assert "[Event: ]" in await complete("[", "a.icn")
    boards = await complete('[Board "St', "a.5dpgn")
    assert '[Board "Standard' in boards and not any("Classical" in each for each in boards)
    assert "[Variant: Classical" in await complete("[Variant: ", "a.icn")
    assert await complete('[Result "', "a.5dpgn") == ['[Result "1-0', '[Result "0-1', '[Result "1/2-1/2']
    assert await complete('[Board "Standard"]\n1. e4 {', "a.5dpgn") == []


async def test_outline_of_games_and_variations(client: LanguageClient) -> None:
    editor = Editor(client, GAME + '\n[Board "Standard"]\n1. d4 / d5 0-1\n', "a.5dpgn")
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.document))
    assert symbols is not None
    first, second = symbols
    assert isinstance(first, types.DocumentSymbol) and isinstance(second, types.DocumentSymbol)
    assert (first.name, first.detail) == ("Ada - Bo", "Standard")
    assert (second.name, second.detail) == ("Standard", "0-1")
    (variation,) = first.children or ()
    assert variation.name == "2w. d4" and variation.selection_range.start == editor.at("d4 / exd4")
    assert variation.range.end == editor.at("Qxd4)", 4)
    assert second.range.start == editor.at('\n[Board "Standard"]\n1. d4', 1)


async def test_folding(client: LanguageClient) -> None:
    editor = Editor(client, GAME + "{a\nlong comment}\n", "a.5dpgn")
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(editor.document))
    lines = [(fold.start_line, fold.end_line, fold.kind) for fold in folds or ()]
    assert lines == [
        (0, 2, types.FoldingRangeKind.Region),
        (0, 9, None),
        (5, 6, None),
        (8, 9, types.FoldingRangeKind.Comment),
    ]


async def test_definition_is_the_parent_of_the_variation(client: LanguageClient) -> None:
    editor = Editor(client, GAME, "a.5dpgn")
    found = await client.text_document_definition_async(types.DefinitionParams(**editor.place("Qxd4")))
    assert isinstance(found, types.Location) and found.range.start == editor.at("e5")
    assert await client.text_document_definition_async(types.DefinitionParams(**editor.place("Nc6"))) is None


async def test_rename_of_a_key_and_of_a_player(client: LanguageClient) -> None:
    editor = Editor(client, GAME + GAME.replace('"Ada"', '"Cy"').replace('"Bo"', '"Ada"'), "a.5dpgn")
    prepared = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(**editor.place("White"))
    )
    assert isinstance(prepared, types.PrepareRenamePlaceholder) and prepared.placeholder == "White"
    edit = await client.text_document_rename_async(
        types.RenameParams(new_name="Player", **editor.place("White"))
    )
    assert edit is not None and edit.changes is not None
    text = editor.edited(list(edit.changes[editor.uri]))
    assert text == editor.text.replace("White", "Player")
    edit = await client.text_document_rename_async(
        types.RenameParams(new_name="Ada L.", **editor.place("Ada"))
    )
    assert edit is not None and edit.changes is not None
    assert editor.edited(list(edit.changes[editor.uri])) == editor.text.replace("Ada", "Ada L.")
    assert (
        await client.text_document_prepare_rename_async(types.PrepareRenameParams(**editor.place("e4")))
        is None
    )
    for name, place, message in (
        ("Black", "White", "already has a header 'Black', on line 2"),
        ("a b", "White", "no blanks"),
    ):
        with pytest.raises(Exception, match=message):
            await client.text_document_rename_async(types.RenameParams(new_name=name, **editor.place(place)))


async def test_a_key_of_another_game_may_be_the_new_key(client: LanguageClient) -> None:
    editor = Editor(client, GAME + GAME.replace("White", "Player"), "a.5dpgn")
    params = types.RenameParams(new_name="Player", **editor.place("White"))
    edit = await client.text_document_rename_async(params)
    assert edit is not None and edit.changes is not None
    assert editor.edited(list(edit.changes[editor.uri])) == editor.text.replace("White", "Player")


async def test_semantic_tokens(client: LanguageClient) -> None:
    editor = Editor(client, GAME.replace("Nf3", "Nf9"), "a.5dpgn")
    await editor.diagnostics()  # while the text is being read, no move is marked
    answer = await client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(editor.document)
    )
    assert answer is not None
    lines, line, column, tokens = editor.text.splitlines(), 0, 0, {}
    for index in range(0, len(answer.data), 5):
        down, right, length, kind, modifiers = answer.data[index : index + 5]
        line, column = line + down, right if down else column + right
        tokens[lines[line][column : column + length]] = (LEGEND.token_types[kind], modifiers)
    assert tokens["White"] == ("property", 0) and tokens['"Ada"'] == ("string", 0)
    assert tokens["e4"] == ("function", 0) and tokens["Qxd4"] == ("function", 1)
    assert tokens["Nf9"] == ("function", 2) and tokens["[%eval 0.35]"] == ("macro", 0)


async def test_the_board_at_the_cursor(client: LanguageClient) -> None:
    editor = Editor(client, GAME, "a.5dpgn")

    async def board(place: types.Position, **options: object) -> Any:
        params = {
            "textDocument": {"uri": editor.uri},
            "position": {"line": place.line, "character": place.character},
            **options,
        }
        return await client.protocol.send_request_async("hyperchess/board", params)  # type: ignore[no-untyped-call]

    game = hc.parse(GAME)
    shown = await board(editor.at("{[%eval"))
    assert (shown.path, shown.title, shown.svg) == ("2b", "2b. Nc6", hc.picture.svg(game.end))
    start = await board(types.Position(0, 0), theme="dark", flip=True)
    assert (start.path, start.svg) == ("start", hc.picture.svg(game.root, theme="dark", flip=True))
    with pytest.raises(Exception, match="theme: expected"):
        await board(editor.at("e4"), theme="pink")


async def test_commands_convert_and_draw(client: LanguageClient) -> None:
    editor = Editor(client, GAME, "a.5dpgn")

    async def execute(command: str, *arguments: object) -> Any:
        params = types.ExecuteCommandParams(command, list(arguments))
        return await client.workspace_execute_command_async(params)

    converted = await execute("hyperchess.convert", editor.uri, "raw")
    expected = hc.convert(GAME, "raw")
    assert converted["text"] == expected.text and converted["suffix"] == ".5dpgn"
    assert converted["losses"] == [str(loss) for loss in expected.losses]
    with pytest.raises(Exception, match="unknown notation 'rav'"):
        await execute("hyperchess.convert", editor.uri, "rav")
    place = editor.at("Nf3")
    svg = await execute("hyperchess.svg", editor.uri, place.line, place.character)
    assert svg == hc.picture.svg(hc.parse(GAME).main_line[2])


@pytest.mark.parametrize(
    ("name", "known", "other"), [("a.5dpgn", "alexbay", "icn"), ("a.icn", "icn-json", "raw")]
)
async def test_notations_of_a_document(client: LanguageClient, name: str, known: str, other: str) -> None:
    editor = Editor(client, "", name)
    params = {"textDocument": {"uri": editor.uri}}
    found = await client.protocol.send_request_async("hyperchess/notations", params)  # type: ignore[no-untyped-call]
    names = [notation["name"] for notation in found]
    assert {known, "json"} <= set(names) and other not in names


async def test_settings(client: LanguageClient) -> None:
    editor = Editor(client, "1. e4 / e5", "a.txt")

    def configure(**settings: object) -> None:
        params = types.DidChangeConfigurationParams({"hyperchess": settings})
        client.workspace_did_change_configuration(params)

    configure(hover="text")
    hover = await client.text_document_hover_async(types.HoverParams(**editor.place("e5")))
    assert hover is not None and isinstance(hover.contents, types.MarkupContent)
    assert "RNBQKBNR" in hover.contents.value and "data:" not in hover.contents.value
    configure(hover="picture", notation="icn")
    assert await editor.diagnostics() != []
    configure(hover="picture")
    assert {each.severity for each in await editor.diagnostics()} == {types.DiagnosticSeverity.Information}
    configure(hover="film")
    await editor.diagnostics()
    assert client.messages[-1].message == "hyperchess: hover: expected picture, text, none, found 'film'"


@pytest.mark.slow
async def test_a_document_is_opened_on_the_board(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hyperchess", "lsp"]
    config = ClientServerConfig(command, server_env={**os.environ, "HYPERCHESS_DATA": str(tmp_path)})
    client = await config.start()
    assert isinstance(client, LanguageClient)
    await client.initialize_session(
        types.InitializeParams(capabilities=client_capabilities("visual-studio-code"))
    )
    editor = Editor(client, GAME, "a.5dpgn")
    params = types.ExecuteCommandParams("hyperchess.openBoard", [editor.uri])
    address = await client.workspace_execute_command_async(params)
    assert isinstance(address, str)
    assert [(shown.uri, shown.external) for shown in client.shown_documents] == [(address, True)]
    with urlopen(address.partition("#")[0]) as answer:
        assert answer.status == 200
    await client.shutdown_session()
    with pytest.raises(URLError):
        urlopen(address.partition("#")[0])


SAMPLES = {
    hc.GameKind.MULTIVERSE: hc.parse("1. e4 / e5 2. Nf3 / Nc6 3. Bb5 / a6"),
    hc.GameKind.INFINITE: hc.parse("w (8|1) P4,2+|K5,1|k3,9|p4,7+ 4,2>4,4|4,7>4,5|5,1>5,2"),
}


@pytest.mark.parametrize("notation", hc.notations().values(), ids=list(hc.notations()))
async def test_every_notation(client: LanguageClient, notation: Notation) -> None:
    text = notation.write(SAMPLES[notation.kinds[0]]).text
    editor = Editor(client, text, f"a{notation.suffix}")
    found = await editor.diagnostics()
    assert [(each.range.start.line, each.range.start.character, each.code) for each in found] == problems(
        text
    )
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(editor.document))
    assert symbols is not None and len(symbols) == 1
    if notation.name == "json":  # its moves have no places in the text
        return
    (node, *_) = hc.parse(text).main_line[2:]
    assert node.span is not None
    place = Lines(text).position(node.span.start)
    hover = await client.text_document_hover_async(types.HoverParams(editor.document, place))
    assert hover is not None and isinstance(hover.contents, types.MarkupContent)
    assert "data:image/svg+xml" in hover.contents.value
    if notation.shape or notation.name.startswith("dynamical"):  # a cell has the number of its move
        return
    completed = await client.text_document_completion_async(types.CompletionParams(editor.document, place))
    assert isinstance(completed, types.CompletionList)
    again = [
        editor.edited([item.text_edit])
        for item in completed.items
        if isinstance(item.text_edit, types.TextEdit)
    ]
    assert len(again) > 5
    before = {str(move.move) for move in node.moves}
    spelled = {text[: node.span.start] + item.label for item in completed.items}
    ends = [hc.parse(each, notation.name).end for each in spelled]
    assert before & {str(move.move) for end in ends for move in end.moves}
