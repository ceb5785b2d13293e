"""The kernel in a browser: replacement for `hyperchess._native`.

The kernel is compiled to WebAssembly (`native/wasm`), and the page passes it to Python as the module
`hyperchess_kernel`. It describes its interface, from which the classes and functions of this module are made;
names and semantics are those of `_native.pyi`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hyperchess.app.site.bridge.types import Types
from hyperchess.app.site.bridge.words import KernelObject, ask, bind, describe, watching

_types = Types()
_public: dict[str, Any] = {"use_infinite_classes": _types.use_infinite_classes}


def _function(name: str, types: Sequence[str]) -> Callable[..., Any]:
    """Return a function that calls the kernel; `types` are those of the result and of the arguments."""
    call = bind(name)
    decode = _types.find(types[0]).decode
    encoders = [_types.find(each).encode for each in types[1:]]

    def run(*values: Any) -> Any:
        words: list[int] = []
        for encode, value in zip(encoders, values, strict=True):
            encode(words, value)
        return decode(iter(ask(call, words)))

    def run_watched(*values: Any) -> Any:
        with watching():
            return run(*values)

    return run_watched if any(each.startswith("Callable") for each in types) else run


def _constructor(call: Callable[..., KernelObject]) -> Callable[..., None]:
    def initialise(self: KernelObject, *values: Any) -> None:
        made = call(*values)
        self.handle = made.handle
        del made.handle  # now owned by `self`

    return initialise


def _add_method(kind: str, owner: str, name: str, function: Callable[..., Any]) -> None:
    made = _types.classes[owner]
    if kind == "constructor":
        for method in ("__init__", "__setstate__"):
            setattr(made, method, _constructor(function))
    else:
        wraps: dict[str, Callable[..., Any]] = {"factory": staticmethod, "property": property}
        setattr(made, name, wraps[kind](function) if kind in wraps else function)


def _add(kind: str, *words: str) -> None:
    if kind == "constant":
        _public[words[0]] = int(words[1])
    elif kind == "record":
        name, *rest = words
        half = len(rest) // 2
        _types.add_record(name, rest[:half], rest[half:])
        _public[name] = _types.records[name]
    else:
        owner, name, *rest = words
        count = (len(rest) - 1) // 2
        if owner and owner not in _types.classes:
            made = type(owner, (KernelObject,), {"__slots__": (), "__module__": "hyperchess._native"})
            _public[owner] = _types.classes[owner] = made
        function = _function(f"{owner}.{name}" if owner else name, rest[count:])
        if owner:
            _add_method(kind, owner, name, function)
        else:
            _public[name] = function


for _line in describe().splitlines():
    _add(*_line.split("\t"))

globals().update(_public)
__all__ = list(_public)
