"""Lessons on the board: courses of steps, each with a goal that is checked by the rules.

    courses     the steps as data (`multiverse.toml`, `infinite.toml`), and as the page gets them
    goals       what a step asks for, asked of positions
    judging     whether moves reach the goal of a step, in a sentence

Courses are independent of the page, and nothing is stored here: the caller records progress.
"""
