// The right side of the configurator: what differs from the base, the cards and their values, and the rules themselves.

import { Book, differences } from "./book.js";
import { linkBox } from "./choosing.js";
import { meldsTable, valuesTable } from "./leaflet.js";
import { ROOT, fill, h } from "./page.js";
import { canHash, contentHash, resolve } from "./resolver.js";

export class Result {
  /** page: the configurator, which knows what is shown. */
  constructor(page) {
    this.page = page;
    this.base = "usual";
    this.element = h("div", { class: "result", id: "result" });
  }

  show() {
    const open = new Set([...this.element.querySelectorAll("details[open]")].map((one) => one.closest("[id]").id));
    const found = this.found();
    const marks = new Map(
      found.filter(({ here }) => here).map(({ there, here }) => [here.id, there ? "changed" : "added"]),
    );
    const kept = window.scrollY;
    fill(
      this.element,
      h("h2", {}, this.page.say("result")),
      h("p", { class: "summary" }, h("strong", {}, this.page.book.title), ...this.settings()),
      this.actions(),
      linkBox(this.page.say, this.page.say("link"), this.page.address),
      this.changes(found),
      h("h2", { id: "figures" }, this.page.site("figures")),
      this.figures(),
      h("h2", { id: "rules" }, this.page.say("rules")),
      this.page.book.sections.map((section) => this.chapter(section, marks)),
    );
    for (const id of open) {
      const details = document.getElementById(id)?.querySelector("details");
      if (details) details.open = true;
    }
    window.scrollTo({ top: kept, behavior: "instant" });
  }

  settings() {
    const left = this.page.book.options.filter(({ id }) => id in this.page.book.departures);
    return left.map((option) => [" · ", `${option.title}: `, h("strong", {}, option.answer)]);
  }

  actions() {
    const { id, departures } = this.page.book;
    const column = [id, ...Object.entries(departures).map(([name, choice]) => `${name}=${choice}`)].join(":");
    const beside =
      column === id ? (this.page.entry().parent ?? this.page.index.rulesets.find((one) => one.id !== id).id) : id;
    const link = (href, text) => h("a", { class: "md-button", href }, text);
    const button = (action, text, kind = "") =>
      h("button", { type: "button", class: `md-button ${kind}`, on: { click: action } }, text);
    return [
      h(
        "p",
        { class: "actions" },
        button(() => window.print(), this.page.say("print"), "md-button--primary"),
        canHash() && button(() => this.download(), this.page.say("download")),
        link(`${ROOT}compare/any/?columns=${beside},${column}`, this.page.say("compare")),
        link(`${ROOT}rules/${id}/`, this.page.say("rulebook")),
      ),
      canHash() ? null : h("p", { class: "quiet" }, this.page.say("download_insecure")),
    ];
  }

