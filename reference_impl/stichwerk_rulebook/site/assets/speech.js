// Values of the rules in words, as stichwerk_rulebook/compare/speech.py says them.

import { Prose, format } from "./prose.js";

const UNTITLED = new Set(["values", "success"]);
const NAME = /\b(?!true\b|false\b)[a-z]/;

export class Speech {
  constructor({ texts, units, words, names }, phrases, vocabulary) {
    Object.assign(this, { language: texts, units, words, names, phrases, vocabulary });
    this.kinds = {
      figure: (value, decision) => this.figure(value, decision.unit),
      yes_no: (value) => (typeof value === "boolean" ? this.phrases[value ? "yes" : "no"] : null),
      words: (value, decision) =>
        each(value)
          .map((one) => this.word(decision.words, one) || tidy(one))
          .join(", "),
      names: (value, decision, document) =>
        each(value)
          .map((one) => this.name(`${decision.of} ${one}`, [document]))
          .join(", ") || this.phrases.none,
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
