// The page that puts rules together: a ruleset, its options, and what then holds. Everything chosen is in the address of
// the page and nowhere else.

import { Book, differences } from "./book.js";
import { fitLeaflet, layLeaflet, meldsTable, outlines, valuesTable } from "./leaflet.js";
import { ROOT, fill, h, load, showFailure, speaker } from "./page.js";
import { followed, linkBox, onNavigation, reasonOf, repair, rulesetSelect, setAddress, settle } from "./choosing.js";
import { Refusal, canHash, contentHash, resolve } from "./resolver.js";

const PLACE = document.getElementById("configurator");

class Configurator {
  constructor(index) {
    this.index = index;
    this.language = index.texts;
    this.say = speaker(index.words.configure);
    this.site = speaker(index.words.site);
    this.printing = speaker(index.words.printing);
    this.base = "usual";
    this.build();
  }

  /** The parts of the page that stay; what they show is put in by `show`. */
  build() {
    this.notice = h("div", { class: "notice", role: "status", hidden: true });
    this.form = h("form", { class: "choices", "aria-label": this.say("choices"), on: { submit: (event) => event.preventDefault() } });
    this.status = h("p", { class: "away", role: "status" });
    this.result = h("div", { class: "result", id: "result" });
    this.faces = h("div", { class: "faces" });
    this.leaflet = h("div", { class: "leaflet", lang: this.language, "aria-hidden": "true" });
    fill(PLACE, this.notice, this.status, h("div", { class: "configure" }, this.form, this.result), this.faces, this.leaflet);
    PLACE.classList.add("ready");
    onNavigation(() => this.follow());
    window.addEventListener("beforeprint", () => this.fit());
  }

  /** Shows what the address of the page asks for. */
  async follow() {
    followed();
    const { ruleset, asked } = wishes(location.search);
    const known = this.index.rulesets.find(({ id }) => id === ruleset);
    const shown = known ?? this.entry(this.index.first);
    await this.open(shown.id, asked, (book, refusals) => {
      const missing = ruleset !== "" && !known;
      const lines = missing ? [this.say("unknown_ruleset", { name: ruleset, title: book.title })] : [];
      if (!missing) lines.push(...refusals.map((refusal) => reasonOf(refusal, book, this.say)));
      this.tell(lines);
    });
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    // The target was not there when the browser looked for it: let it look again.
    if (target && location.hash) location.replace(location.hash);
  }

  /** Loads a ruleset and shows it with the wishes that hold. */
  async open(ruleset, asked, told) {
    try {
      this.data = await load(`rulesets/${ruleset}`);
      const { document, kept, refusals } = settle(this.data, asked);
      const faces = await load(`faces/${document.pack.id}`);
      fill(this.faces, outlines(faces));
      this.asked = kept;
      this.document = document;
      this.outlines = faces;
      this.show();
      told(this.book, refusals);
    } catch (error) {
      showFailure(PLACE, error, this.say);
      throw error;
    }
  }

  tell(lines) {
    this.notice.hidden = lines.length === 0;
    const list = h("ul", {}, lines.map((line) => h("li", {}, line)));
    fill(this.notice, lines.length > 0 && [h("p", {}, this.say("stale")), list]);
  }

  /** The address of what is shown: only what departs from the usual choice. */
  get query() {
    return `?${new URLSearchParams({ ruleset: this.book.id, ...this.book.departures })}`;
  }

  get address() {
    return location.origin + location.pathname + this.query;
  }

  show() {
    this.book = new Book(this.data, this.document, this.language);
    this.showForm();
    this.showResult();
    this.layLeaflet("");
    if (canHash()) {
      const shown = this.document;
      contentHash(shown).then((hash) => shown === this.document && this.layLeaflet(hash));
    }
    document.title = document.title.replace(/^.*?(?= - [^-]*$)/, `${this.book.title}: ${this.say("title")}`);
  }

  layLeaflet(hash) {
    layLeaflet(this.leaflet, this.book, {
      say: this.printing,
      phrases: this.data.phrases,
      style: this.index.leaflet_style,
      faces: this.outlines,
      edition: this.index.edition,
      hash,
    });
  }

  fit() {
    if (!fitLeaflet(this.leaflet)) this.tell([this.say("leaflet_long")]);
  }

  // --- The choice ---------------------------------------------------------------------------------------------------

