// Wishes and addresses: what a link asks for, what of it holds, why the rest does not, and the link itself.

import { h } from "./page.js";
import { Refusal, resolve } from "./resolver.js";

/** What is left of the wishes of a link: the resolved document, the wishes kept, and a Refusal for each that is not. */
export function settle(data, asked) {
  const kept = { ...asked };
  const refusals = [];
  for (;;) {
    try {
      return { document: resolve(data, kept), kept, refusals };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const culprit = [error.values.option, error.values.other].find((name) => Object.hasOwn(kept, name));
      if (culprit === undefined) throw error;
      refusals.push(error);
      delete kept[culprit];
    }
  }
}

/** Further choices that let this one through, the usual ones where possible; null when nothing helps. */
export function repair(data, asked, option, choice, usual) {
  const tried = { ...asked, [option]: choice };
  const added = {};
  for (let n = 0; n < 8; n += 1) {
    try {
      resolve(data, tried);
      return added;
    } catch (error) {
      if (error.kind !== "requires") return null;
      const { option: name, other, allowed } = error.values;
      const [changed, to] = name === option ? [other, allowed[0]] : [name, usual(name)];
      if (changed === option || added[changed] === to) return null;
      added[changed] = tried[changed] = to;
    }
  }
  return null;
}

/** Why something was refused, in words. */
export function reasonOf(refusal, book, say) {
  const { kind, values } = refusal;
  const option = (name) => book.option(name)?.title ?? name;
  const choice = (name, id) => book.choice(name, id)?.title ?? id;
  const said = { title: book.title, option: option(values.option), choice: choice(values.option, values.choice) };
  if (kind === "requires") {
    const allowed = values.allowed.map((id) => choice(values.other, id)).join(say("or"));
    const found = choice(values.other, values.found);
    return say("refused_requires", { ...said, other: option(values.other), found, allowed });
  }
  if (kind === "fixed") return say("refused_fixed", { ...said, fixed: choice(values.option, values.fixed) });
  return say(kind, said);
}

/** The link in the page as people copy it: a field that shows it, a button, and a line that says what happened. */
export function linkBox(say, label, address) {
  const field = h("input", { type: "text", readonly: true, value: address, "aria-label": label });
  const done = h("span", { class: "done", role: "status" });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      done.textContent = say("copied");
    } catch {
      field.focus();
      field.select();
      done.textContent = say("not_copied");
    }
  };
  const button = h("button", { type: "button", class: "md-button", on: { click: copy } }, say("copy"));
  return h("p", { class: "link-box" }, field, button, done);
}

/** Calls back when the reader goes to another address of the same page; a jump within the page is none. */
export function onNavigation(follow) {
  window.addEventListener("popstate", () => location.search !== shown && follow());
}

let shown = location.search;

/** Puts what is shown into the address; step: as a place of its own, which the way back leads to. */
export function setAddress(query, step = false) {
  shown = query;
  if (step) history.pushState(null, "", query);
  else history.replaceState(null, "", query);
}

/** Remembers the address that has been followed. */
export function followed() {
  shown = location.search;
}

/** A select with the rulesets by family. */
export function rulesetSelect(index, chosen, attributes) {
  const groups = index.families.map(({ id, title }) => {
    const inside = index.rulesets.filter(({ family }) => family === id);
    const options = inside.map((one) => h("option", { value: one.id, selected: one.id === chosen }, one.title));
    return h("optgroup", { label: title }, options);
  });
  return h("select", attributes, groups);
}
