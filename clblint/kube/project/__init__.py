"""All objects of a run: who selects whom, who has something in common, and which are applied to the same cluster."""
