"""The plan: what the CCM would build from a Service, as JSON data and as text."""
