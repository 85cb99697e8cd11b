// Keeps the place when the language is changed: the clause that was linked to, the rules that were configured.
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a[hreflang]");
  if (link) {
    link.search = location.search;
    link.hash = location.hash;
  }
});

// Boxes that the theme lays around wide tables scroll sideways: the keyboard has to reach them.
const reachable = () => {
  for (const box of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
};
new MutationObserver(reachable).observe(document.body, { childList: true, subtree: true });
addEventListener("resize", reachable);
reachable();
