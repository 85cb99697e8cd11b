// What the pages with scripts share: elements, words, data. Text from links and data is put in as text, never as HTML.

import { format } from "./prose.js";

/** The pages of this language; scripts lie in its folder `assets`, data in `data`. */
export const ROOT = new URL("../", import.meta.url).href;

/** An element. Attributes: `on` holds listeners, false and null leave one out; children may be strings, lists, null. */
export function h(tag, attributes = {}, ...children) {
  const { on = {}, ...given } = attributes;
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  for (const [event, listener] of Object.entries(on)) element.addEventListener(event, listener);
  element.append(...present(children));
  return element;
}

/** Puts children in the place of those that an element has. */
export function fill(element, ...children) {
  element.replaceChildren(...present(children));
}

function present(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

/** A function that speaks the words of a room: say("key", {name: value}). */
export function speaker(words) {
  return (key, values = {}) => {
    if (!Object.hasOwn(words, key)) throw new Error(`no words for '${key}'`);
    return format(words[key], values);
  };
}

const loading = new Map();

/** A file of `data/`, asked for once. */
export function load(name) {
  if (!loading.has(name)) {
    loading.set(
      name,
      fetch(`${ROOT}data/${name}.json`).then((reply) => {
        if (!reply.ok) throw new Error(`${reply.status} ${name}.json`);
        return reply.json();
      }),
    );
    loading.get(name).catch(() => loading.delete(name));
  }
  return loading.get(name);
}

/** Fills an element of the page with what went wrong. */
export function showFailure(place, error, say) {
  const text = say ? say("failed", { reason: error.message }) : error.message;
  const link = say && h("a", { href: `${ROOT}rules/` }, say("rulebooks"));
  fill(place, h("p", { class: "notice", role: "alert" }, text, " ", link));
}
