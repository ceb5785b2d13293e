"""What is timed is stated; results are ratios.

`make bench` runs the `main` of every module here and writes what they return to `build/benchmarks.json`.
"""
