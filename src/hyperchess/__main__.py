"""`python -m hyperchess` is the `hyperchess` command."""

from hyperchess.app.cli import main

main()
