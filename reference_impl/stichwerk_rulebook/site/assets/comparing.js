// Rulesets side by side: the same rows as stichwerk_rulebook/compare makes, from resolved documents and the table of
// decisions (data/decisions.json, in one language). A test compares both.

import { Prose, format } from "./prose.js";

const OTHER = "other";
const UNTITLED = new Set(["values", "success"]);
const TOLD = new Set(["value", "default", "without", "absent"]);
const FEW = 3;
const NAME = /\b(?!true\b|false\b)[a-z]/;

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
  return { counts, sections: titles.filter(({ id }) => present.has(id)).map(({ id, title }) => ({ id, title })), rows };
}

/** A name for each column: the id, numbered where it stands there several times. */
export function keysOf(rulesets) {
  return rulesets.map((name, n) => {
    const again = rulesets.filter((other) => other === name).length > 1;
    return again ? `${name}#${rulesets.slice(0, n + 1).filter((other) => other === name).length}` : name;
  });
}

// --- The table of decisions (stichwerk/decisions.py) ------------------------------------------------------------------

class Catalogue {
  constructor({ sections, parts, decisions }) {
    Object.assign(this, { sections, parts, decisions });
    this.byHead = new Map();
    for (const decision of byDepth(decisions)) {
      const head = headOf(decision.path);
      if (!this.byHead.has(head)) this.byHead.set(head, []);
      this.byHead.get(head).push(decision);
    }
  }

  /** The decision that a leaf of the rules belongs to: the longest pattern wins; unknown leaves stand for themselves. */
  decision(leaf) {
    const kin = this.byHead.get(headOf(leaf)) ?? [];
    for (const entry of kin) {
      const found = match(entry, leaf);
      if (found) return found;
    }
    const section = kin.at(-1)?.section ?? OTHER;
    return { entry: { path: leaf, section, question: leaf, kind: "formula" }, part: false, key: leaf, names: [] };
  }

  /** The parts that a leaf lies in, the outermost first. */
  partsOf(leaf) {
    const found = this.parts.map((entry) => match(entry, leaf)).filter(Boolean);
    return found.map((each) => ({ ...each, part: true })).sort((one, other) => depth(one.key) - depth(other.key));
  }
}

function match(entry, leaf) {
  const pattern = entry.path.split(".");
  const steps = leaf.split(".");
  if (steps.length < pattern.length || pattern.some((step, n) => step !== "*" && step !== steps[n])) return null;
  const names = pattern.flatMap((step, n) => (step === "*" ? [`${pattern[n - 1]} ${steps[n]}`] : []));
  return { entry, part: false, key: steps.slice(0, pattern.length).join("."), names };
}

function byDepth(decisions) {
  return [...decisions].sort((one, other) => depth(other.path) - depth(one.path));
}

function depth(path) {
  return path.split(".").length;
}

function headOf(path) {
  return path.split(".")[0];
}

// --- What one ruleset states (compare/stated.py) ----------------------------------------------------------------------

class Stated {
  constructor(document, table) {
    this.values = new Map();
    this.parts = new Map();
    const clauses = new Map(document.clauses.map((clause) => [clause.id, groundOf(clause)]));
    for (const [leaf, clause] of Object.entries(document.provenance)) {
      answer(this.values, table.decision(leaf), document.rules, clauses.get(clause));
      for (const part of table.partsOf(leaf)) answer(this.parts, part, document.rules, clauses.get(clause));
    }
  }

  has(path) {
    return this.parts.has(path) || this.values.has(path);
  }
}

function answer(answers, found, rules, ground) {
  if (!answers.has(found.key)) {
    const value = found.key.split(".").reduce((part, step) => part[step], rules);
    answers.set(found.key, { found, value, grounds: [] });
  }
  const { grounds } = answers.get(found.key);
  if (!grounds.includes(ground)) grounds.push(ground);
}

function groundOf({ id, number, status, sources, rulings }) {
  return { id, number, status, sources: sources.map((source) => ({ id: source.id, at: source.at ?? "" })), rulings };
}

