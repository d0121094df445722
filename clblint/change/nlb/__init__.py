"""What the CCM does to an NLB when its Service changes: one sync on a simulated cloud, call by call.

Docstrings name the place in the controller that they follow, by the short names of `clblint.nlb`.
"""
