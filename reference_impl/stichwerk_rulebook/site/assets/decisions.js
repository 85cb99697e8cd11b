// The table of decisions (stichwerk/decisions.py), and what one ruleset states (stichwerk_rulebook/compare/stated.py).

/** The section of decisions that the table does not know. */
export const OTHER = "other";

export class Catalogue {
  constructor({ sections, parts, decisions }) {
    Object.assign(this, { sections, parts, decisions });
    this.byHead = new Map();
    for (const decision of byDepth(decisions)) {
      const head = headOf(decision.path);
      if (!this.byHead.has(head)) this.byHead.set(head, []);
      this.byHead.get(head).push(decision);
    }
  }

  /** The decision that a leaf belongs to: the longest pattern wins; an unknown leaf stands for itself. */
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

export class Stated {
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
