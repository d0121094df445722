"""Predicts what a change of a Service does to its running CLB, and pairs the Services of two revisions.

Docstrings name the place in the controller that they follow, as those of `clblint.clb` do.
"""
