// Where an answer comes from, in one line, as stichwerk_rulebook/compare/citing.py says it.

import { format } from "./prose.js";

const FEW = 3;

/** In one line: "§ 5.2 · B, Reizen"; for what holds by default a note that no clause says so. */
export function cited({ state, grounds = [] }, phrases) {
  if (grounds.length === 0) return state === "default" ? phrases.default : "";
  return `§ ${spans(grounds.map(({ number }) => number))} · ${basisOf(grounds, phrases)}`;
}

/** Sources and rulings in words. */
export function basisOf(grounds, phrases) {
  const decided = grounds.filter(isDecided);
  const said = grounds.filter((ground) => !isDecided(ground)).flatMap(({ sources }) => sources);
  const places = unique(said.map(({ id, at }) => (at ? `${id}, ${at}` : id)));
  const rulings = unique(decided.flatMap((ground) => ground.rulings));
  const parts = places.length + (rulings.length > 0 ? 1 : 0) > FEW ? unique(said.map(({ id }) => id)) : places;
  if (rulings.length > 0) {
    parts.push(format(phrases[rulings.length === 1 ? "ruling" : "rulings"], { ids: rulings.join(", ") }));
  }
  return parts.join("; ") || phrases.editorial;
}

/** Does the clause rest on rulings rather than on what a source says? */
function isDecided({ rulings, status, sources }) {
  return rulings.length > 0 && (status !== "attested" || sources.length === 0);
}

function unique(values) {
  return [...new Set(values)];
}

/** 5.2, 5.3, 5.4, 6.1 -> 5.2–5.4, 6.1. */
function spans(numbers) {
  const parts = unique(numbers).map((number) => number.split(".").map(Number));
  parts.sort((one, other) => one[0] - other[0] || one[1] - other[1]);
  const found = [];
  for (const [chapter, place] of parts) {
    const last = found.at(-1)?.at(-1);
    if (last && last[0] === chapter && last[1] + 1 === place) found.at(-1).push([chapter, place]);
    else found.push([[chapter, place]]);
  }
  const shown = (span) => {
    const ends = span.length < 3 ? span : [span[0], span.at(-1)];
    return ends.map((number) => number.join(".")).join(span.length > 2 ? "–" : ", ");
  };
  return found.map(shown).join(", ");
}
