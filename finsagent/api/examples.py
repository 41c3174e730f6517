"""The examples of the OpenAPI document. The issuer is one of the fictional ones of the sample corpus."""

from __future__ import annotations

from pydantic import JsonValue

QUESTION_EXAMPLES: list[JsonValue] = [
    {"question": "What were Quellmark Flow Systems' net sales in fiscal 2024?"},
    {
        "question": "How did the gross margin change, and why?",
        "tickers": ["QLMK"],
        "fiscal_years": [2024],
        "forms": ["10-K"],
        "roles": ["quantitative", "market"],
        "evidence_budget": 20,
    },
]

_CITATION: dict[str, JsonValue] = {
    "evidence": "1",
    "document": "Quellmark Flow Systems, Inc. 10-K FY2024",
    "item": "Item 8",
    "title": "Financial Statements and Supplementary Data",
    "page": 41,
    "quote": "Net sales | $1,184.6 | $1,103.7",
    "chunk": "qlmk-20241231:II-8:3",
    "filing": "qlmk-20241231",
    "section": "qlmk-20241231:II-8",
    "start": 2210,
    "end": 2241,
    "href": "/chunks/qlmk-20241231%3AII-8%3A3?start=2210&end=2241",
}
_VALUE: dict[str, JsonValue] = {"number": 1184600000, "unit": "USD", "period": "FY2024"}

ANSWER_EXAMPLE: dict[str, JsonValue] = {
    "question": "What were Quellmark Flow Systems' net sales in fiscal 2024?",
    "answer": "Net sales were $1,184.6 million in fiscal 2024 [1].",
    "value": _VALUE,
    "abstained": False,
    "reason": None,
    "reason_code": None,
    "confidence": 0.93,
    "citations": [_CITATION],
    "calculations": [],
    "findings": {
        "quantitative": {
            "text": "Net sales: $1,184.6 million [1].",
            "confidence": 0.93,
            "value": _VALUE,
            "citations": [_CITATION],
            "calculations": [],
        }
    },
    "failures": {"legal": {"stage": "find", "reason": "The LLM endpoint did not answer within 60 s."}},
    "scope": {
        "filings": ["qlmk-20241231"],
        "primary": ["qlmk-20241231"],
        "issuers": ["qlmk"],
        "fiscal_years": [2024],
        "fiscal_periods": ["FY"],
        "dates": [],
        "forms": [],
        "near": [],
        "notes": [],
    },
    "evidence": [],
    "trace": {
        "stages": [{"name": "scope", "ms": 0.4, "counts": {"filings": 1}}],
        "queries": [{"role": "quantitative", "text": "net sales", "items": ["10-K:8"], "kind": "table"}],
        "notes": ["No cross-encoder: s comes from the scores of the three paths."],
    },
}
