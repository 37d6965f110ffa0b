import { keep } from "../kept.js";

/** The choice of colors in the bar: those of the system, or always light or dark ones. */
export function chooseTheme(): void {
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
