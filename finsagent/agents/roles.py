"""The five role policies pi = (rho, Omega, phi) of FinSAgent (arXiv 2607.18102), as data.

rho says who the role is, Omega which Items and kinds of evidence it owns, phi how it decomposes and what counts as
an answer. `lambda_` is how strongly the validity gate may lower a passage's score for this role; `share` the default
part of the evidence budget.
"""

from __future__ import annotations

from dataclasses import dataclass

from finsagent.domain import ChunkKind, Role


@dataclass(frozen=True, kw_only=True, slots=True)
class RolePolicy:
    """One role's policy. `items` are "10-K:7" or "10-Q:I-2" keys; `terms` are words that mark a question as its own."""

    role: Role
    who: str
    items: tuple[str, ...]
    kinds: tuple[ChunkKind, ...]
    decomposes: str
    answers: str
    terms: tuple[str, ...]
    lambda_: float
    share: float


POLICIES: dict[Role, RolePolicy] = {
    policy.role: policy
    for policy in (
        RolePolicy(
            role=Role.GENERAL,
            who="A generalist who reads the question as it stands and looks for the passage that answers it directly.",
            items=(),
            kinds=("prose", "table"),
            decomposes="Keeps the question whole; adds one sub-query for each section whose summary matches best.",
            answers="The sentences or table rows that answer the question as it was asked.",
            terms=(),
            lambda_=0.6,
            share=0.30,
        ),
        RolePolicy(
            role=Role.QUANTITATIVE,
            who="A quantitative analyst who works from the primary statements, their notes and the filed XBRL facts.",
            items=("10-K:8", "10-K:7", "10-K:6", "10-Q:I-1", "10-Q:I-2"),
            kinds=("table",),
            decomposes="One sub-query for each line item that the asked measure needs, in statement wording.",
            answers="A value with its row, column, unit and period, or a number computed from such values.",
            terms=(
                "how much",
                "ratio",
                "margin",
                "growth",
                "rate",
                "average",
                "total",
                "percent",
                "million",
                "billion",
                "calculate",
                "compute",
                "turnover",
                "per share",
                "increase",
                "decrease",
                "amount",
                "value",
                "number",
            ),
            lambda_=0.7,
            share=0.35,
        ),
        RolePolicy(
            role=Role.MARKET,
            who="A market analyst who follows segments, products, geographies, customers, competition and demand.",
            items=("10-K:1", "10-K:7", "10-K:7A", "10-K:1A", "10-Q:I-2", "10-Q:I-3"),
            kinds=("prose", "table"),
            decomposes="Splits by segment, product, geography, customer and driver that the question names or implies.",
            answers="What the filing says of markets and drivers, with the segment or region table that shows it.",
            terms=(
                "segment",
                "region",
                "geograph",
                "market",
                "customer",
                "compet",
                "demand",
                "product",
                "industry",
                "price",
                "guidance",
                "outlook",
                "forecast",
                "drove",
                "driver",
                "exposure",
                "hedg",
                "cyclical",
                "sales",
            ),
            lambda_=0.6,
            share=0.15,
        ),
        RolePolicy(
            role=Role.LEGAL,
            who="A counsel who reads legal proceedings, contingencies, regulation, controls, votes and agreements.",
            items=("10-K:3", "10-K:1A", "10-K:8", "10-K:9A", "10-Q:II-1", "10-Q:I-1", "10-Q:II-1A"),
            kinds=("prose",),
            decomposes="One sub-query for each proceeding, obligation or rule that the question touches.",
            answers="The passage that states the proceeding, obligation, vote or term, with parties, dates, amounts.",
            terms=(
                "legal",
                "litigation",
                "lawsuit",
                "proceeding",
                "contingenc",
                "regulat",
                "complian",
                "settle",
                "vote",
                "agreement",
                "indenture",
                "covenant",
                "guarant",
                "shareholder",
                "proposal",
                "nominee",
                "audit",
                "patent",
            ),
            lambda_=0.6,
            share=0.10,
        ),
        RolePolicy(
            role=Role.COMPANY,
            who="A company analyst who knows the business, its strategy, people, capital actions and risks.",
            items=("10-K:1", "10-K:1A", "10-K:2", "10-K:5", "10-K:7", "10-K:10", "10-Q:I-2", "10-Q:II-2"),
            kinds=("prose", "table"),
            decomposes="Splits by business activity, corporate action, governance and risk.",
            answers="What the filing says of the business, its actions and plans, in its own words.",
            terms=(
                "business",
                "strategy",
                "acqui",
                "divest",
                "dividend",
                "repurchase",
                "employee",
                "ceo",
                "director",
                "officer",
                "board",
                "restructur",
                "risk",
                "propert",
                "brand",
                "subsidiar",
                "headquarter",
                "debt",
            ),
            lambda_=0.6,
            share=0.10,
        ),
    )
}