  showForm() {
    const focused = document.activeElement?.id;
    const { summary } = this.entry();
    const changeRuleset = (event) => this.change(event.target.value);
    const select = rulesetSelect(this.index, this.book.id, { id: "ruleset", on: { change: changeRuleset } });
    const departures = Object.keys(this.book.departures).length;
    fill(
      this.form,
      h("h2", {}, this.say("choices")),
      h("p", { class: "which" }, h("label", { for: "ruleset" }, this.say("ruleset")), select),
      h("p", { class: "quiet" }, summary),
      this.book.options.length === 0
        ? h("p", {}, this.say("no_options"))
        : this.book.options.map((option) => this.question(option)),
      departures > 0 && h("p", {}, h("button", { type: "button", class: "md-button", on: { click: () => this.set({}) } }, this.say("reset"))),
      h("p", { class: "jump" }, h("a", { href: "#result", class: "md-button" }, this.say("to_result"))),
    );
    if (focused && focused !== "result") document.getElementById(focused)?.focus();
  }

  entry(id = this.book.id) {
    return this.index.rulesets.find((one) => one.id === id);
  }

  question(option) {
    const kind = option.fixed ? "fixed" : option.chosen === option.usual ? "" : "departs";
    return h(
      "fieldset",
      { class: kind, id: `option-${option.id}`, disabled: option.fixed },
      h("legend", {}, option.title),
      option.text && h("p", { class: "quiet" }, option.text),
      h("div", { class: "answers" }, option.choices.map((choice) => this.answer(option, choice))),
      option.fixed ? this.fixedBy() : this.needs(option),
      h("p", { class: "refusal", role: "alert" }),
    );
  }

  answer(option, choice) {
    const attributes = { type: "radio", name: option.id, value: choice.id, id: `choice-${option.id}-${choice.id}` };
    const change = () => this.choose(option, choice);
    return h(
      "label",
      {},
      h("input", { ...attributes, checked: choice.id === option.chosen, on: { change } }),
      h("span", {}, choice.title, choice.id === option.usual && !option.fixed && [" ", h("small", {}, this.say("usual"))]),
    );
  }

  fixedBy() {
    const { parent } = this.entry();
    const [before, after] = this.say("fixed", { title: this.book.title, parent: "\n" }).split("\n");
    const link = parent ? h("a", { href: `?ruleset=${parent}` }, this.entry(parent).title) : "";
    return h("p", { class: "quiet" }, before, link, after);
  }

  /** What the choices of an option need; those that need the same are named together. */
  needs(option) {
    const groups = new Map();
    for (const { title, requires } of option.choices) {
      const needs = Object.entries(requires).map(([name, allowed]) =>
        this.setting(name, allowed.map((id) => this.book.choice(name, id).title).join(this.say("or"))),
      );
      const line = needs.join(", ");
      if (line) groups.set(line, [...(groups.get(line) ?? []), this.say("quoted", { text: title })]);
    }
    return [...groups].map(([needs, choices]) =>
      h("p", { class: "quiet" }, this.say("needs", { choices: choices.join(this.say("or")), needs })),
    );
  }

  setting(name, choice) {
    return this.say("setting", { option: this.book.option(name).title, choice });
  }

  /** Takes a choice, or refuses it at its control and says why. */
  choose(option, choice) {
    const asked = { ...this.book.departures, [option.id]: choice.id };
    try {
      resolve(this.data, asked);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refuse(option, choice, error);
      return;
    }
    this.set(asked);
  }

  refuse(option, choice, refusal) {
    const fieldset = document.getElementById(`option-${option.id}`);
    // The old choice is marked again, but the focus stays, so that the arrow keys lead on from here.
    fieldset.querySelector(`[value="${CSS.escape(option.chosen)}"]`).checked = true;
    const line = fieldset.querySelector(".refusal");
    const usual = (name) => this.book.option(name).usual;
    const added = repair(this.data, this.book.departures, option.id, choice.id, usual);
    fill(line, reasonOf(refusal, this.book, this.say), " ");
    if (added) {
      const changes = Object.entries(added).map(([name, id]) => this.setting(name, this.book.choice(name, id).title));
      const mend = () => {
        this.set({ ...this.book.departures, ...added, [option.id]: choice.id });
        document.getElementById(`choice-${option.id}-${choice.id}`).focus();
      };
      const label = this.say("repair", { changes: changes.join(", ") });
      line.append(h("button", { type: "button", class: "md-button", on: { click: mend } }, label));
    }
  }

  /** Shows the ruleset with these choices and puts them into the address. */
  set(asked) {
    const { document, kept } = settle(this.data, asked);
    this.asked = kept;
    this.document = document;
    this.show();
    this.tell([]);
    setAddress(this.query);
  }

