const NAME = "assay-key";

/** The key that was typed in this tab: neither other tabs nor links have it, and it is gone when the tab is closed. */
export function readTabKey(): string {
  try {
    return sessionStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

export function keepTabKey(key: string): void {
  try {
    sessionStorage.setItem(NAME, key);
  } catch {
    // A browser that allows no storage: the key lasts as long as the page.
  }
}
