"""Properties of an action: its order, its effects, its captures, and what an unfinished one lacks."""
