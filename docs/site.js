// The theme lets wide tables scroll; this lets the keyboard scroll them, too.
const sizes = new ResizeObserver((changes) => {
  for (const { target } of changes) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0;
    else target.removeAttribute("tabindex");
  }
});
const watch = () => {
  for (const area of document.querySelectorAll(".md-typeset__scrollwrap")) sizes.observe(area);
};
new MutationObserver(watch).observe(document.body, { childList: true, subtree: true });
watch();

// The languages have the same pages: the menu leads to the page that is shown. (The theme finds it only at the address
// that the site is published at, and not below the tag of a release.)
const here = document.querySelector("link[rel=stylesheet][href$='site.css']").href.replace(/site\.css$/, "");
for (const link of document.querySelectorAll("a[hreflang]")) {
  if (location.href.startsWith(here)) link.href += location.pathname.slice(new URL(here).pathname.length);
}
