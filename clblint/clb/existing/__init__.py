"""CLBs in the inventory: finds the one of a Service, its differences from the annotations, and orphaned resources."""
