"""Benchmarks: each states what it times; results are ratios.

`make bench` runs the `main` of every benchmark here and writes what they return to `build/benchmarks.json`;
`python -m benchmarks.compare` compares two checkouts.
"""
