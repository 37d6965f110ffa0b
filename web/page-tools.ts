/** An element with properties. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}

/** The element of the page with an id that it certainly has. */
export function elementById(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

type StorageName = "localStorage" | "sessionStorage";

/**
 * A value that the browser has stored on this machine. If it allows no storage, nothing outlasts
 * the page.
 */
export function stored(name: string, storage: StorageName = "localStorage"): string | undefined {
  try {
    return globalThis[storage].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value, or removes it if it is undefined. */
export function store(
  name: string,
  value: string | undefined,
  storage: StorageName = "localStorage",
): void {
  try {
    if (value === undefined) globalThis[storage].removeItem(name);
    else globalThis[storage].setItem(name, value);
  } catch {
    // No storage is allowed, or it is full.
  }
}

const KEY = "assay-key";

/**
 * The key that was typed in this tab: neither other tabs nor links have it, and it is gone when the
 * tab is closed.
 */
export function tabKey(): string {
  return stored(KEY, "sessionStorage") ?? "";
}

export function storeTabKey(key: string): void {
  store(KEY, key, "sessionStorage");
}

/**
 * Whether this can be a key. Anything else is not sent: for what no header may contain (RFC 9110),
 * fetch would throw.
 */
export function isSendable(key: string): boolean {
  return /^ai_[\x21-\x7e]+$/.test(key);
}

export const NOT_A_KEY =
  "A key starts with ai_ and has no spaces. Nothing was sent: copy it again.";

/** Offers a text as a file. */
export function download(name: string, text: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  element("a", { href, download: name }).click();
  URL.revokeObjectURL(href);
}

/**
 * Over plain HTTP there is no `navigator.clipboard`; the older way needs a selection. False if
 * neither works.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

function copySelection(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null;
  const area = element("textarea", { value: text, className: "visually-hidden" });
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  focused?.focus();
  return isCopied;
}
