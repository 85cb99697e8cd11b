// The page that compares any columns: rulesets with the options chosen for each. Everything chosen is in the address:
// ?columns=binokel,binokel:opening=200,guinote&show=all&section=auction

import { Book } from "./book.js";
import { basisOf } from "./citing.js";
import { compare, keysOf } from "./comparing.js";
import { followed, linkBox, onNavigation, reasonOf, rulesetSelect, setAddress, settle } from "./choosing.js";
import { ROOT, fill, h, load, showFailure, speaker } from "./page.js";
import { Refusal, resolve } from "./resolver.js";

const PLACE = document.getElementById("comparison");
const DIFFERENT = new Set(["differs", "not_attested"]);
const LEAST = 2;
const MOST = 6;
const NUMBERS = 3;

class Comparison {
  constructor(index, table) {
    this.index = index;
    this.table = table;
    this.language = index.texts;
    this.say = speaker(index.words.configure);
    this.phrase = speaker(table.phrases);
    this.notice = h("div", { class: "notice", role: "status", hidden: true });
    this.chosen = h("div", { class: "chosen-columns" });
    this.shown = h("div", {});
    fill(PLACE, this.notice, this.chosen, this.shown);
    onNavigation(() => this.follow());
  }

  /** Shows what the address of the page asks for. */
  async follow() {
    followed();
    const given = new URLSearchParams(location.search);
    const sections = [...this.table.sections.map(({ id }) => id), "other"];
    const section = given.get("section") ?? "";
    const lines = [];
    this.all = given.get("show") === "all";
    this.section = sections.includes(section) ? section : "";
    if (section !== this.section) lines.push(this.say("unknown_section", { name: section }));
    this.columns = [];
    for (const { ruleset, asked } of wishes(given.get("columns") ?? "").slice(0, MOST)) {
      const known = this.index.rulesets.some(({ id }) => id === ruleset);
      const [column, refusals] = await this.column(known ? ruleset : this.next(), known ? asked : {});
      if (!known) lines.push(this.say("unknown_ruleset", { name: ruleset, title: column.book.title }));
      lines.push(...refusals.map((refusal) => reasonOf(refusal, column.book, this.say)));
      this.columns.push(column);
    }
    if (given.has("columns") && this.columns.length < LEAST) lines.push(this.say("too_few"));
    while (this.columns.length < LEAST) this.columns.push((await this.column(this.next(), {}))[0]);
    this.tell(lines);
    this.show();
  }

  /** A column with the wishes that hold, and the refusals of those that do not. */
  async column(ruleset, asked) {
    const data = await load(`rulesets/${ruleset}`);
    const { document, refusals } = settle(data, asked);
    return [{ data, document, book: new Book(data, document, this.language) }, refusals];
  }

  /** A ruleset that is not there yet, of the family of the last column where there is one. */
  next() {
    const there = new Set(this.columns.map(({ book }) => book.id));
    const family = this.columns.at(-1)?.document.family;
    const left = this.index.rulesets.filter(({ id }) => !there.has(id));
    if (family === undefined) return this.index.first;
    return (left.find((one) => one.family === family) ?? left[0]).id;
  }

  tell(lines) {
    this.notice.hidden = lines.length === 0;
    const list = h(
      "ul",
      {},
      lines.map((line) => h("li", {}, line)),
    );
    fill(this.notice, lines.length > 0 && [h("p", {}, this.say("stale")), list]);
  }

  get query() {
    const columns = this.columns.map(({ book }) => wishOf(book)).join(",");
    return `?columns=${columns}${this.all ? "&show=all" : ""}${this.section ? `&section=${this.section}` : ""}`;
  }

  /** Shows what has been chosen by hand and puts it into the address. */
  update() {
    this.tell([]);
    setAddress(this.query);
    this.show();
  }

  show() {
    const focused = document.activeElement?.id;
    this.showColumns();
    this.showTable();
    if (focused) document.getElementById(focused)?.focus();
  }

  // --- The columns -------------------------------------------------------------------------------------------------

  showColumns() {
    const add = async () => {
      this.columns.push((await this.column(this.next(), {}))[0]);
      this.update();
      document.getElementById(`column-${this.columns.length - 1}`).focus();
    };
    fill(
      this.chosen,
      h("h2", {}, this.say("columns")),
      h(
        "div",
        { class: "columns-chosen" },
        this.columns.map((column, n) => this.card(column, n)),
      ),
      this.columns.length < MOST &&
        h(
          "p",
          {},
          h("button", { type: "button", class: "md-button", id: "add", on: { click: add } }, this.say("add_column")),
        ),
    );
  }

