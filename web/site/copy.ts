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
      button.textContent = (await copy(source)) ? "Copied" : "Select and copy";
      status.textContent = button.textContent;
      setTimeout(() => {
        button.textContent = "Copy";
        status.textContent = "";
      }, SHOWN_MS);
    });
    figure.querySelector("figcaption")?.append(button);
  }
}

/** Over plain http there is no clipboard object; the old command still works. */
export async function copy(text: string): Promise<boolean> {
  if (window.isSecureContext && navigator.clipboard !== undefined) {
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  }
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "visually-hidden";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}
