"""Print a generated part of the reference: `python -m scripts.reference commands`."""

import argparse

from scripts.reference import PARTS, fill


def main() -> None:
    """Print one part."""
    parser = argparse.ArgumentParser(description="Print a generated part of the reference as Markdown.")
    parser.add_argument("part", choices=list(PARTS))
    print(fill(f"<!-- reference: {parser.parse_args().part} -->"))


if __name__ == "__main__":
    main()
