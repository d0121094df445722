"""NLBs in the inventory: their differences from the annotations, and the resources that a Service names."""