  /** Goes to another ruleset with its usual choices; the one before is a step back. */
  async change(ruleset) {
    await this.open(ruleset, {}, () => this.tell([]));
    setAddress(this.query, true);
  }

  // --- The result -----------------------------------------------------------------------------------------------------

  showResult() {
    const open = new Set([...this.result.querySelectorAll("details[open]")].map((one) => one.closest("[id]").id));
    const found = this.found();
    const marks = new Map(found.filter(({ here }) => here).map(({ there, here }) => [here.id, there ? "changed" : "added"]));
    const kept = window.scrollY;
    fill(
      this.result,
      h("h2", {}, this.say("result")),
      h("p", { class: "summary" }, h("strong", {}, this.book.title), ...this.settings()),
      this.actions(),
      linkBox(this.say, this.say("link"), this.address),
      this.changes(found),
      h("h2", { id: "figures" }, this.site("figures")),
      this.figures(),
      h("h2", { id: "rules" }, this.say("rules")),
      this.book.sections.map((section) => this.chapter(section, marks)),
    );
    for (const id of open) {
      const details = document.getElementById(id)?.querySelector("details");
      if (details) details.open = true;
    }
    window.scrollTo({ top: kept, behavior: "instant" });
  }

  settings() {
    const left = this.book.options.filter(({ id }) => id in this.book.departures);
    return left.map((option) => [" · ", `${option.title}: `, h("strong", {}, option.answer)]);
  }

  actions() {
    const { id, departures } = this.book;
    const column = [id, ...Object.entries(departures).map(([name, choice]) => `${name}=${choice}`)].join(":");
    const beside = column === id ? (this.entry().parent ?? this.index.rulesets.find((one) => one.id !== id).id) : id;
    const link = (href, text) => h("a", { class: "md-button", href }, text);
    const button = (action, text, kind = "") =>
      h("button", { type: "button", class: `md-button ${kind}`, on: { click: action } }, text);
    return [
      h(
        "p",
        { class: "actions" },
        button(() => window.print(), this.say("print"), "md-button--primary"),
        canHash() && button(() => this.download(), this.say("download")),
        link(`${ROOT}compare/any/?columns=${beside},${column}`, this.say("compare")),
        link(`${ROOT}rules/${id}/`, this.say("rulebook")),
      ),
      canHash() ? null : h("p", { class: "quiet" }, this.say("download_insecure")),
    ];
  }

