"""What the API server refuses."""
