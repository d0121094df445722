"""What the CCM does to an NLB when its Service changes: one sync on a simulated cloud, call by call."""
