"""What the CCM would build from a Service, as data and as text."""
