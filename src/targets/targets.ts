import { fileRegistry } from "./file-registry.js";
import { httpRegistry } from "./http-registry.js";
import { joinFeeds } from "./join-feeds.js";
import { pointersOf, type RegistrySettings, registriesOf, type TargetSettings } from "./parse-targets.js";
import type { RegistryEvent, RegistryFeed } from "./registry-feed.js";

/** A product that accepts proposals. */
type Target = {
  readonly id: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly domains: readonly string[];
  /** All registries of the product as one. */
  readonly registry: RegistryFeed;
  /** The names of the other registries, besides the product's own. */
  readonly registryNames: readonly string[];
};

/** The target products of this service. */
export class Targets {
  readonly #byId: ReadonlyMap<string, Target>;
  /** Every registry by its target, its name and its settings. */
  readonly #feeds = new Map<string, RegistryFeed>();

  constructor(targets: readonly Target[]) {
    const sorted = targets.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    this.#byId = new Map(sorted.map((target) => [target.id, target]));
  }

  /** Takes over the registries of `previous` whose settings are the same: they are loaded and stay up to date. */
  static open(
    settings: readonly TargetSettings[],
    report: (targetId: string, event: RegistryEvent) => void,
    previous?: Targets,
  ): Targets {
    const loaded: ReadonlyMap<string, RegistryFeed> = previous ? previous.#feeds : new Map();
    const feeds = new Map<string, RegistryFeed>();
    const targets = new Targets(
      settings.map((target) => {
        const opened = registriesOf(target).map(({ name, registry }) => {
          const key = JSON.stringify([target.id, name, registry]);
          const named = name === undefined ? {} : { registry: name };
          const feed = loaded.get(key) ?? openFeed(registry, (event) => report(target.id, { ...event, ...named }));
          feeds.set(key, feed);
          return [name ?? "", feed] as const;
        });
        const { id, url, domains } = target;
        return {
          id,
          url,
          domains,
          registry: joinFeeds(new Map(opened)),
          registryNames: Object.keys(target.registries ?? {}),
        };
      }),
    );
    for (const [key, feed] of feeds) targets.#feeds.set(key, feed);
    return targets;
  }

  /** Sorted by id. */
  list(): readonly Target[] {
    return [...this.#byId.values()];
  }

  find(id: string): Target | undefined {
    return this.#byId.get(id);
  }

  /** Resolves after the first attempt to load every registry that `others` do not have, whether it succeeded or not. */
  async start(others?: Targets): Promise<void> {
    await Promise.all(this.#feedsNotIn(others).map((feed) => feed.start()));
  }

  /** Stops all registries except those that `others` have taken over. */
  stop(others?: Targets): void {
    for (const feed of this.#feedsNotIn(others)) feed.stop();
  }

  #feedsNotIn(others: Targets | undefined): RegistryFeed[] {
    const theirs = new Set(others ? others.#feeds.values() : []);
    return [...this.#feeds.values()].filter((feed) => !theirs.has(feed));
  }
}

function openFeed(settings: RegistrySettings, report: (event: RegistryEvent) => void): RegistryFeed {
  const options = { report, pointers: pointersOf(settings) };
  return "file" in settings
    ? fileRegistry(settings.file, options)
    : httpRegistry(settings.url, { ...settings, ...options });
}
