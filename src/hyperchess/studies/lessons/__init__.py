"""Lessons on the board: courses of steps, each with a goal that is checked by the rules.

    courses     the steps as data (`multiverse.toml`, `infinite.toml`), and their views for the page
    goals       goals of steps, as predicates on positions
    judging     judgement whether moves reach the goal of a step

Courses are independent of the page, and nothing is stored here: the caller records progress.
"""
