"use strict";
const form = document.querySelector("form");
const entries = [...document.querySelectorAll("[data-status]")];
const below = (clause, wanted) => (clause + ".").startsWith(wanted + ".");
function filter() {
  const wanted = Object.fromEntries(new FormData(form));
  let shown = 0;
  for (const entry of entries) {
    const data = entry.dataset;
    entry.hidden = ["status", "profile", "ruleset"].some((key) => wanted[key] && data[key] !== wanted[key])
      || (wanted.clause !== "" && !data.clauses.split(" ").some((clause) => below(clause, wanted.clause)));
    shown += entry.hidden ? 0 : 1;
  }
  document.querySelector("output").textContent = shown + " of " + entries.length + " cases";
}
form.hidden = false;
form.addEventListener("change", filter);
filter();
