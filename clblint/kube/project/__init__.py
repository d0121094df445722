"""The objects of all files of a run: selectors, claims, scaling, patches, and which belong to one cluster."""
