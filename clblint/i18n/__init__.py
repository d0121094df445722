"""The language in which people are spoken to."""
