"""What exists in the cloud, as the Alibaba Cloud CLI printed it: CLBs, listeners, server groups and what they refer to."""
