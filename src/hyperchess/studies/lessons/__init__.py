"""Lessons on the board: courses of steps, each with a goal that the rules judge.

    courses     the steps as data (`multiverse.toml`, `infinite.toml`), and as the page gets them
    goals       what a step asks for, asked of positions
    judging     whether moves reach the goal of a step, in a sentence

No course knows the page, and nothing here is stored: who has done what is remembered by whoever asks.
"""
