"""Predicts what a change of a Service does to its running CLB, and pairs the Services of two revisions."""
