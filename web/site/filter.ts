/**
 * The search of a rules page: hides the codes that have not all words of the query. "/" goes to it.
 */
export function filterCodes(): void {
  const contents = document.querySelector<HTMLElement>("[data-filter]");
  const input = contents?.querySelector<HTMLInputElement>("input[type=search]");
  const status = contents?.querySelector<HTMLElement>("[data-count]");
  if (!input || !status) return;
  const items = [...document.querySelectorAll<HTMLElement>("[data-search]")];
  const sections = [...document.querySelectorAll<HTMLElement>(".manual-body > section")];
  const isWide = matchMedia("(min-width: 861px)");
  const isCode = (item: HTMLElement) => item.classList.contains("searched");
  const total = items.filter(isCode).length;

  const filter = () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const item of items) {
      const text = item.dataset.search?.toLowerCase() ?? "";
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden && isCode(item)) found++;
    }
    const isSearching = words.length > 0;
    status.textContent = isSearching
      ? found === 0
        ? "No code matches"
        : `${found} of ${total} codes`
      : "";
    for (const section of sections)
      section.hidden = isSearching && section.querySelector(".searched:not([hidden])") === null;
    // On a phone, the search box would leave the screen.
    if (isSearching && isWide.matches)
      sections.find(({ hidden }) => !hidden)?.scrollIntoView({ behavior: "instant" });
  };

  input.hidden = false;
  input.addEventListener("input", filter);
  document.addEventListener("keydown", (event) => {
    const isTyping =
      event.target instanceof Element && event.target.matches("input, textarea, select");
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
  // A link to a code shows it, even if the search has hidden it.
  window.addEventListener("hashchange", () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target?.hidden) return;
    input.value = "";
    filter();
    target.scrollIntoView();
  });
}
