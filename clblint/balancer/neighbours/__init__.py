"""Subjects that relate a load balancer to the project: workloads behind it, Services sharing a CLB or node port."""
