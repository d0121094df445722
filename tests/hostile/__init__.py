"""Inputs that somebody wrote to do harm, or that something broke: made from a seed, run, and judged.

`python -m tests.hostile --inputs N --seed S` runs any number of them; the tests run some, and all that ever failed.
"""
