"""Plain documents by the parsers for them, compiled or in Python, and by libyaml's events: the same trees and reports.

`python -m tests.forms --inputs N --seed S` compares any number of mutated inputs; the tests compare some, and all data.
"""
