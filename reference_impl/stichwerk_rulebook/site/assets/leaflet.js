// The leaflet for the table, on one A4 page: the same content and style as stichwerk_rulebook/printing makes, set by
// the browser. Its tables stand in the page too.

import { fill, h } from "./page.js";
import { Prose } from "./prose.js";

const SMALLEST = 7.5;
const LARGEST = 11.5;
const WIDEST = 8;
const STEP = 0.1;

/** The height that an A4 page leaves for the leaflet, in millimetres; a little less than the margins would allow. */
const HEIGHT = 297 - 9 - 12 - 2;

/** A table of the ranks, the strongest first, with a card each and what it counts. */
export function valuesTable(book, say, phrases) {
  const { deck } = book.document.rules;
  const suit = book.pack.suits[0].code;
  const prose = new Prose(book.document.rules, book.pack, phrases);
  const heads = deck.ranks.map((rank) =>
    h(
      "th",
      { scope: "col" },
      face(suit + rank, book, prose),
      h("br"),
      h("span", { class: "rank" }, prose.rankName(rank, book.language)),
    ),
  );
  const points = deck.ranks.map((rank) => h("td", {}, String(deck.points[rank])));
  return h(
    "table",
    { class: "figure values" },
    h("caption", {}, say("values")),
    h("thead", {}, h("tr", {}, h("th", { scope: "row" }, say("strongest_first")), heads)),
    h("tbody", {}, h("tr", {}, h("th", { scope: "row" }, say("points")), points)),
  );
}

/** A table of the melds with an example in cards and what they count; null for a game without melds. */
export function meldsTable(book, say, phrases) {
  const melds = meldsOf(book);
  if (melds.length === 0) return null;
  const prose = new Prose(book.document.rules, book.pack, phrases);
  const both = melds.some(({ plain, trump }) => plain !== trump);
  const kind = "melds" in book.document.rules ? "meld" : "announcement";
  const heads = [kind, "example", "worth", ...(both ? ["in_trumps"] : [])];
  const rows = melds.map((meld) =>
    h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        `${meld.title} `,
        h("a", { class: "number", href: `#${meld.clause.id}` }, meld.clause.number),
      ),
      h(
        "td",
        { class: "hand", "data-cards": meld.cards.length },
        meld.cards.map((code) => face(code, book, prose)),
      ),
      worth(meld, both),
    ),
  );
  return h(
    "table",
    { class: "figure melds" },
    h("caption", {}, say(`${kind}s`)),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        heads.map((head) => h("th", { scope: "col" }, say(head))),
      ),
    ),
    h("tbody", {}, rows),
  );
}

function worth({ plain, trump }, both) {
  if (!both) return h("td", {}, String(trump));
  if (plain === trump) return h("td", { colspan: 2 }, String(trump));
  return [plain, trump].map((value) => h("td", {}, value === null ? "–" : String(value)));
}

/** The melds of the game, then what is announced between the cards, in the order of the clauses. */
function meldsOf(book) {
  const { rules } = book.document;
  const found = ["melds", "announcements"].flatMap((section) =>
    Object.entries(rules[section] ?? {}).map(([name, { value, cards }]) => {
      const clause = book.setters(`${section}.${name}`)[0];
      const { plain, trump } = typeof value === "object" ? value : { plain: value, trump: value };
      const title = clause.title || name;
      return {
        title,
        clause,
        cards: example(cards, book.pack),
        plain: cards.suit === "trump" ? null : plain,
        trump,
      };
    }),
  );
  const place = new Map(book.clauses.map(({ id }, n) => [id, n]));
  return found.sort((one, other) => place.get(one.clause.id) - place.get(other.clause.id));
}

/** Cards that make a meld, in the first suit of the pack where any suit will do. */
function example(cards, { suits }) {
  if (cards.exact) return cards.exact;
  if (cards.rank) return suits.flatMap(({ code }) => Array(cards.copies ?? 1).fill(code + cards.rank));
  return cards.ranks.map((rank) => suits[0].code + rank);
}

