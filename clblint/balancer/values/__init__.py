"""Parsers of annotation values that CLBs and NLBs read alike, with a position for each item."""
