"""BM25 over chunks, by tantivy. Texts and queries come as tokens of `finsagent.text.tokens`; none is split here."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

import tantivy

K1 = 1.2
B = 0.75
"""The constants of tantivy's BM25 (they are not settable there)."""

_HEAP_BYTES = 128_000_000
_TIES = 32


class SparseIndex:
    """One document a chunk: `body` (its tokens), `row` and `filing`. Frequencies are kept, positions are not."""

    def __init__(self, index: tantivy.Index, *, copy: tempfile.TemporaryDirectory[str] | None = None) -> None:
        self._schema = index.schema
        self._searcher = index.searcher()
        self._copy = copy
        """Removed from disk when the index is collected."""

    @classmethod
    def build(cls, directory: Path, documents: Iterable[tuple[str, Sequence[str]]]) -> int:
        """Write the index of (filing id, tokens) into an empty directory, rows counted from 0; return how many."""
        directory.mkdir(parents=True, exist_ok=True)
        index = tantivy.Index(_schema(), str(directory))
        writer = index.writer(_HEAP_BYTES, 1)
        count = 0
        for row, (filing, tokens) in enumerate(documents):
            document = tantivy.Document()
            document.add_text("body", " ".join(tokens))
            document.add_unsigned("row", row)
            document.add_text("filing", filing)
            writer.add_document(document)
            count = row + 1
        writer.commit()
        writer.wait_merging_threads()
        return count

    @classmethod
    def load(cls, directory: Path) -> SparseIndex:
        """Open what `build` wrote.

        Raises:
            ValueError: tantivy can't read it.
        """
        if os.access(directory, os.W_OK):
            return cls(tantivy.Index.open(str(directory)))
        # tantivy takes a lock file even to read: on storage that can't be written it reads a copy of its own.
        copy = tempfile.TemporaryDirectory(prefix="finsagent-")
        shutil.copytree(directory, copy.name, dirs_exist_ok=True)
        return cls(tantivy.Index.open(copy.name), copy=copy)

    def __len__(self) -> int:
        return int(self._searcher.num_docs)

    def search(
        self, terms: Mapping[str, float], *, filings: Collection[str] | None, limit: int
    ) -> list[tuple[int, float]]:
        """Find the chunks with the highest weighted BM25 score.

        Args:
            terms: token -> weight; its BM25 score is multiplied by the weight. Weights must be above 0.
            filings: ids of the filings to search; None searches all. The scores are the same either way.
            limit: how many at most.

        Returns:
            (row, score), best first, ties by row.
        """
        wanted = [(term, weight) for term, weight in terms.items() if term and weight > 0]
        if not wanted or limit < 1 or (filings is not None and not filings):
            return []
        clauses = []
        for term, weight in wanted:
            query = tantivy.Query.term_query(self._schema, "body", term, index_option="freq")
            clauses.append((tantivy.Occur.Should, tantivy.Query.boost_query(query, float(weight))))
        query = tantivy.Query.boolean_query(clauses)
        if filings is not None:
            scope = tantivy.Query.term_set_query(self._schema, "filing", sorted(filings))
            query = tantivy.Query.boolean_query(
                [(tantivy.Occur.Must, query), (tantivy.Occur.Must, tantivy.Query.const_score_query(scope, 0.0))]
            )
        hits = self._searcher.search(query, limit=limit + _TIES, count=False).hits
        rows = self._searcher.fast_field_values("row", [address for _, address in hits])
        found = [(int(row), float(score)) for row, (score, _) in zip(rows, hits, strict=True) if row is not None]
        return sorted(found, key=lambda hit: (-hit[1], hit[0]))[:limit]

    def count(self, terms: Collection[str]) -> int:
        """How many chunks hold all of the tokens; 0 for none."""
        clauses = [
            (tantivy.Occur.Must, tantivy.Query.term_query(self._schema, "body", term, index_option="basic"))
            for term in set(terms)
        ]
        if not clauses:
            return 0
        return int(self._searcher.search(tantivy.Query.boolean_query(clauses), limit=1, count=True).count or 0)  # type: ignore[attr-defined]


def _schema() -> tantivy.Schema:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("body", stored=False, tokenizer_name="whitespace", index_option="freq")
    builder.add_unsigned_field("row", stored=False, indexed=False, fast=True)
    builder.add_text_field("filing", stored=False, tokenizer_name="raw", index_option="basic")
    return builder.build()
