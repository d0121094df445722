"""What the API server takes as the fields of an object, and what of a manifest it cannot read."""
