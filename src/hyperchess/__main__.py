"""`python -m hyperchess` is the `hyperchess` command."""

from hyperchess.app.cli.main import main

main()
