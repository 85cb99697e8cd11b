// A resolved ruleset as a book in one language: what stichwerk_rulebook/book.py makes, as far as the pages show it.

import { canonical, choiceOf, declaredIn } from "./resolver.js";

export class Book {
  constructor(data, document, language) {
    this.document = document;
    this.language = language;
    this.id = document.id;
    this.title = document.title[language];
    this.pack = document.pack;
    this.options = [...declaredIn(data.chain).values()].map(({ option }) => this.read(option));
    this.clauses = document.clauses.map((clause) => this.clause(clause));
    this.sections = document.sections.map(({ id, title }) => {
      const clauses = this.clauses.filter(({ section }) => section === id);
      return { id, title: title[language], number: clauses[0].number.split(".")[0], clauses };
    });
  }

  read(option) {
    const { language, document } = this;
    const chosen = document.options[option.id];
    const fixed = document.fixed.includes(option.id);
    return {
      id: option.id,
      title: option.title[language],
      text: option.text?.[language] ?? "",
      chosen,
      default: option.default,
      usual: fixed ? chosen : option.default,
      fixed,
      choices: option.choices.map((one) => ({
        id: one.id,
        title: one.title[language],
        requires: one.requires ?? {},
      })),
      answer: choiceOf(option, chosen).title[language],
    };
  }

  clause(clause) {
    return {
      ...clause,
      title: clause.title?.[this.language] ?? "",
      text: clause.text[this.language] ?? "",
      patched_by: clause.patched_by ?? [],
    };
  }

  option(name) {
    return this.options.find(({ id }) => id === name);
  }

  choice(name, id) {
    return this.option(name)?.choices.find((choice) => choice.id === id);
  }

  /** Option -> choice where the table departs from the usual. */
  get departures() {
    const left = this.options.filter(({ chosen, usual }) => chosen !== usual);
    return Object.fromEntries(left.map(({ id, chosen }) => [id, chosen]));
  }

  /** The options whose unusual choice, of the table or of the variant, changed or added the clause. */
  changedBy(clause) {
    return this.options.filter((option) => option.chosen !== option.default && clause.patched_by.includes(option.id));
  }

  /** The clauses that set a part of the rules at a dotted path, those with a short name first. */
  setters(leaf) {
    const { provenance } = this.document;
    const names = Object.keys(provenance).filter((path) => path === leaf || path.startsWith(`${leaf}.`));
    const ids = new Set(names.map((path) => provenance[path]));
    const found = this.clauses.filter(({ id }) => ids.has(id));
    return [...found.filter(({ title }) => title), ...found.filter(({ title }) => !title)];
  }
}

/** The clauses that are not the same in two books: {there, here}, one of them null where the other has none. */
export function differences(base, book) {
  const theirs = new Map(base.clauses.map((clause) => [clause.id, clause]));
  const ours = new Set(book.clauses.map(({ id }) => id));
  const changed = book.clauses
    .map((here) => ({ there: theirs.get(here.id) ?? null, here }))
    .filter(({ there, here }) => there === null || differs(there, here));
  const gone = base.clauses.filter(({ id }) => !ours.has(id)).map((there) => ({ there, here: null }));
  return [...changed, ...gone];
}

/** Does a clause say something else in two books? Numbers, sources and rulings do not count. */
function differs(one, other) {
  return one.title !== other.title || one.text !== other.text || ruleOf(one) !== ruleOf(other);
}

function ruleOf({ rule }) {
  return rule === undefined ? "" : canonical(rule);
}
