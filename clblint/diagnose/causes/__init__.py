"""The causes: each module explains one group of states or texts, with the evidence for and against each cause."""
