"""Word lists that tell company names from other capitalised words in a question."""

from __future__ import annotations

GENERIC_FIRST = frozenset(
    """
    american general united national first international bank new global the north south east west us u.s. great
    southern northern western eastern pacific atlantic federal universal standard consolidated advanced digital
    best home foot walt old big republic applied texas
    """.split()
)
"""First words that name no company alone ("American", "General")."""

COMMON_WORDS = frozenset(
    """
    a all an any are as at be best big block by can car cash cost do fast for free fun gap gas go good has he here
    home how if in it its key life live love low man me meta more new no now of on one open or out own pay play
    plan real run safe see self snap so square sun target team the to true two up us visa was way we well who work
    you ai ball chase coach delta dow ford general ge eye wolf seed post apple oracle match unity shell gold coin
    dash hood snow
    """.split()
)
"""Company names and tickers that are also plain words: they count only when written as names."""

LEAD_WORDS = frozenset(
    """
    what which who whom whose when where why how did does do is are was were has have had will would can could
    should the a an in for of by to from on at as with and or between among if based using given compare list name
    give tell show explain describe summarize summarise calculate compute assume answer respond according
    considering we our please any all its it their this that these those i you question basing referencing looking
    need
    """.split()
)
"""Words that begin questions and join names; never part of a name."""

TOPIC_WORDS = frozenset(
    """
    fy q1 q2 q3 q4 h1 h2 usd us u.s. usa gaap non-gaap ebitda ebit eps sec ceo cfo coo cto cpa agm roa roe roi
    roic fcf capex opex ppe pp&e pp&amp;e ppne cogs sg&a r&d d&a m&a dpo dio dso ccc p&l var ipo esg covid
    covid-19 pandemic asc ifrs fx ttm yoy ytd mda md&a item form annual report january february march april may
    june july august september october november december china europe america asia japan canada mexico india
    germany france uk russia ukraine brazil americas emea apac north south latin middle east africa united states
    kingdom gross net total revenue revenues income cash balance sheet statement statements financial consolidated
    operations note notes federal reserve treasury congress european union english american chinese part reg
    nasdaq nyse s&p ai i ii iii iv 10-k 10-q 8-k 10k 10q 8k 20-f section act board directors company corporation
    management inc corp ltd internet cloud e-commerce software million billion thousand percent medicare medicaid
    libor sofr
    """.split()
)
"""Capitalised words of finance, calendars and places that are no company."""
