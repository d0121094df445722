"""The model of the CLB that the CCM would build from one Service: instance, listeners, server groups, errors.

Docstrings cite the controller as `LB:Create`; CONTRIBUTING.md lists the files behind the letters.
"""
