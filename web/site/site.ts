import { keep } from "../kept.js";
import { addCopyButtons } from "./copy.js";
import { filterCodes } from "./filter.js";
import { makeTabs } from "./tabs.js";

/** Pages are complete without scripts; these make them handier. */
addCopyButtons();
makeTabs();
filterCodes();
foldContents();
chooseTheme();

/** On a phone, contents would fill the first screens: they stay folded, and fold again behind a chosen link. */
function foldContents(): void {
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

/** The choice of colors in the bar: those of the system, or always light or dark ones. */
function chooseTheme(): void {
  const select = document.querySelector<HTMLSelectElement>("[data-theme-choice]");
  if (select === null) return;
  const { dataset } = document.documentElement;
  select.value = dataset.theme ?? "";
  select.addEventListener("change", () => {
    keep("assay-theme", select.value || undefined);
    if (select.value === "") delete dataset.theme;
    else dataset.theme = select.value;
  });
}
