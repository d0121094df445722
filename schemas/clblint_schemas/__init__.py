"""Data for clblint: what the CCM reads from a Service, and the JSON Schemas drawn from it. No code, no imports."""
