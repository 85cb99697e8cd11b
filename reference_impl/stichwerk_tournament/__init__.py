"""A tournament: its plan, the sheets for the tables, its lists checked, its players ranked; all in plain files.

The rules of it are in `stichwerk.tournament`; here they meet files, paper and people. Nothing imports this package but
the command `stichwerk tournament`.
"""