/** A card; its outlines come from data/faces, put once into the same tree. */
function face(code, { pack, language }, prose) {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  const attributes = {
    class: "card",
    role: "img",
    "aria-label": prose.cardName(code, language),
    viewBox: "0 0 64 92",
  };
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, value);
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", `#face-${pack.id}-${code}`);
  svg.append(use);
  return svg;
}

/** The outlines of a pack, from data/faces/<pack>.json, as an element. */
export function outlines({ faces }) {
  const template = document.createElement("template");
  template.innerHTML = faces; // made by this site's own build, never by a reader
  return template.content;
}

/** Puts the leaflet into the shadow tree of an element, away from the style of the page. */
export function layLeaflet(host, book, { say, phrases, style, faces, edition, hash }) {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const values = valuesTable(book, say, phrases);
  const melds = meldsTable(book, say, phrases);
  const options = optionsBox(book, say);
  const sections = book.sections.map((section) => chapter(section, book)).filter(Boolean);
  fill(
    root,
    h("style", {}, style),
    outlines(faces),
    h(
      "div",
      { class: "body" },
      h("header", {}, h("p", { class: "kind" }, say("leaflet")), h("h1", {}, book.title)),
      h("div", { class: "band" }, options ?? melds, values),
      h("div", { class: "columns" }, options && melds, sections),
      h("p", { class: "imprint" }, `${book.id} · ${say("edition", { version: edition })}${hash ? ` · ${hash}` : ""}`),
    ),
  );
}

function optionsBox(book, say) {
  if (book.options.length === 0) return null;
  const left = book.options.filter((option) => option.chosen !== option.default);
  const usual = book.options.filter((option) => option.chosen === option.default);
  const usually = (option) => say("usual", { answer: book.choice(option.id, option.default).title });
  const departures = left.map((option) =>
    h("li", {}, `${option.title}: `, h("strong", {}, option.answer), " ", h("small", {}, `(${usually(option)})`)),
  );
  const others = usual.flatMap((option, n) => [n > 0 ? " · " : "", `${option.title}: `, h("b", {}, option.answer)]);
  return h(
    "section",
    { class: "options" },
    h("h2", {}, say("options")),
    left.length > 0 && [h("p", { class: "lead" }, say("departures")), h("ul", { class: "departures" }, departures)],
    usual.length > 0 && h("p", { class: "usual" }, h("span", { class: "lead" }, say("as_usual")), " ", others),
  );
}

/** A chapter with the clauses that belong on the table, and those that a departure changed or added. */
function chapter(section, book) {
  const clauses = section.clauses.filter((clause) => clause.leaflet || book.changedBy(clause).length > 0);
  if (clauses.length === 0) return null;
  const sentences = clauses.map((clause) =>
    h(
      "p",
      { class: book.changedBy(clause).length > 0 ? "departure" : null },
      h("span", { class: "n" }, clause.number),
      " ",
      clause.title && [h("b", {}, `${capital(clause.title)}.`), " "],
      clause.text,
    ),
  );
  const title = h("h2", {}, h("span", { class: "n" }, section.number), ` ${section.title}`);
  return h("section", { class: "chapter" }, title, sentences);
}

function capital(text) {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Sets the leaflet in the largest letters that fit one page; false when even the smallest do not. */
export function fitLeaflet(host) {
  const millimetre = 96 / 25.4;
  const fits = (size) => {
    host.style.setProperty("--size", `${size}pt`);
    host.style.setProperty("--table", `${Math.min(size, WIDEST)}pt`);
    return host.getBoundingClientRect().height <= HEIGHT * millimetre;
  };
  host.classList.add("measured");
  // Larger letters never take less room, so halving finds the largest.
  let [low, high, best] = [0, Math.round((LARGEST - SMALLEST) / STEP), null];
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const size = SMALLEST + middle * STEP;
    if (fits(size)) [best, low] = [size, middle + 1];
    else high = middle - 1;
  }
  fits(best ?? SMALLEST);
  host.classList.remove("measured");
  return best !== null;
}
