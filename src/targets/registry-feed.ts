import type { Registry } from "../registry/registry.js";

/** What to report to an operator about a registry. A repeated failure is reported once. */
export type RegistryEvent = (
  | { readonly kind: "loaded"; readonly ids: number }
  | { readonly kind: "failed"; readonly detail: string }
) & {
  /** The name of the registry, unless it is that of the product itself. */
  readonly registry?: string;
};

/** A list of ids that a target product has, refreshed in the background so that a lookup never waits. */
export type RegistryFeed = {
  /** Undefined if there is no list, or only one that is too old. */
  current(): Registry | undefined;
  /** Seconds since the list was last known to be current; undefined before the first list. */
  ageSeconds(): number | undefined;
  /** Why the last attempt to load the list failed, in words that everyone may see; undefined if it succeeded. */
  failure(): string | undefined;
  /** Whole seconds, at least one, until the next attempt to load the list. */
  retryAfterSeconds(): number;
  /** Resolves after the first attempt, whether it succeeded or not. */
  start(): Promise<void>;
  stop(): void;
};
