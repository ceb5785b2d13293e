"""`hyperchess bench`: the speed of the engine, and the signature of its search."""

from __future__ import annotations

import typer

from hyperchess.app.cli.exits import Exit
from hyperchess.app.cli.options import AsJson
from hyperchess.app.cli.outputs import print_json, print_table
from hyperchess.app.cli.terminal import echo
from hyperchess.errors import HyperchessError
from hyperchess.kernels import uses_native

__all__ = ["bench"]


def bench(as_json: AsJson = False) -> None:
    """Search fixed positions of both games; print nodes, time and the signature of all node counts.

    One thread, fixed depths and tables: the signature is the same on every machine, and changes only with the
    search. Exit code 0: it is that of this version; 1: it is another one; 2: there is no kernel.
    """
    from hyperchess.engine.bench import SIGNATURE, run_bench, signature_of

    if not uses_native():
        raise HyperchessError("the bench needs the native rules: install hyperchess with a C++ compiler")
    measured = list(run_bench())
    signature, nodes = signature_of(measured), sum(each.nodes for each in measured)
    seconds = sum(each.seconds for each in measured)
    if as_json:
        rows = [
            {
                "name": each.bench.name,
                "depth": each.bench.depth,
                "nodes": each.nodes,
                "seconds": round(each.seconds, 3),
            }
            for each in measured
        ]
        print_json({"signature": signature, "expected": SIGNATURE, "nodes": nodes, "searches": rows})
    else:
        print_table(
            "",
            ("search", "#depth", "#nodes", "#seconds", "#nodes/s"),
            [
                (
                    each.bench.name,
                    str(each.bench.depth),
                    f"{each.nodes:,}",
                    f"{each.seconds:.2f}",
                    f"{each.nodes / max(each.seconds, 1e-9):,.0f}",
                )
                for each in measured
            ],
        )
        echo(f"{nodes:,} nodes in {seconds:.1f} s of CPU, signature {signature}")
        if signature != SIGNATURE:
            echo(f"the signature of this version is {SIGNATURE}")
    if signature != SIGNATURE:
        raise typer.Exit(Exit.WRONG)
