"""CLBs that exist already: the one that a Service has or reuses, and what differs from what is asked for."""
