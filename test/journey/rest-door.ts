import type { Door } from "./door.js";

/** Over REST at `baseUrl`, which is assay itself or the identity service's proxy. */
export function restDoor(baseUrl: string, headers: Record<string, string>): Door {
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${baseUrl}${path}`, {
      ...(body && { method: "POST", body: JSON.stringify(body) }),
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  };
  return {
    listDomains: () => ask("/api/domains"),
    validateProposal: (request) => ask("/api/validate", request),
    buildProposal: (request) => ask("/api/build", request),
    close: async () => {},
  };
}
