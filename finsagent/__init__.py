"""Answers questions about SEC filings, with evidence the reader can open."""

__version__ = "0.1.0"
