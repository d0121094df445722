"""The syncs of Services with NLBs, simulated: `Sync` computes the calls of a creation and of an update alike.

A creation is an update of an empty cloud. Docstrings name the place in the controller, as those of `clblint.nlb` do.
"""
