/**
 * On a phone, contents would fill the first screens: they stay folded, and fold again behind a chosen link. Elsewhere
 * they are open.
 */
export function foldContents(): void {
  const isNarrow = matchMedia("(max-width: 860px)");
  for (const details of document.querySelectorAll<HTMLDetailsElement>("[data-fold]")) {
    const follow = () => {
      details.open = !isNarrow.matches;
    };
    follow();
    isNarrow.addEventListener("change", follow);
    details.addEventListener("click", ({ target }) => {
      if (isNarrow.matches && target instanceof Element && target.closest("a")) details.open = false;
    });
  }
}
