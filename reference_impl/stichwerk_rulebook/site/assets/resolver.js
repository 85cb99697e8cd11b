// From a ruleset, its parents and the chosen options to one document: the same as stichwerk.resolve, key by key.
//
// `data` is data/rulesets/<id>.json: `chain` (documents from the oldest parent to the ruleset itself), `packs` and
// `phrases`. The parts follow the modules of the reference: choosing, lineage, patching, resolve. A test resolves every
// ruleset with every pair of choices both ways.

import { Fault, LANGUAGES, Prose } from "./prose.js";

export { Fault };

/** A choice that the rules refuse. kind and values are for saying it in any language; message is the reference's. */
export class Refusal extends Error {
  constructor(kind, message, values) {
    super(message);
    this.kind = kind;
    this.values = values;
  }
}

/** The resolved document without its hash. asked: option -> choice; Refusal for what the rules refuse. */
export function resolve(data, asked = {}) {
  const { chain } = data;
  const head = chain.at(-1);
  if (head.abstract) {
    throw new Refusal("abstract", `${head.id} is only a common part of other rulesets and cannot be played`, {});
  }
  const [sections, clauses] = collect(chain);
  const declared = declaredIn(chain);
  const [chosen, fixed] = choose(chain, declared, asked);
  applyPatches(patchesOf(chain, declared, chosen), sections, clauses, chosen);
  const ordered = [...sections.keys()].flatMap((name) =>
    [...clauses.values()].filter((clause) => clause.section === name),
  );
  const [rules, provenance] = merge(ordered);
  const pack = packOf(rules, data.packs);
  const document = {
    language: head.language,
    id: head.id,
    family: head.family,
    lineage: chain.map((one) => one.id),
    follows: chain.findLast((one) => "follows" in one)?.follows ?? null,
    title: head.title,
    authentic: head.authentic,
    options: Object.fromEntries(chosen),
    fixed: [...fixed],
    pack,
    sections: [...sections.values()].filter((section) => ordered.some((clause) => clause.section === section.id)),
    rules,
    provenance,
  };
  document.clauses = written(ordered, document, new Prose(rules, pack, data.phrases));
  return document;
}

/** Can the hash be taken here? Browsers do it only on secure pages: https, or this machine. */
export function canHash() {
  return globalThis.crypto?.subtle !== undefined;
}

/** The hash of what is played: language, id, options, suit codes and rules. Wording does not change it. */
export async function contentHash(document) {
  const { language, id, options, rules, pack } = document;
  const content = { language, id, options, rules, suits: pack.suits.map((suit) => suit.code) };
  return `sha256:${await sha256(canonical(content))}`;
}

