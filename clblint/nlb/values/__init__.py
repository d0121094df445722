"""Parsers of annotation values that NLBs read, with a position for each item."""
