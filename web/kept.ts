/** Reads a value that the browser keeps on this machine. If it allows no storage, nothing outlasts the page. */
export function kept(name: string, storage: "localStorage" | "sessionStorage" = "localStorage"): string | undefined {
  try {
    return globalThis[storage].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a value, or forgets it if there is none. */
export function keep(
  name: string,
  value: string | undefined,
  storage: "localStorage" | "sessionStorage" = "localStorage",
): void {
  try {
    if (value === undefined) globalThis[storage].removeItem(name);
    else globalThis[storage].setItem(name, value);
  } catch {
    // No storage is allowed, or it is full.
  }
}

const KEY = "assay-key";

/** The key that was typed in this tab: neither other tabs nor links have it, and it is gone when the tab is closed. */
export function tabKey(): string {
  return kept(KEY, "sessionStorage") ?? "";
}

/** RFC 9110 lets a header field have no other characters, and fetch would throw. */
export function isSendable(key: string): boolean {
  return /^[\x21-\x7e]+$/.test(key);
}

export function keepTabKey(key: string): void {
  keep(KEY, key, "sessionStorage");
}
