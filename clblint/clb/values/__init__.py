"""Values of annotations that are lists or numbers, parsed as the CCM parses them."""
