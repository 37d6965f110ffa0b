import { copyText, element, store } from "../page-tools.js";
import { filterCodes } from "./filter.js";
import { makeTabs } from "./tabs.js";

const COPIED_SHOWN_MS = 1600;

/** Pages are complete without scripts; these make them handier. */
addCopyButtons();
makeTabs();
filterCodes();
foldContents();
chooseTheme();

/** Every block of code gets a button that copies it. */
function addCopyButtons(): void {
  // Screen readers announce what changes in it, if it was there before.
  const status = element("p", { role: "status", className: "visually-hidden" });
  document.body.append(status);
  for (const figure of document.querySelectorAll<HTMLElement>("figure.code")) {
    const source = figure.querySelector("code")?.textContent ?? "";
    const button = element("button", { type: "button", className: "copy", textContent: "Copy" });
    button.ariaLabel = `Copy ${figure.dataset.label}`;
    button.addEventListener("click", async () => {
      button.textContent = (await copyText(source)) ? "Copied" : "Select and copy";
      status.textContent = button.textContent;
      setTimeout(() => {
        button.textContent = "Copy";
        status.textContent = "";
      }, COPIED_SHOWN_MS);
    });
    figure.querySelector("figcaption")?.append(button);
  }
}

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
  const { style } = document.documentElement;
  select.value = style.colorScheme;
  select.addEventListener("change", () => {
    store("assay-theme", select.value || undefined);
    style.colorScheme = select.value;
  });
}