/** SHA-256 of a text in UTF-8, as hexadecimal digits. */
export async function sha256(text) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** JSON with sorted keys and no spaces, the same text that Python makes of it. */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isMapping(value)) return JSON.stringify(value);
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${entries.join(",")}}`;
}

// --- Options (choosing.py) ---------------------------------------------------------------------------------------

/** Every option of the chain: id -> {option, origin}. */
export function declaredIn(chain) {
  const found = new Map();
  chain.forEach((document, level) => {
    for (const option of document.options ?? []) {
      if (found.has(option.id)) throw new Fault(`the option '${option.id}' exists already`);
      if (!choiceOf(option, option.default)) throw new Fault(`${option.id} has no choice '${option.default}'`);
      found.set(option.id, { option, origin: { owner: option.id, level, option: true } });
    }
  });
  return found;
}

/** The entry of a choice; undefined when there is none. */
export function choiceOf(option, choice) {
  return option.choices.find((one) => one.id === choice);
}

/** Option -> choice for all options, and the options that a variant has fixed. */
function choose(chain, declared, asked) {
  const ruleset = chain.at(-1).id;
  const fixed = fixedIn(chain, declared);
  const chosen = new Map([...declared].map(([name, { option }]) => [name, fixed.get(name) ?? option.default]));
  for (const [name, choice] of Object.entries(asked)) {
    if (!declared.has(name)) {
      throw new Refusal("unknown_option", `${ruleset} has no option '${name}'`, { option: name });
    }
    if (!choiceOf(declared.get(name).option, choice)) {
      const message = `the option ${name} of ${ruleset} has no choice '${choice}'`;
      throw new Refusal("unknown_choice", message, { option: name, choice });
    }
    if (fixed.has(name) && choice !== fixed.get(name)) {
      const message = `${ruleset} fixes ${name} to ${fixed.get(name)}`;
      throw new Refusal("fixed", message, { option: name, choice, fixed: fixed.get(name) });
    }
    chosen.set(name, choice);
  }
  required(chosen, declared);
  return [chosen, fixed.keys()];
}

/** What variants have chosen for good. */
export function fixedIn(chain, declared) {
  const fixed = new Map();
  for (const document of chain) {
    for (const [name, choice] of Object.entries(document.choose ?? {})) {
      if (!declared.has(name)) throw new Fault(`there is no option '${name}'`);
      if (!choiceOf(declared.get(name).option, choice)) throw new Fault(`${name} has no choice '${choice}'`);
      fixed.set(name, choice);
    }
  }
  return fixed;
}

function required(chosen, declared) {
  for (const [name, choice] of chosen) {
    const { requires = {} } = choiceOf(declared.get(name).option, choice);
    for (const [other, allowed] of Object.entries(requires)) {
      if (!declared.has(other))
        throw new Fault(`${name}=${choice} requires the option '${other}', which does not exist`);
      const found = chosen.get(other);
      if (!allowed.includes(found)) {
        const message = `${name}=${choice} does not go with ${other}=${found}`;
        throw new Refusal("requires", message, { option: name, choice, other, found, allowed });
      }
    }
  }
}

// --- Clauses (lineage.py) ----------------------------------------------------------------------------------------

/** Sections in their order, and all clauses by id. */
function collect(chain) {
  const order = [];
  const titles = new Map();
  const clauses = new Map();
  chain.forEach((document, level) => {
    let position = 0;
    for (const section of document.sections ?? []) {
      const known = order.indexOf(section.id);
      if (known >= 0) position = known + 1;
      else order.splice(position++, 0, section.id);
      if (!titles.has(section.id)) {
        if (!section.title) throw new Fault(`the new section '${section.id}' has no title`);
        titles.set(section.id, { id: section.id, title: section.title });
      }
      for (const body of section.clauses ?? []) {
        put(clauses, section.id, body, { owner: document.id, level, option: false });
      }
    }
  });
  return [new Map(order.map((name) => [name, titles.get(name)])), clauses];
}

function put(clauses, section, body, origin) {
  if (clauses.has(body.id)) throw new Fault(`the clause '${body.id}' exists already`);
  const clause = { id: body.id, section, body: { ...body }, origin, patched: [] };
  clauses.set(body.id, clause);
  return clause;
}

// --- Patches (patching.py) ---------------------------------------------------------------------------------------

/** Every patch that the documents and the chosen options bring, those of documents first. */
function patchesOf(chain, declared, chosen) {
  const found = chain.flatMap((document, level) => entries(document, { owner: document.id, level, option: false }));
  for (const [name, { option, origin }] of declared) {
    found.push(...entries(choiceOf(option, chosen.get(name)), origin));
  }
  return found;
}

function entries(holder, origin) {
  return ["change", "drop", "add"].flatMap((kind) => (holder[kind] ?? []).map((entry) => ({ kind, entry, origin })));
}

function applyPatches(patches, sections, clauses, chosen) {
  const active = patches.filter((patch) => holds(patch, chosen));
  active.filter(({ kind }) => kind === "add").forEach((patch) => add(patch, sections, clauses));
  const last = new Map();
  for (const patch of active.filter(({ kind }) => kind !== "add")) {
    const name = patch.entry.clause;
    const clause = clauses.get(name);
    if (!clause) throw new Fault(`there is no clause '${name}' to ${patch.kind}`);
    if (last.has(name)) allow(patch, last.get(name));
    last.set(name, patch);
    if (patch.kind === "drop") continue;
    const { clause: _clause, if: _if, over: _over, ...brought } = patch.entry;
    Object.assign(clause.body, brought);
    clause.patched.push(patch.origin);
  }
  // A clause is gone when dropping it was the last word.
  for (const [name, { kind }] of last) if (kind === "drop") clauses.delete(name);
}

function holds({ entry }, chosen) {
  return Object.entries(entry.if ?? {}).every(([option, choices]) => {
    if (!chosen.has(option)) throw new Fault(`there is no option '${option}'`);
    return choices.includes(chosen.get(option));
  });
}

function add({ entry, origin }, sections, clauses) {
  if (!sections.has(entry.section)) throw new Fault(`there is no section '${entry.section}'`);
  const clause = put(clauses, entry.section, entry.clause, origin);
  const { after } = entry;
  if (!after) return;
  if (!clauses.has(after)) throw new Fault(`there is no clause '${after}'`);
  if (clauses.get(after).section !== clause.section) {
    throw new Fault(`the clause '${after}' stands in the section '${clauses.get(after).section}'`);
  }
  const others = [...clauses].filter(([name]) => name !== clause.id);
  others.splice(others.findIndex(([name]) => name === after) + 1, 0, [clause.id, clause]);
  clauses.clear();
  for (const [name, one] of others) clauses.set(name, one);
}

/** Two patches of one clause: the later must say that it goes over the earlier, or be an option of that file. */
function allow(patch, before) {
  const [later, earlier] = [patch.origin, before.origin];
  const natural = later.option && !earlier.option && later.level >= earlier.level;
  if (natural || (patch.entry.over ?? []).includes(earlier.owner)) return;
  const name = patch.entry.clause;
  if ((before.entry.over ?? []).includes(later.owner)) {
    throw new Fault(`${earlier.owner} already goes over this patch of '${name}'`);
  }
  throw new Fault(`two patches change the clause '${name}': ${earlier.owner} and ${later.owner}`);
}

// --- The formal parts as one, and the sentences (resolve.py) -----------------------------------------------------

function packOf(rules, packs) {
  const name = rules.deck?.pack;
  if (name === undefined) throw new Fault("no clause says which pack is played with");
  if (!Object.hasOwn(packs, name)) throw new Fault(`there is no pack '${name}'`);
  const { language: _language, ...pack } = packs[name];
  return pack;
}

/** The rules, and for each leaf the clause that set it. */
function merge(ordered) {
  const rules = {};
  const provenance = {};
  for (const clause of ordered) mergeInto(rules, clause.body.rule ?? {}, "", clause, provenance);
  return [rules, provenance];
}

function mergeInto(target, part, prefix, clause, provenance) {
  for (const [key, value] of Object.entries(part)) {
    const path = prefix + key;
    const taken = Object.hasOwn(target, key);
    if (isMapping(value) && Object.keys(value).length > 0 && (!taken || isMapping(target[key]))) {
      if (!taken) target[key] = {};
      mergeInto(target[key], value, `${path}.`, clause, provenance);
      continue;
    }
    if (taken) throw new Fault(`two clauses set ${path}: one of them is '${clause.id}'`);
    target[key] = structuredClone(value);
    provenance[path] = clause.id;
  }
}

/** The clauses as they are published: numbered, with their sentences filled in. */
function written(ordered, document, prose) {
  const numbers = new Map(document.sections.map((section, n) => [section.id, n + 1]));
  const counts = new Map();
  return ordered.map(({ id, section, body, origin, patched }) => {
    counts.set(section, (counts.get(section) ?? 0) + 1);
    const entry = { id, number: `${numbers.get(section)}.${counts.get(section)}`, section };
    if ("title" in body) entry.title = body.title;
    entry.text = {};
    for (const language of LANGUAGES) {
      if (language in body.text) entry.text[language] = prose.fill(body.text[language], language);
    }
    if ("rule" in body) entry.rule = body.rule;
    entry.sources = body.sources ?? [];
    entry.rulings = body.rulings ?? [];
    entry.status = body.status ?? (entry.rulings.length > 0 && entry.sources.length === 0 ? "ruling" : "attested");
    if (body.leaflet) entry.leaflet = true;
    const patches = [...(origin.option ? [origin] : []), ...patched];
    if (patches.length > 0) entry.patched_by = [...new Set(patches.map(({ owner }) => owner))];
    return entry;
  });
}

function isMapping(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
