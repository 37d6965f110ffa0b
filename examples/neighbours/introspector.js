import { Problem, unauthorized } from "./json-server.js";

/**
 * Asks the identity service for the holder of a key (RFC 7662). Asks on every call: a revocation takes effect at once.
 *
 * @param {{ url: string, clientId: string, clientSecret: string }} identity
 * @returns {(key: string) => Promise<string>} the holder
 */
export function introspector({ url, clientId, clientSecret }) {
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
  return async (key) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: { authorization },
      body: new URLSearchParams({ token: key }),
      redirect: "error",
      signal: AbortSignal.timeout(2_000),
    }).catch(() => undefined);
    if (answer?.status !== 200)
      throw new Problem(503, "the identity service is unavailable; try again later", { "retry-after": "1" });
    const { active, sub } = /** @type {{ active: boolean, sub?: string }} */ (await answer.json());
    if (!active || sub === undefined) throw unauthorized();
    return sub;
  };
}
