// The page that puts rules together: a ruleset, its options, and what then holds. Everything chosen is in the address
// of the page and nowhere else.

import { Book } from "./book.js";
import { followed, onNavigation, reasonOf, setAddress, settle } from "./choosing.js";
import { fitLeaflet, layLeaflet, outlines } from "./leaflet.js";
import { fill, h, load, showFailure, speaker } from "./page.js";
import { Questions } from "./questions.js";
import { canHash, contentHash, resolve } from "./resolver.js";
import { Result } from "./result.js";

const PLACE = document.getElementById("configurator");

class Configurator {
  constructor(index) {
    this.index = index;
    this.language = index.texts;
    this.say = speaker(index.words.configure);
    this.site = speaker(index.words.site);
    this.printing = speaker(index.words.printing);
    this.turn = 0;
    this.build();
  }

  /** The parts of the page that stay; what they show is put in by `show`. */
  build() {
    this.notice = h("div", { class: "notice", role: "status", hidden: true });
    this.status = h("p", { class: "away", role: "status" });
    this.questions = new Questions(this);
    this.result = new Result(this);
    this.faces = h("div", { class: "faces" });
    this.leaflet = h("div", { class: "leaflet", lang: this.language, "aria-hidden": "true" });
    const columns = h("div", { class: "configure" }, this.questions.element, this.result.element);
    fill(PLACE, this.notice, this.status, columns, this.faces, this.leaflet);
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
    // The clause was not there when the browser looked for it: let it look again.
    if (location.hash) location.replace(location.hash);
  }

  /** Loads a ruleset and shows it with the wishes that hold. */
  async open(ruleset, asked, told) {
    this.turn += 1;
    const { turn } = this;
    try {
      const data = await load(`rulesets/${ruleset}`);
      const { document, refusals } = settle(data, asked);
      const faces = await load(`faces/${document.pack.id}`);
      if (turn !== this.turn) return; // meanwhile the reader has asked for another one
      Object.assign(this, { data, document, outlines: faces });
      fill(this.faces, outlines(faces));
      this.show();
      told(this.book, refusals);
    } catch (error) {
      showFailure(PLACE, error, this.say);
      throw error;
    }
  }

  /** What of a link does not hold; nothing where all of it does. */
  tell(lines) {
    this.notice.hidden = lines.length === 0;
    const list = h(
      "ul",
      {},
      lines.map((line) => h("li", {}, line)),
    );
    fill(this.notice, lines.length > 0 && [h("p", {}, this.say("stale")), list]);
  }

  /** What the list of rulesets says of one. */
  entry(id = this.book.id) {
    return this.index.rulesets.find((one) => one.id === id);
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
    this.questions.show();
    this.result.show();
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
    if (fitLeaflet(this.leaflet)) return;
    this.notice.hidden = false;
    fill(this.notice, h("p", {}, this.say("leaflet_long")));
  }

  /** Shows the ruleset with these choices and puts them into the address. */
  set(asked) {
    this.document = resolve(this.data, asked);
    this.show();
    this.tell([]);
    setAddress(this.query);
  }

  /** Goes to another ruleset with its usual choices; the one before is a step back. */
  async change(ruleset) {
    await this.open(ruleset, {}, () => this.tell([]));
    if (this.book.id === ruleset) setAddress(this.query, true);
  }
}

/** Ruleset and choices of an address. */
function wishes(search) {
  const { ruleset = "", ...asked } = Object.fromEntries(new URLSearchParams(search));
  return { ruleset, asked };
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
