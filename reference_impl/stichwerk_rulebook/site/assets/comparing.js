// Rulesets side by side: the same rows as stichwerk_rulebook/compare makes, from resolved documents and the table of
// decisions (data/decisions.json, in one language). A test compares both.

import { cited } from "./citing.js";
import { Catalogue, OTHER, Stated } from "./decisions.js";
import { Speech } from "./speech.js";

const TOLD = new Set(["value", "default", "without", "absent"]);

/** Columns {key, title, document} -> sections, rows and counts, as schema/comparison.schema.json has them. */
export function compare(columns, table, phrases) {
  const maker = new Maker(new Catalogue(table), columns, table, phrases);
  const rows = maker.rows();
  const titles = [...table.sections, { id: OTHER, title: table.phrases.other }];
  const present = new Set(rows.map((row) => row.section));
  const counts = Object.fromEntries(
    ["same", "differs", "not_attested", "single"].map((status) => [
      status,
      rows.filter((row) => row.status === status).length,
    ]),
  );
  return {
    counts,
    sections: titles.filter(({ id }) => present.has(id)).map(({ id, title }) => ({ id, title })),
    rows,
  };
}

/** A name for each column: the id, numbered where it stands there several times. */
export function keysOf(rulesets) {
  return rulesets.map((name, n) => {
    const again = rulesets.filter((other) => other === name).length > 1;
    return again ? `${name}#${rulesets.slice(0, n + 1).filter((other) => other === name).length}` : name;
  });
}

class Maker {
  constructor(table, columns, { phrases, ...texts }, words) {
    this.table = table;
    this.columns = columns;
    this.phrases = phrases;
    this.speech = new Speech(texts, phrases, words);
    this.sides = columns.map(({ document }) => new Stated(document, table));
  }

  rows() {
    const found = new Map();
    const parts = new Map();
    for (const side of this.sides) {
      for (const [key, each] of side.values) if (!found.has(key)) found.set(key, each.found);
      for (const [key, each] of side.parts) if (!parts.has(key)) parts.set(key, each.found);
    }
    const order = new Order(this.table, [...parts.values(), ...found.values()]);
    const absent = [...parts.values()].map((each) => [each, this.part(each, parts)]).filter(([, row]) => row);
    const spoken = new Set(absent.map(([{ key, entry }]) => `${key}.${entry.shown ?? ""}`));
    const made = [...absent];
    for (const [key, each] of found) if (!spoken.has(key)) made.push([each, this.decision(each, parts)]);
    const placed = made.map(([each, row]) => [order.of(each), row]);
    return placed.sort(([one], [other]) => inOrder(one, other)).map(([, row]) => row);
  }

  decision(found, parts) {
    const above = this.table
      .partsOf(found.key)
      .map(({ key }) => key)
      .filter((key) => parts.has(key));
    const needed = found.entry.needs ? [...above, found.entry.needs] : above;
    const cells = this.sides.map((side, n) =>
      this.cell(
        side,
        this.columns[n],
        found,
        needed.every((path) => side.has(path)),
      ),
    );
    return this.row(found, found.entry.question, cells);
  }

  cell(side, { document }, { key, entry }, arises) {
    const here = side.values.get(key);
    if (here) return this.told("value", here.value, entry, document, here.grounds);
    if (!arises || entry.only_if_said) return { state: "no_question", text: this.phrases.no_question };
    if (entry.otherwise !== undefined && entry.otherwise !== null) {
      return this.told("default", entry.otherwise, entry, document, []);
    }
    if (entry.without) {
      return { state: "without", text: this.speech.word("without", entry.without) || this.phrases.absent };
    }
    return { state: "not_attested", text: this.phrases.not_attested };
  }

  told(state, value, entry, document, grounds) {
    const [text, formula] = this.speech.say(value, entry, document);
    return { state, text, value, formula, grounds };
  }

  /** The row that says in which columns a part is there; null where all that could have it do. */
  part(found, parts) {
    const above = this.table.partsOf(found.key).map(({ key }) => key);
    const needed = above.filter((key) => key !== found.key && parts.has(key));
    const asked = this.sides.map((side) => needed.every((path) => side.has(path)));
    if (this.sides.every((side, n) => !asked[n] || side.has(found.key))) return null;
    const cells = this.sides.map((side, n) => this.presence(side, this.columns[n], found, asked[n]));
    return this.row(found, found.names.length > 0 ? "" : found.entry.title, cells);
  }

