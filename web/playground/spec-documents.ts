import type { SpecDocument } from "./state.js";

const loaded = new Map<string, Promise<SpecDocument>>();

/** Fetches a spec package once. */
export function loadSpec(basePath: string, domainId: string, version: string): Promise<SpecDocument> {
  const url = `${basePath}/spec-packages/${domainId}/${version}`;
  const document = loaded.get(url) ?? fetchSpec(url);
  loaded.set(url, document);
  // What failed may be tried again.
  document.catch(() => loaded.delete(url));
  return document;
}

async function fetchSpec(url: string): Promise<SpecDocument> {
  const response = await fetch(url, { headers: { Accept: "application/json" }, credentials: "omit" });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}
