let made = 0;

/** Blocks of code that show the same in several ways become tabs, as WAI-ARIA describes them. */
export function makeTabs(): void {
  for (const group of document.querySelectorAll<HTMLElement>("[data-tabs]")) {
    const panels = [...group.querySelectorAll<HTMLElement>(":scope > .tab")];
    const list = document.createElement("div");
    list.className = "tabs";
    list.role = "tablist";
    list.ariaLabel = group.dataset.tabs ?? "";
    const tabs = panels.map((panel) => toTab(panel));
    const select = (chosen: number) => {
      for (const [at, panel] of panels.entries()) {
        const tab = tabs[at] as HTMLButtonElement;
        const isChosen = at === chosen;
        panel.hidden = !isChosen;
        tab.ariaSelected = String(isChosen);
        tab.tabIndex = isChosen ? 0 : -1;
      }
    };
    for (const [at, tab] of tabs.entries()) {
      tab.addEventListener("click", () => select(at));
      tab.addEventListener("keydown", (event) => {
        const last = tabs.length - 1;
        const next = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[
          event.key
        ];
        if (next === undefined) return;
        event.preventDefault();
        select(next);
        tabs[next]?.focus();
      });
    }
    list.append(...tabs);
    group.prepend(list);
    select(0);
  }
}

function toTab(panel: HTMLElement): HTMLButtonElement {
  const id = `tab-${++made}`;
  const tab = document.createElement("button");
  tab.type = "button";
  tab.role = "tab";
  tab.id = id;
  tab.textContent = panel.querySelector("figure")?.dataset.label ?? "";
  panel.id = `${id}-panel`;
  panel.role = "tabpanel";
  panel.setAttribute("aria-labelledby", id);
  tab.setAttribute("aria-controls", panel.id);
  return tab;
}
