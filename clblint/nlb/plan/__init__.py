"""The plan of a Service with an NLB, as text and as data."""
