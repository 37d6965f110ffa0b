import type { JsonPosition } from "./json-position.js";

/** Why a text is not taken as JSON. */
export type JsonFault = {
  /** `malformed-json`: not RFC 8259. `unacceptable-json`: JSON that readers would understand differently. */
  readonly code: "malformed-json" | "unacceptable-json";
  readonly detail: string;
  /** RFC 6901; only what is JSON can be pointed into. */
  readonly pointer?: string;
  readonly position?: JsonPosition;
};
