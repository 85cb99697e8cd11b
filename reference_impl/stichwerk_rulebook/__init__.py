"""The rules as people read them: comparison, printed book and leaflet, and the site.

Everything here is made from resolved rulesets and the cases of the suite; no rule is written down a second time.
`book` holds a ruleset as a book, `cards` draws cards, `compare` sets rulesets side by side, `printing` makes the
files to print, `site` the pages of the site.
"""