// --- The rows (compare/table.py) --------------------------------------------------------------------------------------

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
    const above = this.table.partsOf(found.key).map(({ key }) => key).filter((key) => parts.has(key));
    const needed = found.entry.needs ? [...above, found.entry.needs] : above;
    const cells = this.sides.map((side, n) =>
      this.cell(side, this.columns[n], found, needed.every((path) => side.has(path))),
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

// --- Values in words (compare/speech.py) ------------------------------------------------------------------------------

class Speech {
  constructor({ texts, units, words, names }, phrases, vocabulary) {
    Object.assign(this, { language: texts, units, words, names, phrases, vocabulary });
    this.kinds = {
      figure: (value, decision) => this.figure(value, decision.unit),
      yes_no: (value) => (typeof value === "boolean" ? this.phrases[value ? "yes" : "no"] : null),
      words: (value, decision) => each(value).map((one) => this.word(decision.words, one) || tidy(one)).join(", "),
      names: (value, decision, document) =>
        each(value).map((one) => this.name(`${decision.of} ${one}`, [document])).join(", ") || this.phrases.none,
      pack: (_value, _decision, document) => document.pack.title[this.language],
      rank: (value, _decision, document) => this.ranks([value], document),
      ranks: (value, _decision, document) => this.ranks(each(value), document),
      rank_points: (value, _decision, document) => this.prose(document).shown("values", value, this.language),
      packets: (value) =>
        value
          .flatMap((packet) => Object.entries(packet))
          .map(([to, count]) => format(this.word("place", to), [count]))
          .join(" – "),
      meld_cards: (value, _decision, document) => this.meldCards(value, document),
      meld_value: (value) =>
        isMapping(value) ? format(this.word("meld_value", "suited"), value) : this.figure(value, "points"),
    };
  }

  /** A value as the answer to a decision: words, and its formula where it is one. */
  say(value, decision, document) {
    const formula = decision.kind === "formula" && typeof value === "string" ? value : "";
    const word = typeof value === "string" ? this.word(decision.words, value) : "";
    if (word) return [word, NAME.test(formula) ? formula : ""];
    if (formula) return [formula, formula];
    const said = this.bySpeakingKind(value, decision, document);
    if (said !== null) return [said, ""];
    return [typeof value === "string" ? value : spaced(value), ""];
  }

  bySpeakingKind(value, decision, document) {
    if (!Object.hasOwn(this.kinds, decision.kind)) return null;
    try {
      return this.kinds[decision.kind](value, decision, document);
    } catch {
      return null; // a rule language newer than the table
    }
  }

  /** A word of a table; empty when it is not there. */
  word(table, word) {
    const words = own(this.words, table) ?? {};
    return own(words, word) ?? "";
  }

  /** What a meld, a stage, ... is called: by the table, else by the first of the rulesets that has a title. */
  name(name, documents) {
    const [kind, word] = name.split(" ");
    const known = own(own(this.names, kind) ?? {}, word);
    if (known) return known;
    if (UNTITLED.has(kind)) return tidy(word);
    const title = documents.map((document) => titleOf(document, `${kind}.${word}`)).find(Boolean);
    return title ? title[this.language] : tidy(word);
  }

  figure(value, unit) {
    if (!Number.isInteger(value)) return null;
    const forms = own(this.units, unit);
    return forms ? format(forms[value === 1 ? "one" : "other"], [value]) : String(value);
  }

  ranks(value, document) {
    const { ranks } = document.pack;
    return value.map((code) => ranks.find((rank) => rank.code === code).name[this.language]).join(", ");
  }

  meldCards(value, document) {
    if ("exact" in value) return this.prose(document).shown("cards", value.exact, this.language);
    const form = value.ranks ? `ranks_${value.suit}` : (value.copies ?? 1) > 1 ? "rank_all_copies" : "rank_all";
    const cards = this.ranks(value.ranks ?? [value.rank], document);
    return format(this.word("meld_cards", form), { cards, copies: value.copies });
  }

  prose({ rules, pack }) {
    return new Prose(rules, pack, this.vocabulary);
  }
}

/** The title of a clause that sets something at the path; of several the one that is called like the path. */
function titleOf({ clauses, provenance }, path) {
  const setting = Object.entries(provenance).filter(([leaf]) => `${leaf}.`.startsWith(`${path}.`));
  const titles = new Map(clauses.filter((clause) => clause.title).map((clause) => [clause.id, clause.title]));
  const found = setting.map(([, clause]) => clause).filter((clause) => titles.has(clause));
  return titles.get(found.includes(path) ? path : found[0]);
}

function tidy(name) {
  return name.replaceAll("_", " ");
}

function own(table, key) {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function each(value) {
  return isMapping(value) ? Object.keys(value) : [...value];
}

function isMapping(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** JSON with the spaces that Python puts in. */
function spaced(value) {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (!isMapping(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, part]) => `${JSON.stringify(key)}: ${spaced(part)}`);
  return `{${entries.join(", ")}}`;
}

// --- Where an answer comes from (compare/citing.py) --------------------------------------------------------------------

/** In one line: "§ 5.2 · B, Reizen"; for what holds by default a note that no clause says so. */
export function cited({ state, grounds = [] }, phrases) {
  if (grounds.length === 0) return state === "default" ? phrases.default : "";
  return `§ ${spans(grounds.map(({ number }) => number))} · ${basisOf(grounds, phrases)}`;
}

/** Sources and rulings in words. */
export function basisOf(grounds, phrases) {
  const decided = grounds.filter(isDecided);
  const said = grounds.filter((ground) => !isDecided(ground)).flatMap(({ sources }) => sources);
  const places = unique(said.map(({ id, at }) => (at ? `${id}, ${at}` : id)));
  const rulings = unique(decided.flatMap((ground) => ground.rulings));
  const parts = places.length + (rulings.length > 0 ? 1 : 0) > FEW ? unique(said.map(({ id }) => id)) : places;
  if (rulings.length > 0) {
    parts.push(format(phrases[rulings.length === 1 ? "ruling" : "rulings"], { ids: rulings.join(", ") }));
  }
  return parts.join("; ") || phrases.editorial;
}

/** Does the clause rest on rulings rather than on what a source says? */
function isDecided({ rulings, status, sources }) {
  return rulings.length > 0 && (status !== "attested" || sources.length === 0);
}

function unique(values) {
  return [...new Set(values)];
}

/** 5.2, 5.3, 5.4, 6.1 -> 5.2–5.4, 6.1. */
function spans(numbers) {
  const parts = unique(numbers).map((number) => number.split(".").map(Number));
  parts.sort((one, other) => inOrder(one, other));
  const found = [];
  for (const [chapter, place] of parts) {
    const last = found.at(-1)?.at(-1);
    if (last && last[0] === chapter && last[1] + 1 === place) found.at(-1).push([chapter, place]);
    else found.push([[chapter, place]]);
  }
  const shown = (span) => {
    const ends = span.length < 3 ? span : [span[0], span.at(-1)];
    return ends.map((number) => number.join(".")).join(span.length > 2 ? "–" : ", ");
  };
  return found.map(shown).join(", ");
}
