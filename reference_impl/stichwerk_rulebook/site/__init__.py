"""The site: Markdown pages staged from the rules, which mkdocs makes into HTML, one build for each language."""
