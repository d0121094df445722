"""`clblint diagnose`: what is wrong with the Services of a snapshot of a cluster, why, and what to do.

A snapshot is output of kubectl and the Alibaba Cloud CLI. `reading` reads it, `service` and `cluster` collect the facts
of each Service, and the modules in `causes` explain its state. clblint contacts neither a cluster nor a cloud.
"""
