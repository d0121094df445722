"""What a change does to a running load balancer: the old model as the state of the cloud, the new one against it.

Docstrings name the place in the controller that they follow, as those of `clblint.clb` do.
"""
