import { copyText } from "../clipboard.js";

const SHOWN_MS = 1600;

/** Every block of code gets a button that copies it. */
export function addCopyButtons(): void {
  // Screen readers announce what changes in it, if it was there before.
  const status = document.createElement("p");
  status.role = "status";
  status.className = "visually-hidden";
  document.body.append(status);
  for (const figure of document.querySelectorAll<HTMLElement>("figure.code")) {
    const source = figure.querySelector("code")?.textContent ?? "";
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy ${figure.dataset.label}`);
    button.addEventListener("click", async () => {
      button.textContent = (await copyText(source)) ? "Copied" : "Select and copy";
      status.textContent = button.textContent;
      setTimeout(() => {
        button.textContent = "Copy";
        status.textContent = "";
      }, SHOWN_MS);
    });
    figure.querySelector("figcaption")?.append(button);
  }
}
