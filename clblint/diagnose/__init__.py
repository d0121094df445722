"""`clblint diagnose`: what is wrong with the Services of a snapshot of a cluster, why, and what to do.

A snapshot is what kubectl and the Alibaba Cloud CLI printed. It is read (`reading`), the facts of each Service are put
together, and the modules in `causes` name what explains its state. Nothing is asked of a cluster or a cloud.
"""
