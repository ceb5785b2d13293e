"""Mutation fuzzing of every reader: `mutations` makes inputs, `readers` judges, `minimise` shortens."""
