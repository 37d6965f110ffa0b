import { hash, randomBytes, randomUUID } from "node:crypto";

const LIFETIME_SECONDS = 24 * 60 * 60;

/**
 * Times are in seconds since the epoch.
 *
 * @typedef {{ id: string, agent: string, issuedAt: number, expiresAt: number }} Holder
 */

/** The issued keys, by their SHA-256. The keys themselves are shown once and not stored. */
export class KeyRing {
  /** @type {Map<string, Holder>} */
  #holders = new Map();

  /** @param {string} [agent] the holder; by default a new agent */
  issue(agent = `agent_${randomBytes(6).toString("hex")}`) {
    const key = `ai_${randomBytes(32).toString("base64url")}`;
    const issuedAt = Math.floor(Date.now() / 1000);
    const holder = { id: randomUUID(), agent, issuedAt, expiresAt: issuedAt + LIFETIME_SECONDS };
    this.#holders.set(hash("sha256", key), holder);
    return { key, ...holder };
  }

  /** @param {string} key */
  holderOf(key) {
    const holder = this.#holders.get(hash("sha256", key));
    return holder && Date.now() / 1000 < holder.expiresAt ? holder : undefined;
  }

  /** An agent can only revoke its own keys. @param {string} id @param {string} agent */
  revoke(id, agent) {
    for (const [digest, holder] of this.#holders) {
      if (holder.id === id && holder.agent === agent) return this.#holders.delete(digest);
    }
    return false;
  }
}
