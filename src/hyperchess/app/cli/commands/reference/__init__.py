"""Commands that look something up."""
