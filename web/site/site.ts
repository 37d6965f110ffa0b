import { copyText, element, store } from "../page-tools.js";
import { filterCodes } from "./filter.js";
import { makeTabs } from "./tabs.js";

const COPIED_SHOWN_MS = 1600;

/** Pages are complete without scripts; these make them handier. */
addCopyButtons();
makeTabs();
filterCodes();
foldContents();
openTarget();
addEventListener("hashchange", openTarget);
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

/**
 * On a phone, contents would fill the first screens: they stay folded, and fold again behind a
 * chosen link.
 */
function foldContents(): void {
  const isNarrow = matchMedia("(max-width: 860px)");
  for (const details of document.querySelectorAll<HTMLDetailsElement>("[data-fold]")) {
    const follow = () => {
      details.open = !isNarrow.matches;
    };
    follow();
    isNarrow.addEventListener("change", follow);
    details.addEventListener("click", ({ target }) => {
      if (isNarrow.matches && target instanceof Element && target.closest("a"))
        details.open = false;
    });
  }
}

/** Who comes to a rule by its address, as from a diagnostic, wants all of it. */
function openTarget(): void {
  // Not `:target`, which browsers set later than this runs.
  const details = document
    .getElementById(location.hash.slice(1))
    ?.querySelector<HTMLDetailsElement>(":scope > details");
  if (details) details.open = true;
}

const THEMES = ["", "light", "dark"];

/** The button in the bar goes from the colors of the system to light and dark ones, and back. */
function chooseTheme(): void {
  const button = document.querySelector<HTMLElement>("[data-theme-choice]");
  if (button === null) return;
  const { style } = document.documentElement;
  const say = () => {
    button.ariaLabel = `Theme: ${style.colorScheme || "system"}`;
    button.title = button.ariaLabel;
  };
  say();
  button.addEventListener("click", () => {
    const theme = THEMES[(THEMES.indexOf(style.colorScheme) + 1) % THEMES.length] ?? "";
    store("assay-theme", theme || undefined);
    style.colorScheme = theme;
    say();
  });
}
