"""A CLB Service turned into an NLB Service: what becomes of each annotation, what is written, what rules ask."""
