"""Offline training of what the service may load. The gate ships in `models/gate/` once it is trained.

Until then the service runs without one and says so in every trace.
"""