  card({ book }, n) {
    const label = this.say("column", { n: n + 1 });
    const change = async (event) => {
      this.columns[n] = (await this.column(event.target.value, {}))[0];
      this.update();
    };
    const remove = () => {
      this.columns.splice(n, 1);
      this.update();
      document.getElementById("add").focus();
    };
    const button = h(
      "button",
      {
        type: "button",
        class: "remove",
        "aria-label": this.say("remove_column", { n: n + 1 }),
        on: { click: remove },
      },
      this.say("remove"),
    );
    return h(
      "section",
      { class: "column", "aria-label": label },
      h("h3", {}, label, this.columns.length > LEAST && button),
      rulesetSelect(this.index, book.id, {
        id: `column-${n}`,
        "aria-label": `${label}: ${this.say("ruleset")}`,
        on: { change },
      }),
      h("p", { class: "chosen" }, chosenIn(book) || this.say("as_usual")),
      book.options.length > 0 && this.options(book, n),
    );
  }

  options(book, n) {
    const count = Object.keys(book.departures).length;
    const summary = count > 0 ? this.say("options_changed", { count }) : this.say("options");
    const toggle = (event) => (this.columns[n].open = event.target.open);
    return h(
      "details",
      { open: this.columns[n].open, on: { toggle } },
      h("summary", { id: `options-${n}` }, summary),
      book.options.map((option) => this.setting(option, n)),
      h("p", { class: "refusal", role: "alert" }),
    );
  }

  setting(option, n) {
    const choices = option.choices.map(({ id, title }) => {
      const text = id === option.usual ? `${title} (${this.say("usual")})` : title;
      return h("option", { value: id, selected: id === option.chosen }, text);
    });
    const change = (event) => this.choose(option, event.target, n);
    const select = h("select", { id: `setting-${n}-${option.id}`, disabled: option.fixed, on: { change } }, choices);
    return h("label", { class: option.chosen === option.usual ? "setting" : "setting departs" }, option.title, select);
  }

