import { element } from "../page-tools.js";

let made = 0;

/** Blocks of code that show the same in several ways become tabs, as WAI-ARIA describes them. */
export function makeTabs(): void {
  for (const group of document.querySelectorAll<HTMLElement>("[data-tabs]")) {
    const panels = [...group.querySelectorAll<HTMLElement>(":scope > .tab")];
    const tabs = panels.map(toTab);
    const select = (chosen: number) => {
      for (const [at, panel] of panels.entries()) {
        const isChosen = at === chosen;
        panel.hidden = !isChosen;
        Object.assign(tabs[at] ?? {}, {
          ariaSelected: String(isChosen),
          tabIndex: isChosen ? 0 : -1,
        });
      }
    };
    for (const [at, tab] of tabs.entries()) {
      tab.addEventListener("click", () => select(at));
      tab.addEventListener("keydown", (event) => {
        const next = tabAfter(event, at, tabs.length);
        if (next === undefined) return;
        select(next);
        tabs[next]?.focus();
      });
    }
    const list = element("div", {
      className: "tabs",
      role: "tablist",
      ariaLabel: group.dataset.tabs ?? "",
    });
    list.append(...tabs);
    group.prepend(list);
    select(0);
  }
}

/** The tab that a key leads to: the arrow keys, Home and End choose one, as in every tab list. */
export function tabAfter(event: KeyboardEvent, at: number, count: number): number | undefined {
  const goals: Record<string, number> = {
    ArrowRight: at + 1,
    ArrowLeft: at + count - 1,
    Home: 0,
    End: count - 1,
  };
  const goal = Object.hasOwn(goals, event.key) ? goals[event.key] : undefined;
  if (goal === undefined) return undefined;
  event.preventDefault();
  return goal % count;
}

function toTab(panel: HTMLElement): HTMLButtonElement {
  const id = `tab-${++made}`;
  const textContent = panel.querySelector("figure")?.dataset.label ?? "";
  const tab = element("button", { type: "button", role: "tab", id, textContent });
  Object.assign(panel, { id: `${id}-panel`, role: "tabpanel" });
  panel.setAttribute("aria-labelledby", id);
  tab.setAttribute("aria-controls", panel.id);
  return tab;
}
