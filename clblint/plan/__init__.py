"""The plan of a Service: the CLB or NLB that the CCM would build, as text and as data."""
