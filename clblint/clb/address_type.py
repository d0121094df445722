"""The values of `address-type`."""

PUBLIC, PRIVATE = "internet", "intranet"
