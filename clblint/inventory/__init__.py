"""What exists in the cloud, as the Alibaba Cloud CLI printed it: CLBs, their parts, and what annotations refer to."""
