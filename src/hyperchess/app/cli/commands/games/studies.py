"""`hyperchess studies`: the studies of the analysis board, for the operator of the server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson, Force
from hyperchess.app.cli.outputs import print_json, print_notice, print_table
from hyperchess.app.cli.terminal import echo
from hyperchess.app.files.inputs import InputError
from hyperchess.environment import DATABASE

if TYPE_CHECKING:
    from hyperchess.app.web.storage import Storage

__all__ = ["studies"]

studies = typer.Typer(
    help="The studies of the analysis board: list, export, delete, back up and restore them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Data = Annotated[
    Path | None, typer.Option("--data", metavar="FOLDER", help="Folder of the studies, as for serve.")
]


@studies.command("list")
def list_(
    query: Annotated[str, typer.Argument(help="A part of the title, the folder or a tag.")] = "",
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List the studies, those changed last first."""
    with _opened(data) as storage:
        found = storage.list(query, most=10**9)
    if as_json:
        print_json(
            [
                {
                    "id": entry.row.id,
                    "title": entry.row.title,
                    "game": entry.row.game,
                    "nodes": entry.row.nodes,
                    "revision": entry.revision,
                    "updated": entry.updated,
                    "folder": entry.filing.folder,
                    "tags": list(entry.filing.tags),
                    "chapter": None if entry.chapter is None else asdict(entry.chapter),
                }
                for entry in found
            ]
        )
        return
    rows = [
        (
            entry.row.id,
            entry.row.title,
            entry.row.game,
            entry.row.nodes,
            entry.updated[:16],
            entry.filing.folder,
        )
        for entry in found
    ]
    print_table(_counted(len(rows)), ("id", "title", "game", "#nodes", "changed", "folder"), rows)


@studies.command("export")
def export(
    folder: Annotated[
        Path, typer.Argument(help="A folder for the files; those of earlier exports are replaced.")
    ],
    data: Data = None,
) -> None:
    """Write every study as a file of hyperchess JSON, and one of 5DPGN or ICN; a server may run meanwhile."""
    from hyperchess.app.web.storage.backups import export_all

    written = failed = 0
    with _opened(data) as storage:
        for id, fault in export_all(storage, folder):
            written += not fault
            if fault:
                failed += 1
                print_notice(f"{id}: {fault}")
    echo(f"{_counted(written)} in {folder}")
    if failed:
        raise typer.Exit(Exit.WRONG)


@studies.command("games")
def games(
    file: Annotated[Path, typer.Argument(help="The file of hyperchess JSON to write.")],
    data: Data = None,
    force: Force = False,
) -> None:
    """Write all games between people to one file, with names, clocks and results; a server may run."""
    from hyperchess.app.web.game_file import write_game_file

    written = failed = 0
    with _opened(data) as storage:
        for id, fault in write_game_file(storage, file, force=force):
            written += not fault
            if fault:
                failed += 1
                print_notice(f"{id}: {fault}")
    echo(f"{'1 game' if written == 1 else f'{written:,} games'} in {file}")
    if failed:
        raise typer.Exit(Exit.WRONG)


@studies.command("delete")
def delete(
    ids: Annotated[list[str], typer.Argument(help="Ids of studies.")],
    data: Data = None,
) -> None:
    """Delete studies for good."""
    with _opened(data) as storage:
        unknown = [id for id in ids if storage.revision(id) is None]
        if unknown:
            raise InputError(f"there is no study {unknown[0][:64]!r}; `hyperchess studies list` lists all")
        for id in ids:
            storage.delete(id)
    echo(f"{_counted(len(ids))} deleted")


@studies.command("backup")
def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    data: Data = None,
    force: Force = False,
) -> None:
    """Copy all studies to a file, as they are at one moment; a server may run meanwhile."""
    from hyperchess.app.web.storage.backups import back_up

    _expect_folder(data)
    with _sentences():
        count = back_up(_folder(data), file, force=force)
    echo(f"{_counted(count)} in {file}")


@studies.command("restore")
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `studies backup` has written.")],
    data: Data = None,
    force: Force = False,
) -> None:
    """Put a backup in place, in a new folder, or with --force instead of the studies of a stopped server."""
    from hyperchess.app.web.storage.backups import restore as put_in_place

    _expect_folder(data)
    folder = _folder(data)
    with _sentences():
        count, before = put_in_place(file, folder, force=force)
    echo(f"{_counted(count)} in {folder}")
    if before is not None:
        echo(f"The studies that were there before are in {before}")


def _counted(number: int) -> str:
    return "1 study" if number == 1 else f"{number:,} studies"


def _folder(data: Path | None) -> Path:
    from hyperchess.app.web.folders import data_folder

    return data or data_folder()


def _expect_folder(data: Path | None) -> None:
    """Refuse what is done to a file where the studies are in another database."""
    if data is None and DATABASE.read():
        raise InputError(
            f"{DATABASE.name} names a PostgreSQL database: use pg_dump and pg_restore, or name a folder with "
            "--data"
        )


@contextmanager
def _opened(data: Path | None) -> Iterator[Storage]:
    from hyperchess.app.web.storage import FILE, SqliteStorage
    from hyperchess.app.web.storage.postgres import PostgresStorage

    folder = _folder(data)
    database = DATABASE.read() if data is None else ""
    if not database and not (folder / FILE).is_file():
        raise InputError(f"there are no studies in {folder}: there is no file {FILE}")
    with _sentences():
        storage = PostgresStorage(database) if database else SqliteStorage(folder)
    try:
        yield storage
    finally:
        storage.close()


@contextmanager
def _sentences() -> Iterator[None]:
    from hyperchess.app.web.storage import StorageError

    try:
        yield
    except StorageError as error:
        raise InputError(str(error)) from error
