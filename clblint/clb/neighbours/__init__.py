"""What stands around a load balancer: workloads behind it, other Services beside it, the cluster."""
