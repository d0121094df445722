"""clblint with the compiled parser and without: the same trees and the same reports.

`python -m tests.forms --inputs N --seed S` compares any number of mutated inputs; the tests compare some, and all data.
"""
