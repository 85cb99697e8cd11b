"""`stichwerk rulesets`."""

import json
import re
from collections.abc import Callable

from click.testing import Result

from stichwerk.cli.rulesets import describe
from stichwerk.library import shipped
from stichwerk.resolve import resolve_ruleset

Run = Callable[..., Result]


def test_a_variant_stands_below_its_ruleset(run: Run) -> None:
    result = run("rulesets")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["Ruleset", "Title", "Family", "Source", "Options"]
    names = [line[:25] for line in lines if line and not line.startswith(" " * 5)]
    whole, variant = names.index("binokel".ljust(25)), names.index("  kreuz-binokel".ljust(25))
    assert whole < variant < names.index("binokel-turnier".ljust(25))
    assert not any(line.startswith("binokel-common") for line in lines)
    assert max(map(len, lines)) <= 80


def test_a_family_stands_together(run: Run) -> None:
    families = re.findall(r"  (binokel|guinote|schnapsen)  ", run("rulesets").stdout)
    assert families == sorted(families)
    assert len(set(families)) == 3


def test_as_json(run: Run) -> None:
    found = {entry["id"]: entry for entry in json.loads(run("rulesets", "--json").stdout)}
    assert found["binokel"]["title"]["en"] == "Binokel"
    assert found["binokel"]["follows"] == "B"
    assert found["binokel"]["extends"] == "binokel-common"
    assert found["binokel"]["variant_of"] is None
    assert found["kreuz-binokel"]["variant_of"] == "binokel"
    assert found["kreuz-binokel"]["follows"] == "B"
    assert "binokel-common" not in found


def test_the_short_way_to_the_options_agrees_with_the_resolver() -> None:
    for entry in describe(shipped()):
        document = resolve_ruleset(entry["id"])
        assert entry["options"] == [name for name in document["options"] if name not in document["fixed"]]
        assert entry["follows"] == document["follows"]
