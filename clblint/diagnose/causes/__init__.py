"""The causes: each module explains one group of states or texts, and names what confirms and what excludes a cause."""
