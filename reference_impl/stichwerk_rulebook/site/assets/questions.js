// The left side of the configurator: the ruleset and its options, each with the choices there are. A choice that the
// rules refuse is not made; why, and what would let it through, is said at the control.

import { reasonOf, repair, rulesetSelect } from "./choosing.js";
import { fill, h } from "./page.js";
import { Refusal, resolve } from "./resolver.js";

export class Questions {
  /** page: the configurator, which knows what is shown (`book`, `data`) and takes choices (`set`, `change`). */
  constructor(page) {
    this.page = page;
    const submit = (event) => event.preventDefault();
    this.element = h("form", { class: "choices", "aria-label": page.say("choices"), on: { submit } });
  }

  show() {
    const focused = document.activeElement?.id;
    const { summary } = this.page.entry();
    const changeRuleset = (event) => this.page.change(event.target.value);
    const select = rulesetSelect(this.page.index, this.page.book.id, {
      id: "ruleset",
      on: { change: changeRuleset },
    });
    const departures = Object.keys(this.page.book.departures).length;
    fill(
      this.element,
      h("h2", {}, this.page.say("choices")),
      h("p", { class: "which" }, h("label", { for: "ruleset" }, this.page.say("ruleset")), select),
      h("p", { class: "quiet" }, summary),
      this.page.book.options.length === 0
        ? h("p", {}, this.page.say("no_options"))
        : this.page.book.options.map((option) => this.question(option)),
      departures > 0 &&
        h(
          "p",
          {},
          h(
            "button",
            { type: "button", class: "md-button", on: { click: () => this.page.set({}) } },
            this.page.say("reset"),
          ),
        ),
      h("p", { class: "jump" }, h("a", { href: "#result", class: "md-button" }, this.page.say("to_result"))),
    );
    if (focused && focused !== "result") document.getElementById(focused)?.focus();
  }

  question(option) {
    const kind = option.fixed ? "fixed" : option.chosen === option.usual ? "" : "departs";
    return h(
      "fieldset",
      { class: kind, id: `option-${option.id}`, disabled: option.fixed },
      h("legend", {}, option.title),
      option.text && h("p", { class: "quiet" }, option.text),
      h(
        "div",
        { class: "answers" },
        option.choices.map((choice) => this.answer(option, choice)),
      ),
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
      h(
        "span",
        {},
        choice.title,
        choice.id === option.usual && !option.fixed && [" ", h("small", {}, this.page.say("usual"))],
      ),
    );
  }

  fixedBy() {
    const { parent } = this.page.entry();
    const [before, after] = this.page.say("fixed", { title: this.page.book.title, parent: "\n" }).split("\n");
    const link = parent ? h("a", { href: `?ruleset=${parent}` }, this.page.entry(parent).title) : "";
    return h("p", { class: "quiet" }, before, link, after);
  }

  /** What the choices of an option need; those that need the same are named together. */
  needs(option) {
    const groups = new Map();
    for (const { title, requires } of option.choices) {
      const needs = Object.entries(requires).map(([name, allowed]) =>
        this.setting(name, allowed.map((id) => this.page.book.choice(name, id).title).join(this.page.say("or"))),
      );
      const line = needs.join(", ");
      if (line) groups.set(line, [...(groups.get(line) ?? []), this.page.say("quoted", { text: title })]);
    }
    return [...groups].map(([needs, choices]) =>
      h("p", { class: "quiet" }, this.page.say("needs", { choices: choices.join(this.page.say("or")), needs })),
    );
  }

  setting(name, choice) {
    return this.page.say("setting", { option: this.page.book.option(name).title, choice });
  }

  /** Takes a choice, or refuses it at its control and says why. */
  choose(option, choice) {
    const asked = { ...this.page.book.departures, [option.id]: choice.id };
    try {
      resolve(this.page.data, asked);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.refuse(option, choice, error);
      return;
    }
    this.page.set(asked);
  }

  refuse(option, choice, refusal) {
    const fieldset = document.getElementById(`option-${option.id}`);
    // The old choice is marked again, but the focus stays, so that the arrow keys lead on from here.
    fieldset.querySelector(`[value="${CSS.escape(option.chosen)}"]`).checked = true;
    const line = fieldset.querySelector(".refusal");
    const usual = (name) => this.page.book.option(name).usual;
    const added = repair(this.page.data, this.page.book.departures, option.id, choice.id, usual);
    fill(line, reasonOf(refusal, this.page.book, this.page.say), " ");
    if (added) {
      const changes = Object.entries(added).map(([name, id]) =>
        this.setting(name, this.page.book.choice(name, id).title),
      );
      const mend = () => {
        this.page.set({ ...this.page.book.departures, ...added, [option.id]: choice.id });
        document.getElementById(`choice-${option.id}-${choice.id}`).focus();
      };
      const label = this.page.say("repair", { changes: changes.join(", ") });
      line.append(h("button", { type: "button", class: "md-button", on: { click: mend } }, label));
    }
  }
}
