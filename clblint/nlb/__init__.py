"""The model of the NLB that the CCM would build from one Service: instance, listeners, server groups, errors.

Docstrings cite the controller as `NB:Create`; CONTRIBUTING.md lists the files behind the letters.
"""
