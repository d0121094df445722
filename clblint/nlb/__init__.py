"""From a Service to the Network Load Balancer that the CCM would build."""
