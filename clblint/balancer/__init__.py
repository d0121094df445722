"""What the CLB and the NLB of a Service have in common: who handles it, its annotations, listeners, groups, back ends.

Docstrings cite the controller as `AN:Get`; CONTRIBUTING.md lists the files behind the letters.
"""