  presence(side, { document }, { key, entry }, arises) {
    const here = side.parts.get(key);
    if (!here) {
      if (!arises) return { state: "no_question", text: this.phrases.no_question };
      return { state: "absent", text: this.speech.word("without", entry.absent) || this.phrases.absent };
    }
    const shown = side.values.get(`${key}.${entry.shown ?? ""}`);
    if (shown) return this.told("value", shown.value, shown.found.entry, document, shown.grounds);
    return { state: "value", text: this.phrases.present, value: true, grounds: here.grounds };
  }

  row({ key, entry, names }, question, cells) {
    const documents = this.columns.map(({ document }) => document);
    return {
      path: key,
      section: entry.section,
      subject: names.map((name) => this.speech.name(name, documents)).join(", "),
      question: entry.path === "values.*" ? "" : question,
      status: statusOf(cells),
      cells: this.lettered(cells).map((cell) => this.published(cell)),
    };
  }

  /** The cells with the letters of their groups, in the order of the columns. */
  lettered(cells) {
    const letters = new Map();
    return cells.map((cell) => {
      if (!TOLD.has(cell.state)) return cell;
      const identity = identityOf(cell);
      if (!letters.has(identity)) letters.set(identity, letterOf(letters.size));
      return { ...cell, group: letters.get(identity) };
    });
  }

  published(cell) {
    const { state, text, value, formula, grounds = [], group } = cell;
    const told = { state, text };
    if (state === "value" || state === "default") told.value = value;
    if (formula) told.formula = formula;
    if (group) told.group = group;
    return { ...told, cited: cited(cell, this.phrases), clauses: grounds };
  }
}

function identityOf({ state, value }) {
  return state === "value" || state === "default" ? `=${sorted(value)}` : state;
}

function sorted(value) {
  return JSON.stringify(value, (_, part) =>
    part !== null && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function statusOf(cells) {
  const asked = cells.filter(({ state }) => state !== "no_question");
  if (asked.length < 2) return "single";
  const told = new Set(asked.filter(({ state }) => state !== "not_attested").map(identityOf));
  if (told.size > 1) return "differs";
  return asked.some(({ state }) => state === "not_attested") ? "not_attested" : "same";
}

/** a, b, ..., z, aa, ab, ... */
function letterOf(n) {
  return n < 26 ? String.fromCharCode(97 + n) : letterOf(Math.floor(n / 26) - 1) + letterOf(n % 26);
}

/** Where a row stands: by section, then as the table has it, what belongs to one meld or contract together. */
class Order {
  constructor(table, rows) {
    this.table = table;
    this.sections = table.sections.map(({ id }) => id);
    this.places = new Map(table.decisions.map(({ path }, n) => [path, n]));
    this.blocks = new Map(table.parts.map(({ path }) => [path, this.first(path)]));
    this.names = new Map();
    for (const name of rows.flatMap((row) => row.names)) {
      if (!this.names.has(name)) this.names.set(name, this.names.size);
    }
  }

  first(part) {
    const inside = [...this.places].filter(([path]) => `${path}.`.startsWith(`${part}.`)).map(([, n]) => n);
    return inside.length > 0 ? Math.min(...inside) : 0;
  }

  of({ entry, part, key, names }) {
    const last = this.places.size;
    const section = this.sections.indexOf(entry.section);
    const own = this.places.get(entry.path) ?? last;
    const named = this.table.partsOf(key).filter((each) => each.names.length > 0);
    const block = this.blocks.get(named.at(-1)?.entry.path ?? entry.path) ?? own;
    const [first = -1, second = -1] = names.map((name) => this.names.get(name));
    return [section < 0 ? this.sections.length : section, block, first, part ? -1 : own, second, key];
  }
}

function inOrder(one, other) {
  const n = one.findIndex((value, place) => value !== other[place]);
  if (n < 0) return 0;
  return one[n] < other[n] ? -1 : 1;
}
