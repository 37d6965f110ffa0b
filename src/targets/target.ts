import type { Registry } from "./registry.js";

/** A product that proposals are made for. */
export type Target = {
  readonly id: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly domains: readonly string[];
  readonly registry: Registry;
};
