import type { CompiledSpec } from "../engine/compile-spec.js";
import { type Diagnostic, type Evaluated, evaluate } from "../engine/evaluate.js";
import type { Operation } from "../json/patch.js";
import { isObject, type JsonObject } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import { CANDIDATE_IS_PACKAGE } from "../specs/version-codes.js";
import { quote } from "../text/quote.js";

/** A proposal package that was sent in place of a candidate. */
export interface SentPackage {
  readonly version: string;
  readonly proposal: JsonObject;
}

/** Undefined for a candidate, which may have properties of these names if its shape says so. */
export function packageIn(candidate: JsonObject, { source }: CompiledSpec): SentPackage | undefined {
  const { formatVersion, specPackage, proposal } = candidate;
  if (typeof formatVersion !== "string" || !isObject(specPackage) || !isObject(proposal)) return undefined;
  const { version } = specPackage;
  const { properties = {} } = source.shape;
  if (typeof version !== "string" || Object.hasOwn(properties as JsonObject, "proposal")) return undefined;
  return { version, proposal: proposal as JsonObject };
}

const UNWRAP: Operation = { op: "move", from: "/candidate/proposal", path: "/candidate" };

/** All problems of the proposal in the package, where it is. The repair takes it out and repairs it. */
export async function evaluatePackage(
  spec: CompiledSpec,
  { version, proposal }: SentPackage,
  registry: Registry,
): Promise<Evaluated> {
  const { summary, diagnostics, repair } = await evaluate(spec, proposal, registry);
  const migrate = version === spec.version ? "" : `; for whole files, run: assay migrate --to ${spec.version}`;
  const isPackage: Diagnostic = {
    code: CANDIDATE_IS_PACKAGE.code,
    severity: CANDIDATE_IS_PACKAGE.severity,
    path: "/candidate",
    message: `the candidate is a whole package, built with ${quote(version)}; send its "proposal" instead${migrate}`,
    fixes: [{ title: "Take the proposal out of the package", applicability: "machine-applicable", patch: [UNWRAP] }],
  };
  return {
    valid: false,
    summary: { ...summary, errors: summary.errors + 1, fixable: summary.fixable + 1 },
    diagnostics: [isPackage, ...diagnostics.map(inPackage)],
    repair: {
      patch: [UNWRAP, ...(repair?.patch ?? [])],
      remaining: repair?.remaining ?? summary.errors,
      complete: repair?.complete ?? true,
    },
  };
}

function inPackage({ path, fixes, ...diagnostic }: Diagnostic): Diagnostic {
  return {
    ...diagnostic,
    path: inProposal(path),
    fixes: fixes.map((fix) => ({ ...fix, patch: fix.patch.map(moved) })),
  };
}

function moved(operation: Operation): Operation {
  const path = inProposal(operation.path);
  return operation.op === "move" ? { ...operation, path, from: inProposal(operation.from) } : { ...operation, path };
}

function inProposal(path: string): string {
  return `/candidate/proposal${path.slice("/candidate".length)}`;
}
