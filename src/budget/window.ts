import type { Ticket } from "./ticket.js";

/** How many calls one caller may make in any stretch of that length. */
export interface Quota {
  calls: number;
  windowSeconds: number;
}

/** A sliding window: never more than the quota's calls are admitted in any stretch of its length. */
export interface Window {
  take(key: string): Promise<Ticket>;
}

/** `shared`: counted over all instances. `local`: counted in this process alone. */
export type Mode = "shared" | "local";

/** The window that the service runs on. */
export interface Budget extends Window {
  readonly quota: Quota;
  mode(): Mode;
  close(): void;
}
