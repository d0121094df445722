"""clblint: the offline twin of the Alibaba Cloud Controller Manager for Services of type LoadBalancer."""

__version__ = "0.2.0"
