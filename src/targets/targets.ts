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

  constructor(targets: readonly Target[]) {
    const sorted = targets.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    this.#byId = new Map(sorted.map((target) => [target.id, target]));
  }

  static open(settings: readonly TargetSettings[], report: (targetId: string, event: RegistryEvent) => void): Targets {
    return new Targets(
      settings.map(({ registry, ...target }) => {
        const options = { report: (event: RegistryEvent) => report(target.id, event) };
        const opened =
          "file" in registry
            ? fileRegistry(registry.file, options)
            : httpRegistry(registry.url, { ...registry, ...options });
        return { ...target, registry: opened };
      }),
    );
  }

  /** Sorted by id. */
  list(): readonly Target[] {
    return [...this.#byId.values()];
  }

  find(id: string): Target | undefined {
    return this.#byId.get(id);
  }

  /** Resolves after the first attempt to load every registry, whether it succeeded or not. */
  async start(): Promise<void> {
    await Promise.all(this.list().map(({ registry }) => registry.start()));
  }

  stop(): void {
    for (const { registry } of this.list()) registry.stop();
  }
}
