"""Tables as evidence renders them (one line a row, cells joined by " | "), read into rows, columns and periods."""

from finsagent.tables.heads import Column, Period, read_period
from finsagent.tables.labels import label_score
from finsagent.tables.view import Cell, Row, RowMatch, TableView, read_table, read_tables

__all__ = [
    "Cell",
    "Column",
    "Period",
    "Row",
    "RowMatch",
    "TableView",
    "label_score",
    "read_period",
    "read_table",
    "read_tables",
]
