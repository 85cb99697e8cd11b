"""HTML to PDF, through WeasyPrint, and the leaflet made to fit its one page."""

from __future__ import annotations

import contextlib
import io
from typing import TYPE_CHECKING, Any

from stichwerk.errors import SpecError
from stichwerk_rulebook.printing.pages import SMALLEST, leaflet_html

if TYPE_CHECKING:
    from stichwerk_rulebook.book import Book

__all__ = ["fitted_leaflet", "pdf"]

LARGEST = 11.5
"""The largest size of the leaflet's letters, in points: above it, a short leaflet would look like a poster."""

_STEP = 0.1


def pdf(html: str) -> bytes:
    """A page of HTML as PDF. SpecError when WeasyPrint, or a library of the system that it needs, is missing."""
    return _written(_laid_out(html))


def fitted_leaflet(book: Book) -> tuple[bytes, float]:
    """The leaflet on one A4 page, in the largest letters that fit, and their size in points.

    SpecError when it does not even fit in the smallest.
    """
    steps = round((LARGEST - SMALLEST) / _STEP)
    low, high, best = 0, steps, None
    while low <= high:  # letters a step larger never take less room, so halving finds the largest
        middle = (low + high) // 2
        size = round(SMALLEST + middle * _STEP, 1)
        laid_out = _laid_out(leaflet_html(book, size))
        if len(laid_out.pages) == 1:
            best, low = (laid_out, size), middle + 1
        else:
            high = middle - 1
    if best is None:
        raise SpecError(
            f"the leaflet of {book.id} does not fit one page, even in letters of {SMALLEST} pt",
            hint="print the book instead (without --leaflet), or depart from the usual in fewer options",
        )
    return _written(best[0]), best[1]


def _laid_out(html: str) -> Any:
    return _weasyprint().HTML(string=html).render()


def _written(laid_out: Any) -> bytes:
    data: bytes = laid_out.write_pdf(pdf_variant="pdf/ua-1")
    return data


def _weasyprint() -> Any:
    """WeasyPrint, which tells people on stdout what it lacks; here stdout may be the file, so it is told again."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            import weasyprint  # type: ignore[import-untyped]
    except ImportError:
        raise SpecError(
            "a PDF needs WeasyPrint, which is not installed",
            hint="python -m pip install 'stichwerk[print]'; or take --format html and print from a browser",
        ) from None
    except OSError as error:
        raise SpecError(
            f"WeasyPrint lacks a library of the system: {str(error).partition(chr(10))[0]}",
            hint="on Debian: apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core",
        ) from None
    return weasyprint
