import { isObject } from "./value.js";

// More nodes than any request has. Unlike Infinity, a small integer is not allocated for each node.
const ALL = 1_000_000_000;

/** The number of nodes in the first levels of a value. 32 characters of a string or a name count as one node. */
export function weigh(value: unknown, levels = ALL): number {
  return ALL - leftOf(ALL, value, levels);
}

/** Whether a value has at most `maxNodes` nodes in its first levels. The search ends when it has more. */
export function isLight(value: unknown, maxNodes: number, levels: number): boolean {
  return leftOf(maxNodes, value, levels) >= 0;
}

/** The approximate length of a value as JSON. */
export function lengthAsJson(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  let length = 4;
  if (Array.isArray(value)) for (const item of value) length += lengthAsJson(item);
  else if (isObject(value)) for (const key in value) length += key.length + 4 + lengthAsJson(value[key]);
  return length;
}

/** The given number of nodes minus those of a value; negative if the value has more. */
function leftOf(nodes: number, value: unknown, levels: number): number {
  if (typeof value === "string") return nodes - 1 - (value.length >> 5);
  let left = nodes - 1;
  if (levels === 0) return left;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index++) left = leftOf(left, value[index], levels - 1);
  } else if (isObject(value)) {
    for (const key in value) left = left < 0 ? left : leftOf(left - (key.length >> 5), value[key], levels - 1);
  }
  return left;
}
