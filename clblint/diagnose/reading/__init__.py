"""Reads what kubectl, the controller and the CLI of the cloud printed, in any mixture; files are told by content."""
