import { fileRegistry } from "./file-registry.js";
import { httpRegistry } from "./http-registry.js";
import type { TargetSettings } from "./parse-targets.js";
import type { RegistryEvent, RegistryFeed } from "./registry-feed.js";

/** A product that accepts proposals. */
export type Target = {
  readonly id: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly domains: readonly string[];
  readonly registry: RegistryFeed;
};

/** The target products of this service. */
export class Targets {
  readonly #byId: ReadonlyMap<string, Target>;
  /** Of each registry, as JSON. */
  readonly #settings = new Map<string, string>();

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
    const targets = new Targets(
      settings.map(({ registry, ...target }) => {
        const known = previous?.registryOf(target.id, registry);
        if (known !== undefined) return { ...target, registry: known };
        const options = { report: (event: RegistryEvent) => report(target.id, event) };
        const opened =
          "file" in registry
            ? fileRegistry(registry.file, options)
            : httpRegistry(registry.url, { ...registry, ...options });
        return { ...target, registry: opened };
      }),
    );
    for (const { id, registry } of settings) targets.#settings.set(id, JSON.stringify(registry));
    return targets;
  }

  /** Sorted by id. */
  list(): readonly Target[] {
    return [...this.#byId.values()];
  }

  find(id: string): Target | undefined {
    return this.#byId.get(id);
  }

  /** The registry of a target, if it has these settings. */
  registryOf(id: string, settings: TargetSettings["registry"]): RegistryFeed | undefined {
    return this.#settings.get(id) === JSON.stringify(settings) ? this.find(id)?.registry : undefined;
  }

  /** Resolves after the first attempt to load every registry, whether it succeeded or not. `others` run already. */
  async start(others?: Targets): Promise<void> {
    await Promise.all(this.#registriesBeside(others).map((registry) => registry.start()));
  }

  /** Stops all registries except those that `others` have taken over. */
  stop(others?: Targets): void {
    for (const registry of this.#registriesBeside(others)) registry.stop();
  }

  #registriesBeside(others: Targets | undefined): RegistryFeed[] {
    const theirs = new Set(others?.list().map(({ registry }) => registry));
    return this.list()
      .map(({ registry }) => registry)
      .filter((registry) => !theirs.has(registry));
  }
}
