"""Reads what kubectl, the CCM and the Alibaba Cloud CLI printed, in any mixture; the content decides, not the name."""
