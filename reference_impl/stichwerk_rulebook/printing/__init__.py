"""Rules on paper: the book of a ruleset and the one-page leaflet, as HTML, PDF and Markdown.

`book_html`, `leaflet_html` and `pdf` are what other rooms use; `figures` has the tables and diagrams on their own.
"""

from stichwerk_rulebook.printing.pages import book_html, leaflet_html
from stichwerk_rulebook.printing.press import pdf

__all__ = ["book_html", "leaflet_html", "pdf"]
