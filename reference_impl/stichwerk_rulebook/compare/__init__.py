"""Rulesets side by side, decision by decision.

`columns` reads what is compared, `stated` what one ruleset says, `table` makes the comparison, `speech` and `citing`
put it into words; `terminal`, `files` and `data` write it; `command` is `stichwerk compare`.
"""
