"""All objects of a run: who selects whom, and who has something in common."""