  async download() {
    const whole = { ...this.page.document, hash: await contentHash(this.page.document) };
    const name = [this.page.book.id, ...Object.entries(this.page.book.departures).flat()].join("-");
    const file = new Blob([`${JSON.stringify(whole, null, 1)}\n`], { type: "application/json" });
    const href = URL.createObjectURL(file);
    h("a", { href, download: `${name}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }

  /** What the rules can be held against: the usual choice, where this one departs, and the parent of a variant. */
  bases() {
    const found = new Map();
    if (Object.keys(this.page.book.departures).length > 0) {
      found.set("usual", [this.page.say("base_usual", { title: this.page.book.title }), () => resolve(this.page.data)]);
    }
    const { parent } = this.page.entry();
    if (parent) {
      const data = { ...this.page.data, chain: this.page.data.chain.slice(0, -1) };
      found.set("parent", [this.page.entry(parent).title, () => resolve(data), data]);
    }
    return found;
  }

  found() {
    const bases = this.bases();
    this.against = bases.get(this.base) ?? [...bases.values()][0];
    if (!this.against) return [];
    const [, document, data = this.page.data] = this.against;
    return differences(new Book(data, document(), this.page.language), this.page.book);
  }

  changes(found) {
    const counted = this.counted(found.length);
    this.page.status.textContent = counted;
    if (!this.against) return h("p", { class: "counted" }, counted);
    const bases = this.bases();
    const change = (event) => {
      this.base = event.target.value;
      this.show();
      document.getElementById("base").focus();
    };
    const options = [...bases].map(([id, base]) =>
      h("option", { value: id, selected: base[0] === this.against[0] }, base[0]),
    );
    return [
      h("h2", { id: "differences" }, this.page.say("differences", { base: this.against[0] })),
      bases.size > 1 &&
        h(
          "p",
          { class: "which" },
          h("label", { for: "base" }, this.page.say("base")),
          h("select", { id: "base", on: { change } }, options),
        ),
      h("p", { class: "counted" }, counted),
      found.length > 0 &&
        h(
          "ol",
          { class: "changes" },
          found.map((one) => this.changed(one)),
        ),
    ];
  }

  counted(count) {
    if (!this.against) return this.page.say("none_differ");
    if (count === 0) return this.page.say("alike");
    return count === 1 ? this.page.say("one_differs") : this.page.say("many_differ", { count });
  }

  changed({ there, here }) {
    const kind = here === null ? "gone" : there === null ? "added" : "changed";
    const number = here ? h("a", { href: `#${here.id}` }, here.number) : h("span", {}, there.number);
    const same = there && here && sentence(there) === sentence(here);
    const [before, after] =
      there && here ? marked(sentence(there), sentence(here)) : [there && sentence(there), here && sentence(here)];
    const line = (label, content, tag) => h("p", { class: tag }, h("span", { class: "label" }, label), " ", content);
    return h(
      "li",
      {},
      h("p", { class: "head" }, number, " ", h("span", { class: `badge ${kind}` }, this.page.site(kind))),
      same && [h("p", { class: "is" }, sentence(here)), h("p", { class: "quiet" }, this.page.say("formal_only"))],
      there && !same && line(this.page.say("before"), before, "was"),
      here && !same && line(this.page.say("here"), after, "is"),
    );
  }

  figures() {
    const tables = [valuesTable, meldsTable].map((table) =>
      table(this.page.book, this.page.printing, this.page.data.phrases),
    );
    return tables.filter(Boolean).map((table) => h("div", { class: "scrolls", tabindex: 0 }, table));
  }

  chapter(section, marks) {
    return [
      h("h3", { id: `section-${section.id}` }, `${section.number} ${section.title}`),
      section.clauses.map((clause) => this.clause(clause, marks.get(clause.id))),
    ];
  }

  clause(clause, mark) {
    const label = this.page.site("permalink", { number: clause.number });
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
        mark && [" ", h("span", { class: `badge ${mark}` }, this.page.site(mark))],
      ),
      h("details", { class: "behind" }, h("summary", {}, this.summary(clause)), this.behind(clause)),
    );
  }

  /** What the sentence rests on, in one line. */
  summary({ status, sources, rulings }) {
    const first = sources
      .filter(({ id }) => id === sources[0].id)
      .map(({ at }) => at)
      .filter(Boolean)
      .join(", ");
    const parts = [first, rulings.length > 0 && this.page.site("decisions_short", { ids: rulings.join(", ") })].filter(
      Boolean,
    );
    return [h("span", { class: `status ${status}` }, this.page.site(status)), parts.map((part) => ` · ${part}`)];
  }

  behind(clause) {
    const source = ({ id, at }) =>
      this.fact(
        this.page.site("source"),
        `${ROOT}sources/#${id}`,
        this.page.index.sources[id] ?? id,
        at ? ` (${at})` : "",
      );
    const ruling = (id) =>
      this.fact(this.page.site("decision", { id }), `${ROOT}rulings/#${id}`, this.page.index.rulings[id] ?? id);
    const changed = this.page.book.options
      .filter(({ id }) => clause.patched_by.includes(id))
      .map((option) => `${option.title} – ${option.answer}`);
    return [
      h(
        "ul",
        {},
        clause.sources.map(source),
        clause.rulings.map(ruling),
        changed.length > 0 && h("li", {}, h("strong", {}, `${this.page.say("changed_by")}:`), ` ${changed.join("; ")}`),
      ),
      clause.rule && [
        h("p", {}, h("strong", {}, `${this.page.site("formal")}:`)),
        h("pre", {}, h("code", {}, JSON.stringify(clause.rule, null, 1))),
      ],
    ];
  }

  fact(label, href, text, more = "") {
    return h("li", {}, h("strong", {}, `${label}:`), " ", h("a", { href }, text), more);
  }
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
