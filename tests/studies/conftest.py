"""Fixtures for all tests of this folder."""

from tests.studies.budgets import enough_time

__all__ = ["enough_time"]
