"""What makes documents, indexes and data from the rules and the catalogues; no part of what is installed."""
