import { applyPatch, type Operation } from "rfc6902";
import { copy } from "./json.js";

/**
 * The document after a patch. Another library than the engine's own applies it, as a client's
 * would. That library cannot replace the root of what it is given.
 */
export function patched<T>(document: T, patch: readonly object[]): T {
  const whole = { document: copy(document) };
  const below = (copy(patch) as Operation[]).map((operation) => ({
    ...operation,
    path: `/document${operation.path}`,
    ...("from" in operation && { from: `/document${operation.from}` }),
  }));
  const [error] = applyPatch(whole, below as Operation[]).filter((failure) => failure !== null);
  if (error !== undefined)
    throw new Error(`the patch ${JSON.stringify(patch)} does not apply: ${error.message}`);
  return whole.document;
}
