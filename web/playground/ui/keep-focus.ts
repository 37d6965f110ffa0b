/**
 * A button may be gone with what it was about. The focus then goes on to the problem that comes next, or to the
 * verdict: without that, it would be at the top of the page.
 */
export function keepFocus(...parts: readonly HTMLElement[]): void {
  let last: { readonly element: Element; readonly at: number } | undefined;
  document.addEventListener("focusin", ({ target }) => {
    const element = target as Element;
    last = { element, at: problems().indexOf(element.closest(".problem") as HTMLElement) };
  });
  const observer = new MutationObserver(() => {
    if (last === undefined || last.element.isConnected || document.activeElement !== document.body) return;
    const left = problems();
    const next = left[Math.min(Math.max(last.at, 0), left.length - 1)];
    const control = next?.querySelector(".remedy button") ?? next?.querySelector("button");
    ((control ?? document.querySelector(".headline")) as HTMLElement | null)?.focus();
  });
  for (const part of parts) observer.observe(part, { childList: true, subtree: true });
}

function problems(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("article.problem")];
}
