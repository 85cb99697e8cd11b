"""One run of the lint over the shipped spec, or over files and folders of rulesets."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from stichwerk.decisions import catalogue
from stichwerk.errors import SpecError
from stichwerk.files import vectors_dir
from stichwerk.library import RESERVED, Library
from stichwerk.lineage import chain_of
from stichwerk.lint.changes import check_changes
from stichwerk.lint.combinations import Explored, Explorer, never_used
from stichwerk.lint.coverage import CaseFiles, count, untested
from stichwerk.lint.decisions import check_decisions
from stichwerk.lint.documents import check_references, check_ruleset, error_at
from stichwerk.lint.references import check_rulings, check_unique, citations, read, reference_files
from stichwerk.lint.report import Report, sorted_problems
from stichwerk.lint.translations import check_translations
from stichwerk.loader import Document
from stichwerk.translations import language_of, passages, ruling_passages

__all__ = ["run"]


def run(paths: Iterable[str | Path] | None = None) -> Report:
    """Check the shipped spec with its cases, or, when paths are given, the rulesets in them.

    paths: files and folders. Parents are looked for beside the files and then in the shipped spec. All
    problems are collected; SpecError is raised only for a path that does not exist.
    """
    if paths is None:
        library = _Unbelieving()
        return _Run(library, [library.shipped], whole=True).report()
    given = [Path(path) for path in paths]
    for path in given:
        if not path.exists():
            raise SpecError(f"there is no file or folder {str(path)!r}", expected="a ruleset, or a folder of rulesets")
    folders = list(dict.fromkeys(path if path.is_dir() else path.parent for path in given))
    return _Run(_Unbelieving(folders), given, whole=False).report()


class _Unbelieving(Library):
    """A library that holds even shipped documents against their schemas: they are what is checked."""

    def trusts(self, path: Path) -> bool:
        return False


class _Run:
    """The state of one run. whole: the shipped spec is looked at, with its cases."""

    def __init__(self, library: Library, targets: list[Path], *, whole: bool) -> None:
        self.library = library
        self.targets = targets
        self.whole = whole
        self.problems: list[SpecError] = []
        self.explorer = Explorer(library)
        self.chains: dict[str, list[Document]] = {}
        self.decisions: Document | None = None
        self.changes: Document | None = None

    def report(self) -> Report:
        """Check everything and sum it up."""
        rulings = self._references()
        documents = self._documents()
        self._translations(rulings, documents)
        sound = self._sound(documents)
        playable = [name for name in sound if not documents[name].value.get("abstract")]
        explored = [self.explorer.explore(name) for name in sorted(playable)]
        parents = {each.name for name in playable for each in self.chains[name]}
        for name in sound:
            document = documents[name]
            self.problems += never_used(document, self.explorer, playable=document.name in parents)
        cases = self._cases(explored) if self.whole else None
        if self.whole and len(sound) == len(documents):
            self._rulings(rulings, documents, explored)
            if self.decisions is not None:
                self.problems += check_decisions(self.decisions, catalogue(self.library), self.explorer.leaves)
            if self.changes is not None:
                self.problems += check_changes(self.changes, explored)
        self.problems += self.explorer.problems
        tested = cases.clauses if cases else None
        counts = [count(one, tested) for one in explored]
        return Report(sorted_problems(self.problems), counts, cases.count if cases else None)

    def _references(self) -> list[Document]:
        """Check packs, sources, rulings, glossaries, tables of decisions and editions; the files of rulings."""
        rulings = []
        for folder in (target for target in self.targets if target.is_dir()):
            for path, schema in reference_files(folder):
                document = read(path, schema, self.problems)
                if document is not None:
                    self.problems += check_unique(document, schema)
                    if schema == "rulings":
                        rulings.append(document)
                    elif schema == "decisions":
                        self.decisions = document
                    elif schema == "changes":
                        self.changes = document
        return rulings

    def _documents(self) -> dict[str, Document]:
        """The rulesets that are looked at and fit the schema, by the names of their files."""
        found: dict[str, Document] = {}
        for path in self._files():
            document = read(path, "ruleset", self.problems)
            if document is None:
                continue
            if path.stem in found:
                self.problems.append(
                    error_at(
                        document,
                        ("id",),
                        f"the ruleset {path.stem!r} is there twice, also in {found[path.stem].name}",
                    )
                )
                continue
            found[path.stem] = document
        return found

    def _files(self) -> list[Path]:
        files: dict[Path, None] = {}
        for target in self.targets:
            if target.is_file():
                files[target] = None
                continue
            inside = sorted(target.rglob("*.yaml"))
            files |= dict.fromkeys(path for path in inside if path.relative_to(target).parts[0] not in RESERVED)
        return list(files)

    def _translations(self, rulings: list[Document], documents: dict[str, Document]) -> None:
        """Hold translations against the sentences they were made from; in the shipped spec each must say so."""
        found = [(document, passages(document.value)) for document in documents.values()]
        found += [
            (document, ruling_passages(document.value, lambda ruling: language_of(ruling, self.library)))
            for document in rulings
        ]
        for document, inside in found:
            self.problems += check_translations(document, inside, required=self.whole)

    def _sound(self, documents: dict[str, Document]) -> list[str]:
        """The rulesets that can be resolved at all: they and their parents refer to what exists."""
        flawed = set()
        for name, document in documents.items():
            try:
                self.chains[name] = chain_of(name, self.library)
                problems = list(check_ruleset(document, self.chains[name]))
                self.problems += check_references(document, self.library)
            except SpecError as error:
                problems = [error]
            self.problems += problems
            if problems:
                flawed.add(document.name)
        return [name for name, chain in self.chains.items() if not flawed & {each.name for each in chain}]

    def _cases(self, explored: list[Explored]) -> CaseFiles:
        cases = CaseFiles(self.library)
        try:
            self.problems += cases.read(vectors_dir())
        except SpecError as error:
            self.problems.append(error)
        self.problems += untested(explored, cases.clauses)
        return cases

    def _rulings(self, files: list[Document], documents: dict[str, Document], explored: list[Explored]) -> None:
        citing: dict[str, set[str]] = {}
        for document in documents.values():
            for ruling, clause in citations(document):
                citing.setdefault(ruling, set()).update([clause] if clause else [])
        clauses = {one.ruleset: {name for _, name in one.clauses} for one in explored}
        self.problems += check_rulings(files, citing, clauses, set(documents))
