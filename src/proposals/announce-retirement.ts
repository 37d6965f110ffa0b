import type { CompiledSpec } from "../engine/compile-spec.js";
import { inDocumentOrder } from "../engine/document-order.js";
import type { Diagnostic } from "../engine/evaluate.js";
import { decide, inspect } from "../engine/inspect.js";
import { isError } from "../engine/problem.js";
import type { Registry } from "../registry/registry.js";
import type { Domain } from "../specs/catalog.js";
import { VERSION_RETIRES } from "../specs/names.js";
import { excerpt } from "../text/quote.js";

/** The diagnostic that a version retires, with the first error of the candidate in the current version. */
export async function announceRetirement(
  retiresOn: string,
  spec: CompiledSpec,
  candidate: unknown,
  { current }: Domain,
  registry: Registry,
): Promise<Diagnostic> {
  const next = current !== undefined && isLater(current, spec) ? current : undefined;
  const announced = `spec package ${spec.version} retires on ${retiresOn}`;
  const message = next === undefined ? announced : `${announced}; ${await firstErrorIn(next, candidate, registry)}`;
  return { code: VERSION_RETIRES.code, severity: VERSION_RETIRES.severity, path: "", message, fixes: [] };
}

function isLater(one: CompiledSpec, other: CompiledSpec): boolean {
  return Number(one.version.slice(1)) > Number(other.version.slice(1));
}

/** A sentence about the first error of a candidate, without fixes, which would double the cost of a call. */
async function firstErrorIn(spec: CompiledSpec, candidate: unknown, registry: Registry): Promise<string> {
  const problems = await decide(spec, inspect(spec, candidate, registry));
  const [first] = inDocumentOrder(problems.filter(isError), candidate);
  if (first === undefined) return `${spec.version} accepts this candidate as it is`;
  return `${spec.version} would say: ${first.code} at ${excerpt(first.path)}: ${first.message()}`;
}
