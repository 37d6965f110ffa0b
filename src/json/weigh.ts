import { isObject } from "./value.js";

// Deeper than any request, and still what V8 calls a small integer: others are allocated.
const ALL = 1_000_000_000;

/** The size of a value in nodes, so many levels deep; 32 characters of a string or a name count as one. */
export function weigh(value: unknown, levels = ALL): number {
  if (typeof value === "string") return 1 + (value.length >> 5);
  let nodes = 1;
  if (levels === 0) return nodes;
  if (Array.isArray(value)) for (let at = 0; at < value.length; at++) nodes += weigh(value[at], levels - 1);
  else if (isObject(value)) for (const key in value) nodes += (key.length >> 5) + weigh(value[key], levels - 1);
  return nodes;
}
