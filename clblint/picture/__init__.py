"""Pictures of a plan: from the network over load balancer, listeners and server groups to pods or nodes."""
