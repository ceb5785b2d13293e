"""The kernel in a browser: replacement for `hyperchess._native`.

The kernel is compiled to WebAssembly (`native/wasm`), and the page passes it to Python as the module
`hyperchess_kernel`. Names and semantics are those of `_native.pyi`.
"""

from hyperchess.app.site.bridge.engines import (
    Engine,
    InfiniteEngine,
    evaluate,
    infinite_evaluate,
    infinite_weight_names,
    static_value,
    weight_names,
)
from hyperchess.app.site.bridge.infinite import (
    FAR_EDGE,
    HOP_EDGE,
    InfiniteMoves,
    InfinitePosition,
    InfiniteRules,
    InfiniteValues,
    infinite_code,
)
from hyperchess.app.site.bridge.mates import FirstActions, InfiniteHunt, Mates
from hyperchess.app.site.bridge.multiverse import (
    ANYTHING,
    MAX_BOARDS,
    MAX_SQUARES,
    MAX_TIMELINES,
    Actions,
    Handle,
    MadeBoards,
    Position,
)

__all__ = [
    "ANYTHING",
    "FAR_EDGE",
    "HOP_EDGE",
    "MAX_BOARDS",
    "MAX_SQUARES",
    "MAX_TIMELINES",
    "Actions",
    "Engine",
    "FirstActions",
    "Handle",
    "InfiniteEngine",
    "InfiniteHunt",
    "InfiniteMoves",
    "InfinitePosition",
    "InfiniteRules",
    "InfiniteValues",
    "MadeBoards",
    "Mates",
    "Position",
    "evaluate",
    "infinite_code",
    "infinite_evaluate",
    "infinite_weight_names",
    "static_value",
    "weight_names",
]
