import type { RegistryIndex } from "../registry/registry-index.js";

/** What an operator should hear about a registry. A failure that repeats is told once. */
export type RegistryEvent =
  | { readonly kind: "loaded"; readonly generators: number }
  | { readonly kind: "failed"; readonly detail: string };

/** A target product's list of generators, kept fresh in the background so that a look-up never waits. */
export type RegistryFeed = {
  /** Undefined when there is no list, or only one too old to trust. */
  current(): RegistryIndex | undefined;
  /** Seconds since the list was last known to be right; undefined before the first one. */
  ageSeconds(): number | undefined;
  /** Whole seconds, at least one, until the next attempt to get a list. */
  retryAfterSeconds(): number;
  /** Resolves after the first attempt, whether it succeeded or not. */
  start(): Promise<void>;
  stop(): void;
};
