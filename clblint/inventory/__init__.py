"""Reads an inventory of existing cloud resources from JSON output of the Alibaba Cloud CLI: CLBs, certificates ..."""
