import { isObject } from "./value.js";

// Deeper than any request. Infinity would be allocated anew at each level; a small integer is not.
const ALL_LEVELS = 1_000_000_000;

/** The size of a value in nodes, so many levels deep; 32 characters of a string or a name count as one. */
export function weigh(value: unknown, levels = ALL_LEVELS): number {
  if (typeof value === "string") return 1 + (value.length >> 5);
  let nodes = 1;
  if (levels === 0) return nodes;
  if (Array.isArray(value)) for (let at = 0; at < value.length; at++) nodes += weigh(value[at], levels - 1);
  else if (isObject(value)) for (const key in value) nodes += (key.length >> 5) + weigh(value[key], levels - 1);
  return nodes;
}

/** Whether a value has no more nodes than this in its first levels. Beyond that it is not looked at. */
export function isLight(value: unknown, most: number, levels: number): boolean {
  return leftOf(most, value, levels) >= 0;
}

function leftOf(nodes: number, value: unknown, levels: number): number {
  if (typeof value === "string") return nodes - 1 - (value.length >> 5);
  let left = nodes - 1;
  if (levels === 0) return left;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length && left >= 0; at++) left = leftOf(left, value[at], levels - 1);
  } else if (isObject(value)) {
    for (const key in value) left = left < 0 ? left : leftOf(left - (key.length >> 5), value[key], levels - 1);
  }
  return left;
}
