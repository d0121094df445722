"""The load balancer that the CCM would build from one Service."""
