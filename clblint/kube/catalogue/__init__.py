"""The catalogue of annotations that the CCM reads: keys, valid values, versions, documentation texts."""
