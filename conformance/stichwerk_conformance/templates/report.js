"use strict";
const form = document.querySelector("form");
const entries = [...document.querySelectorAll("[data-status]")].map((element) => ({
  element,
  ...element.dataset,
  clauses: element.dataset.clauses.split(" "),
  words: (element.querySelector("summary") || element).textContent.toLowerCase(),
}));
const keys = ["status", "profile", "ruleset", "clause", "words"];
const begun = Object.fromEntries(new FormData(form));
const fits = {
  clause: (entry, wanted) => wanted[0] === "="
    ? entry.status === "failed" && entry.quoted === wanted.slice(1)
    : entry.clauses.some((clause) => (clause + ".").startsWith(wanted + ".")),
  words: (entry, wanted) => entry.words.includes(wanted.toLowerCase().trim()),
};
const fit = (entry, key, wanted) => !wanted || (fits[key] ? fits[key](entry, wanted) : entry[key] === wanted);

function filter() {
  const wanted = Object.fromEntries(new FormData(form));
  let shown = 0;
  for (const entry of entries) {
    entry.misses = keys.filter((key) => !fit(entry, key, wanted[key]));
    entry.element.hidden = entry.misses.length > 0;
    shown += entry.element.hidden ? 0 : 1;
  }
  for (const select of form.querySelectorAll("select")) count(select);
  form.querySelector("output").textContent = shown + " of " + entries.length + " cases";
}

// Beside each choice stands how many cases it would leave, the other filters being as they are.
function count(select) {
  const others = entries.filter((entry) => entry.misses.every((key) => key === select.name));
  for (const option of select.options) {
    option.dataset.name = option.dataset.name || option.textContent;
    const left = others.filter((entry) => fit(entry, select.name, option.value)).length;
    option.textContent = option.dataset.name + " (" + left + ")";
    option.disabled = left === 0 && !option.selected;
  }
}

// The filters stand in the address, so that a reload keeps them and a link can carry them; or a case does.
function remember() {
  const wanted = [...new FormData(form)].filter(([key, value]) => value !== begun[key]);
  try {
    history.replaceState(null, "", "#" + new URLSearchParams(wanted));
  } catch {
    // A page shown inside another may not have an address.
  }
}

function follow() {
  const hash = location.hash.slice(1);
  const target = document.getElementById(hash);
  form.reset();
  if (target && target.dataset.status) {
    for (const key of keys) form.elements[key].value = "";
    target.open = true;
  } else {
    for (const [key, value] of new URLSearchParams(hash)) if (keys.includes(key)) form.elements[key].value = value;
  }
  filter();
  if (target) target.scrollIntoView();
  else if (hash) form.scrollIntoView();
}

form.hidden = false;
for (const event of ["input", "change"]) form.addEventListener(event, () => { filter(); remember(); });
form.addEventListener("submit", (event) => event.preventDefault());
form.elements.none.addEventListener("click", () => {
  for (const key of keys) form.elements[key].value = "";
  filter();
  remember();
});
form.elements.all?.addEventListener("click", ({ target }) => {
  const open = target.textContent === "open all";
  for (const { element } of entries) if (!element.hidden && "open" in element) element.open = open;
  target.textContent = open ? "close all" : "open all";
});
addEventListener("hashchange", follow);
follow();
