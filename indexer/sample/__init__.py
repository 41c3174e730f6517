"""Twelve invented filings of four invented issuers, and forty questions on them.

Every company, person, place of business and figure here is made up. `generate` writes `filings/` and
`questions.jsonl` from the issuers' books, so the statements add up by construction; the written files are committed.
"""
