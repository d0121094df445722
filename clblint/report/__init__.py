"""Reporters: the report model, the output formats, and the layout of text on a terminal."""
