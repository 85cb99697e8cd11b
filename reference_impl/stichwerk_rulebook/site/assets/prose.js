// Sentences with their figures filled in, as stichwerk/prose.py does it: `{{ path }}` or `{{ path | filter }}`.

export const LANGUAGES = ["de", "en", "es"];

const PLACEHOLDER = /\{\{\s*([a-z][\w.-]*)\s*(?:\|\s*([a-z_]+)\s*)?\}\}/g;

/** A document that is wrong: the shipped ones are checked, so nobody who uses the page should meet it. */
export class Fault extends Error {}

/** Figures that follow from others: cards in all, cards dealt to each player, tricks, card points, ... */
export function derived(rules, pack) {
  const { deck, table } = rules;
  const inDeck = pack.suits.length * deck.copies;
  const points = inDeck * sum(deck.ranks.map((rank) => deck.points[rank]));
  const [hand, widow, stock, turnUp] = ["each", "widow", "stock", "turn_up"].map((to) =>
    sum(rules.deal.packets.map((packet) => packet[to] ?? 0)),
  );
  const playing = table.players - (table.pauses === "dealer" ? 1 : 0);
  const draws = Object.values(rules.stages).some((stage) => "draw" in stage);
  return {
    cards: inDeck * deck.ranks.length,
    suits: pack.suits.length,
    hand,
    widow,
    stock,
    tricks: hand + (draws ? Math.floor((stock + turnUp) / playing) : 0),
    card_points: points,
    total_points: points + (rules.tricks.last_trick ?? 0),
  };
}

function sum(numbers) {
  return numbers.reduce((all, one) => all + one, 0);
}

/** Fills in sentences of one ruleset. phrases: the words for numbers, places and steps, by language. */
export class Prose {
  constructor(rules, pack, phrases) {
    this.rules = rules;
    this.pack = pack;
    this.phrases = phrases;
  }

  /** The text with its placeholders filled; Fault names the one that cannot be. */
  fill(text, language) {
    const filled = text.replace(PLACEHOLDER, (_, path, filter) => {
      const value = this.lookUp(path);
      if (filter === undefined) {
        if (typeof value !== "string" && !Number.isInteger(value)) throw new Fault(`${path} is no figure or word`);
        return String(value);
      }
      return this.shown(filter, value, language, path);
    });
    if (filled.includes("{{") || filled.includes("}}")) throw new Fault("a placeholder is badly written");
    return filled;
  }

  /** The value at a dotted path of the rules or of what follows from them. */
  lookUp(path) {
    let value = path.startsWith("derived.") ? { ...this.rules, derived: derived(this.rules, this.pack) } : this.rules;
    for (const part of path.split(".")) {
      if (value === null || typeof value !== "object" || Array.isArray(value) || !Object.hasOwn(value, part)) {
        throw new Fault(`the rules have no '${path}'`);
      }
      value = value[part];
    }
    return value;
  }

  /** A value in words, by the name of a filter. */
  shown(filter, value, language, path = filter) {
    if (!Object.hasOwn(FILTERS, filter)) throw new Fault(`there is no filter '${filter}'`);
    try {
      return FILTERS[filter](value, language, this);
    } catch (error) {
      if (error instanceof TypeError) throw new Fault(`the filter '${filter}' cannot show ${path}`);
      throw error;
    }
  }

  /** The name of a card: "EA" -> Eichel-Ass. */
  cardName(code, language) {
    const suit = this.pack.suits.find((one) => one.code === code[0]);
    const rank = this.pack.ranks.find((one) => one.code === code.slice(1));
    return format(this.pack.card_name[language], { suit: suit.name[language], rank: rank.name[language] });
  }

  /** The name of a rank. */
  rankName(code, language) {
    return this.pack.ranks.find((rank) => rank.code === code).name[language];
  }

  /** a, b and c. */
  joined(words, language) {
    if (words.length < 2) return words.join("");
    return words.slice(0, -1).join(", ") + this.phrases.and[language] + words.at(-1);
  }
}

/** The filters of the sentences: (value, language, prose) -> words. */
export const FILTERS = {
  word: (value, language, { phrases }) => phrases.words[language][value] ?? String(value),
  rank: (value, language, prose) => prose.rankName(value, language),
  ranks: (value, language, prose) =>
    prose.joined(
      value.map((rank) => prose.rankName(rank, language)),
      language,
    ),
  cards: (value, language, prose) =>
    prose.joined(
      value.map((code) => prose.cardName(code, language)),
      language,
    ),
  // An object of JavaScript puts keys like "7" first, so the order comes from the ranks of the deck.
  values: (value, language, prose) =>
    prose.joined(
      prose.rules.deck.ranks
        .filter((rank) => Object.hasOwn(value, rank))
        .map((rank) => `${prose.rankName(rank, language)} ${value[rank]}`),
      language,
    ),
  packets: (value, language, { phrases }) => {
    const one = ([to, count]) => (to in phrases.places ? format(phrases.places[to][language], [count]) : String(count));
    return value.map((packet) => one(Object.entries(packet)[0])).join(" – ");
  },
  steps: (value, language, { phrases }) => value.map((step) => phrases.steps[step][language]).join(", "),
};

/** As Python's str.format, for `{name}` and, with a list, for `{}` and `{0}`. */
export function format(text, values) {
  let next = 0;
  return text.replace(/\{(\w*)\}/g, (whole, name) => {
    const key = name === "" ? next++ : name;
    return Object.hasOwn(values, key) ? String(values[key]) : whole;
  });
}
