import { type Registry, withNamed } from "../../ground/registry/registry.js";
import { listRegistries, type TargetSettings } from "./parse-targets.js";
import {
  openRegistry,
  type PolledRegistry,
  publicFailure,
  type RegistryEvent,
} from "./polled-registry.js";

/** A product that accepts proposals. */
interface Target extends Pick<TargetSettings, "id" | "url" | "domains"> {
  readonly registry: ReturnType<typeof joinRegistries>;
  /** Without the product's own. */
  readonly registryNames: readonly string[];
}

/** The target products of this service. */
export class Targets {
  readonly #byId = new Map<string, Target>();
  /** By target, name and settings. */
  readonly #registries = new Map<string, PolledRegistry>();

  /** Takes over the registries of `previous` whose settings are the same. */
  constructor(
    settings: readonly TargetSettings[],
    report: (targetId: string, event: RegistryEvent) => void,
    previous?: Targets,
  ) {
    for (const target of settings.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      const { id, url, domains } = target;
      const opened = listRegistries(target).map(({ name, registry: source }) => {
        const key = JSON.stringify([id, name, source]);
        const onEvent = (event: RegistryEvent) =>
          report(id, { ...event, ...(name && { registry: name }) });
        const registry =
          (previous ? previous.#registries.get(key) : undefined) ?? openRegistry(source, onEvent);
        this.#registries.set(key, registry);
        return [name, registry] as const;
      });
      const registryNames = Object.keys(target.registries ?? {});
      this.#byId.set(id, { id, url, domains, registry: joinRegistries(opened), registryNames });
    }
  }

  /** Sorted by id. */
  list(): readonly Target[] {
    return [...this.#byId.values()];
  }

  find(id: string): Target | undefined {
    return this.#byId.get(id);
  }

  /** Resolves after the first attempt to load every registry that `previous` does not have. */
  async start(previous?: Targets): Promise<void> {
    await Promise.all(this.#registriesNotIn(previous).map((registry) => registry.start()));
  }

  /** Stops all registries except those that `successor` has taken over. */
  stop(successor?: Targets): void {
    for (const registry of this.#registriesNotIn(successor)) registry.stop();
  }

  #registriesNotIn(other: Targets | undefined): PolledRegistry[] {
    const shared = new Set(other ? other.#registries.values() : []);
    return [...this.#registries.values()].filter((registry) => !shared.has(registry));
  }
}

/** Joins the registries of a product: as old as the oldest, and unusable if one is missing. */
function joinRegistries(named: readonly (readonly [name: string, registry: PolledRegistry])[]) {
  const registries = named.map(([, registry]) => registry);
  return {
    current(): Registry | undefined {
      const [own, ...others] = named.map(([name, registry]) => [name, registry.current()] as const);
      if (own?.[1] === undefined || others.some(([, registry]) => registry === undefined))
        return undefined;
      return withNamed(own[1], new Map(others as readonly (readonly [string, Registry])[]));
    },
    ageSeconds() {
      const ages = registries.map((registry) => registry.ageSeconds());
      return ages.includes(undefined) ? undefined : Math.max(...(ages as number[]));
    },
    failure() {
      const [name, registry] = named.find(([, polled]) => polled.failure() !== undefined) ?? [];
      const failure = registry && publicFailure(registry.failure());
      return name ? `${name}: ${failure}` : failure;
    },
    retryAfterSeconds: () =>
      Math.max(...registries.map((registry) => registry.retryAfterSeconds())),
    async start() {
      await Promise.all(registries.map((registry) => registry.start()));
    },
  };
}
