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
