import { type Registry, withNamed } from "../registry/registry.js";
import type { RegistryFeed } from "./registry-feed.js";

/**
 * Joins all registries of a target product, by name; the product's own registry has the empty name. The result is as
 * old as the oldest of them, and unusable if one of them is missing, since no verdict would be certain without it.
 */
export function joinFeeds(feeds: ReadonlyMap<string, RegistryFeed>): RegistryFeed {
  const [[, own], ...others] = [...feeds] as [[string, RegistryFeed], ...[string, RegistryFeed][]];
  if (others.length === 0) return own;
  const all = [...feeds.values()];
  return {
    current() {
      const current = own.current();
      const named = new Map<string, Registry>();
      for (const [name, feed] of others) {
        const registry = feed.current();
        if (registry !== undefined) named.set(name, registry);
      }
      return current === undefined || named.size < others.length ? undefined : withNamed(current, named);
    },
    ageSeconds() {
      const ages = all.map((feed) => feed.ageSeconds());
      return ages.includes(undefined) ? undefined : Math.max(...(ages as number[]));
    },
    failure() {
      for (const [name, feed] of feeds) {
        const failure = feed.failure();
        if (failure !== undefined) return name === "" ? failure : `${name}: ${failure}`;
      }
      return undefined;
    },
    retryAfterSeconds: () => Math.max(...all.map((feed) => feed.retryAfterSeconds())),
    async start() {
      await Promise.all(all.map((feed) => feed.start()));
    },
    stop() {
      for (const feed of all) feed.stop();
    },
  };
}
