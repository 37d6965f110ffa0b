import { isObject } from "./value.js";

/** The size of a value in nodes, so many levels deep; 32 characters of a string count as one. */
export function weigh(value: unknown, levels = Number.POSITIVE_INFINITY): number {
  if (typeof value === "string") return 1 + (value.length >> 5);
  let nodes = 1;
  if (levels === 0) return nodes;
  if (Array.isArray(value)) for (let at = 0; at < value.length; at++) nodes += weigh(value[at], levels - 1);
  else if (isObject(value)) for (const key in value) nodes += weigh(value[key], levels - 1);
  return nodes;
}