  async download() {
    const whole = { ...this.document, hash: await contentHash(this.document) };
    const name = [this.book.id, ...Object.entries(this.book.departures).flat()].join("-");
    const file = new Blob([`${JSON.stringify(whole, null, 1)}\n`], { type: "application/json" });
    const href = URL.createObjectURL(file);
    h("a", { href, download: `${name}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }

  /** What the rules can be held against: the usual choice, where this one departs, and the parent of a variant. */
  bases() {
    const found = new Map();
    if (Object.keys(this.book.departures).length > 0) {
      found.set("usual", [this.say("base_usual", { title: this.book.title }), () => resolve(this.data)]);
    }
    const { parent } = this.entry();
    if (parent) {
      const data = { ...this.data, chain: this.data.chain.slice(0, -1) };
      found.set("parent", [this.entry(parent).title, () => resolve(data), data]);
    }
    return found;
  }

  found() {
    const bases = this.bases();
    this.against = bases.get(this.base) ?? [...bases.values()][0];
    if (!this.against) return [];
    const [, document, data = this.data] = this.against;
    return differences(new Book(data, document(), this.language), this.book);
  }

  changes(found) {
    const counted = this.counted(found.length);
    this.status.textContent = counted;
    if (!this.against) return h("p", { class: "counted" }, counted);
    const bases = this.bases();
    const change = (event) => {
      this.base = event.target.value;
      this.showResult();
      document.getElementById("base").focus();
    };
    const options = [...bases].map(([id, base]) => h("option", { value: id, selected: base[0] === this.against[0] }, base[0]));
    return [
      h("h2", { id: "differences" }, this.say("differences", { base: this.against[0] })),
      bases.size > 1 &&
        h("p", { class: "which" }, h("label", { for: "base" }, this.say("base")), h("select", { id: "base", on: { change } }, options)),
      h("p", { class: "counted" }, counted),
      found.length > 0 && h("ol", { class: "changes" }, found.map((one) => this.changed(one))),
    ];
  }

  counted(count) {
    if (!this.against) return this.say("none_differ");
    if (count === 0) return this.say("alike");
    return count === 1 ? this.say("one_differs") : this.say("many_differ", { count });
  }

  changed({ there, here }) {
    const kind = here === null ? "gone" : there === null ? "added" : "changed";
    const number = here ? h("a", { href: `#${here.id}` }, here.number) : h("span", {}, there.number);
    const same = there && here && sentence(there) === sentence(here);
    const [before, after] = there && here ? marked(sentence(there), sentence(here)) : [there && sentence(there), here && sentence(here)];
    const line = (label, content, tag) => h("p", { class: tag }, h("span", { class: "label" }, label), " ", content);
    return h(
      "li",
      {},
      h("p", { class: "head" }, number, " ", h("span", { class: `badge ${kind}` }, this.site(kind))),
      same && [h("p", { class: "is" }, sentence(here)), h("p", { class: "quiet" }, this.say("formal_only"))],
      there && !same && line(this.say("before"), before, "was"),
      here && !same && line(this.say("here"), after, "is"),
    );
  }

  figures() {
    const tables = [valuesTable, meldsTable].map((table) => table(this.book, this.printing, this.data.phrases));
    return tables.filter(Boolean).map((table) => h("div", { class: "scrolls", tabindex: 0 }, table));
  }

  chapter(section, marks) {
    return [
      h("h3", { id: `section-${section.id}` }, `${section.number} ${section.title}`),
      section.clauses.map((clause) => this.clause(clause, marks.get(clause.id))),
    ];
  }

  clause(clause, mark) {
    const label = this.site("permalink", { number: clause.number });
    return h(
      "div",
      { class: mark ? "clause clause-marked" : "clause", id: clause.id },
      h(
        "p",
        {},
        h("a", { class: "clause-number", href: `#${clause.id}`, title: label }, clause.number),
        " ",
        clause.title && [h("strong", {}, `${clause.title}.`), " "],
        clause.text,
        mark && [" ", h("span", { class: `badge ${mark}` }, this.site(mark))],
      ),
      h("details", { class: "behind" }, h("summary", {}, this.summary(clause)), this.behind(clause)),
    );
  }

  /** What the sentence rests on, in one line. */
  summary({ status, sources, rulings }) {
    const first = sources.filter(({ id }) => id === sources[0].id).map(({ at }) => at).filter(Boolean).join(", ");
    const parts = [first, rulings.length > 0 && this.site("decisions_short", { ids: rulings.join(", ") })].filter(Boolean);
    return [h("span", { class: `status ${status}` }, this.site(status)), parts.map((part) => ` · ${part}`)];
  }

  behind(clause) {
    const source = ({ id, at }) =>
      this.fact(this.site("source"), `${ROOT}sources/#${id}`, this.index.sources[id] ?? id, at ? ` (${at})` : "");
    const ruling = (id) =>
      this.fact(this.site("decision", { id }), `${ROOT}rulings/#${id}`, this.index.rulings[id] ?? id);
    const changed = this.book.options.filter(({ id }) => clause.patched_by.includes(id)).map((option) => `${option.title} – ${option.answer}`);
    return [
      h(
        "ul",
        {},
        clause.sources.map(source),
        clause.rulings.map(ruling),
        changed.length > 0 && h("li", {}, h("strong", {}, `${this.say("changed_by")}:`), ` ${changed.join("; ")}`),
      ),
      clause.rule && [h("p", {}, h("strong", {}, `${this.site("formal")}:`)), h("pre", {}, h("code", {}, JSON.stringify(clause.rule, null, 1)))],
    ];
  }

  fact(label, href, text, more = "") {
    return h("li", {}, h("strong", {}, `${label}:`), " ", h("a", { href }, text), more);
  }
}

/** Ruleset and choices of an address. */
function wishes(search) {
  const { ruleset = "", ...asked } = Object.fromEntries(new URLSearchParams(search));
  return { ruleset, asked };
}

function sentence({ title, text }) {
  return title ? `${title}. ${text}` : text;
}

/** Two sentences with the words marked in which they differ, from the first to the last. */
function marked(one, other) {
  const [before, after] = [one.split(" "), other.split(" ")];
  const least = Math.min(before.length, after.length);
  let [head, tail] = [0, 0];
  while (head < least && before[head] === after[head]) head += 1;
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return [before, after].map((words) => {
    const parts = [words.slice(0, head), words.slice(head, words.length - tail), words.slice(words.length - tail)];
    const [start, middle, end] = parts.map((part) => part.join(" "));
    return [start && `${start} `, middle && h("mark", {}, middle), end && ` ${end}`];
  });
}

let say = null;
try {
  const index = await load("index");
  say = speaker(index.words.configure);
  await new Configurator(index).follow();
} catch (error) {
  showFailure(PLACE, error, say);
  throw error;
}