  /** Takes a choice, or refuses it in its column and says why. */
  choose(option, select, n) {
    const { data, book } = this.columns[n];
    const asked = { ...book.departures, [option.id]: select.value };
    try {
      const document = resolve(data, asked);
      this.columns[n] = { ...this.columns[n], document, book: new Book(data, document, this.language) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      select.value = option.chosen;
      const line = select.closest("details").querySelector(".refusal");
      fill(line, reasonOf(error, book, this.say));
      return;
    }
    this.update();
  }

  // --- The table ---------------------------------------------------------------------------------------------------

  showTable() {
    const keys = keysOf(this.columns.map(({ book }) => book.id));
    this.columns.forEach((column, n) => (column.key = keys[n]));
    const found = compare(this.columns, this.table, this.columns[0].data.phrases);
    const inSection = found.rows.filter(({ section }) => !this.section || section === this.section);
    const rows = inSection.filter(({ status }) => this.all || DIFFERENT.has(status));
    const lettered = this.columns.length > 2;
    fill(
      this.shown,
      h("h2", {}, this.phrase("comparison")),
      this.filters(found),
      h(
        "p",
        { class: "counted", role: "status" },
        this.counts(found.counts),
        lettered && [h("br"), this.phrase("groups")],
      ),
      linkBox(this.say, this.say("any_link_label"), location.origin + location.pathname + this.query),
      rows.length === 0 && h("p", {}, this.phrase("no_differences")),
      found.sections.map(({ id, title }) =>
        this.chapter(
          title,
          rows.filter(({ section }) => section === id),
        ),
      ),
    );
  }

  filters({ sections }) {
    const show = (all) => {
      const id = `show-${all ? "all" : "differences"}`;
      const change = () => {
        this.all = all;
        this.update();
      };
      const radio = h("input", { type: "radio", name: "show", id, checked: this.all === all, on: { change } });
      return h("label", {}, radio, " ", this.say(all ? "everything" : "only_differences"));
    };
    const change = (event) => {
      this.section = event.target.value;
      this.update();
    };
    const known = sections.some(({ id }) => id === this.section) ? sections : [...sections, ...this.own()];
    const options = known.map(({ id, title }) => h("option", { value: id, selected: id === this.section }, title));
    return h(
      "form",
      { class: "filters", "aria-label": this.say("shown"), on: { submit: (event) => event.preventDefault() } },
      h("fieldset", {}, h("legend", {}, this.say("shown")), show(false), show(true)),
      h(
        "span",
        { class: "which" },
        h("label", { for: "section" }, this.say("section")),
        " ",
        h("select", { id: "section", on: { change } }, h("option", { value: "" }, this.say("all_sections")), options),
      ),
    );
  }

  /** The chosen section, where these columns have nothing in it. */
  own() {
    return this.table.sections.filter(({ id }) => id === this.section);
  }

  counts(counts) {
    const told = ["differs", "not_attested", "same"].filter((status) => counts[status] > 0);
    return told
      .map((status) => `${this.table.marks[status]} ${this.phrase(`count_${status}`, { n: counts[status] })}`)
      .join(" · ");
  }

  chapter(title, rows) {
    if (rows.length === 0) return null;
    const heads = this.columns.map(({ book }) => {
      const chosen = chosenIn(book);
      return h("th", { scope: "col" }, h("a", { href: rulesOf(book) }, book.title), chosen && h("small", {}, chosen));
    });
    return [
      h("h3", {}, title),
      h(
        "div",
        { class: "comparison", role: "region", "aria-label": title, tabindex: 0 },
        h(
          "table",
          {},
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, this.phrase("decision")), heads)),
          h(
            "tbody",
            {},
            rows.map((row) => this.row(row)),
          ),
        ),
      ),
    ];
  }

  row({ subject, question, status, cells }) {
    const label = [subject, question].filter(Boolean).join(": ");
    const lettered = this.columns.length > 2 && status === "differs";
    return h(
      "tr",
      { class: status },
      h(
        "th",
        { scope: "row" },
        h("span", { "aria-hidden": "true" }, `${this.table.marks[status]} `),
        label,
        h("span", { class: "away" }, ` (${this.phrase(`status_${status}`)})`),
      ),
      cells.map((cell, n) => this.cell(cell, this.columns[n].book, lettered)),
    );
  }

  cell({ state, text, formula, group, clauses, cited }, book, lettered) {
    const kind = { not_attested: "silent", no_question: "none" }[state] ?? null;
    return h(
      "td",
      { class: kind },
      lettered && group && [h("span", { class: "answer", "data-answer": group }, group), " "],
      formula !== text && text,
      formula && [formula !== text && h("br"), h("code", {}, formula)],
      clauses.length > 0 ? this.grounds(clauses, book) : cited && h("span", { class: "cited" }, cited),
    );
  }

  /** The numbers of the clauses as links to them, and what they rest on. */
  grounds(clauses, book) {
    const links = clauses
      .slice(0, NUMBERS)
      .flatMap(({ id, number }, n) => [n > 0 && ", ", h("a", { href: `${rulesOf(book)}#${id}` }, `§ ${number}`)]);
    const more = clauses.length > NUMBERS && " …";
    return h("span", { class: "cited" }, links, more, ` · ${basisOf(clauses, this.table.phrases)}`);
  }
}

/** Where the rules of a column can be read: in the rulebook, or as configured. */
function rulesOf(book) {
  const departures = new URLSearchParams(book.departures).toString();
  return departures ? `${ROOT}configure/?ruleset=${book.id}&${departures}` : `${ROOT}rules/${book.id}/`;
}

/** What was chosen differently, in words. */
function chosenIn(book) {
  const left = book.options.filter(({ id }) => id in book.departures);
  return left.map(({ title, answer }) => `${title}: ${answer}`).join("; ");
}

/** A column as the address has it: binokel:opening=200:players=4. */
function wishOf(book) {
  return [book.id, ...Object.entries(book.departures).map(([name, choice]) => `${name}=${choice}`)].join(":");
}

function wishes(columns) {
  return columns
    .split(",")
    .filter(Boolean)
    .map((column) => {
      const [ruleset, ...settings] = column.split(":");
      return {
        ruleset,
        asked: Object.fromEntries(settings.map((setting) => [...setting.split("="), "", ""].slice(0, 2))),
      };
    });
}

let say = null;
try {
  const index = await load("index");
  say = speaker(index.words.configure);
  await new Comparison(index, await load("decisions")).follow();
} catch (error) {
  showFailure(PLACE, error, say);
  throw error;
}
