"""The four invented issuers: each module holds one company's books, its prose and how its filings are put together."""
