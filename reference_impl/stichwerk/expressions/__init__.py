"""The expression language: conditions and amounts that rulesets write, a strict and typed subset of CEL.

Whole numbers, truth values, words, lists and records; ``? :``, ``&&``, ``||``, ``!``, comparisons, ``+ - *``,
``in``, the macros ``exists``, ``all``, ``filter`` and ``map``, ``size``, and of this language's own ``sum``,
``max`` and ``min``. Nothing else: no fractions, no division, no index, no null. Every expression is checked
when its ruleset is loaded and compiled once.
"""

from stichwerk.expressions.check import check
from stichwerk.expressions.compile import compile_expression
from stichwerk.expressions.errors import ExpressionError
from stichwerk.expressions.names import names_used
from stichwerk.expressions.parser import parse
from stichwerk.expressions.syntax import Expression
from stichwerk.expressions.types import BOOL, INT, STRING, Enum, ListOf, Record, Type

__all__ = [
    "BOOL",
    "INT",
    "STRING",
    "Enum",
    "Expression",
    "ExpressionError",
    "ListOf",
    "Record",
    "Type",
    "check",
    "compile_expression",
    "names_used",
    "parse",
]
