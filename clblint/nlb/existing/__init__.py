"""NLBs in the inventory: the differences of one from the annotations, and what a Service names that is there."""
