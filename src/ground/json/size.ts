import { isObject } from "./value.js";

/**
 * The number of nodes in the first levels of a value. 32 characters of a string or a name count as
 * one node. Counting stops after `maxNodes`.
 */
export function countNodes(
  value: unknown,
  levels = Number.POSITIVE_INFINITY,
  maxNodes = Number.POSITIVE_INFINITY,
): number {
  if (typeof value === "string") return 1 + (value.length >> 5);
  let nodes = 1;
  if (levels === 0) return nodes;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && nodes <= maxNodes; index++)
      nodes += countNodes(value[index], levels - 1, maxNodes - nodes);
  } else if (isObject(value)) {
    for (const key in value)
      if (nodes <= maxNodes)
        nodes += (key.length >> 5) + countNodes(value[key], levels - 1, maxNodes - nodes);
  }
  return nodes;
}

const encoder = new TextEncoder();

/** The number of bytes of a string in UTF-8. */
export function byteLength(text: string): number {
  // Testing takes a fraction of the time of encoding, and most text is ASCII.
  return /[^\0-\x7f]/.test(text) ? encoder.encode(text).length : text.length;
}

/** The number of bytes of a value as JSON. */
export function byteSize(value: unknown): number {
  return byteLength(JSON.stringify(value));
}
