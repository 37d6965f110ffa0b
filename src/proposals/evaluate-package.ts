import type { CompiledSpec } from "../engine/compile-spec.js";
import { type Diagnostic, type Evaluated, evaluate, type InTurn } from "../engine/evaluate.js";
import { openIn } from "../engine/repair/repair.js";
import { type Operation, withPaths } from "../json/patch.js";
import { isObject, type JsonObject } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import { CANDIDATE_IS_PACKAGE } from "../specs/version-codes.js";
import { quote } from "../text/quote.js";

/** A proposal package that was sent in place of a candidate. */
export interface SentPackage {
  readonly version: string;
  readonly proposal: JsonObject;
  /** Where the proposal is. */
  readonly path: string;
}

/** Undefined for a candidate, which may have properties of these names if its shape says so. */
export function packageIn(candidate: JsonObject, { source }: CompiledSpec): SentPackage | undefined {
  // A package is submitted in a property of its own.
  const isWrapped = isObject(candidate.proposalPackage);
  const { formatVersion, specPackage, proposal } = (isWrapped ? candidate.proposalPackage : candidate) as JsonObject;
  if (typeof formatVersion !== "string" || !isObject(specPackage) || !isObject(proposal)) return undefined;
  const { version } = specPackage;
  const { properties = {} } = source.shape;
  const [place, known] = isWrapped
    ? ["/candidate/proposalPackage/proposal", "proposalPackage"]
    : ["/candidate/proposal", "proposal"];
  if (typeof version !== "string" || Object.hasOwn(properties as JsonObject, known)) return undefined;
  return { version, proposal: proposal as JsonObject, path: place };
}

/** All problems of the proposal in the package, where it is. The repair takes it out and repairs it. */
export async function evaluatePackage(
  spec: CompiledSpec,
  { version, proposal, path: from }: SentPackage,
  registry: Registry,
  inTurn?: InTurn,
): Promise<Evaluated> {
  const { summary, diagnostics, repair } = await evaluate(spec, proposal, registry, { inTurn });
  const unwrap: Operation = { op: "move", from, path: "/candidate" };
  const migrate = version === spec.version ? "" : `; for whole files, run: assay migrate --to ${spec.version}`;
  const isPackage: Diagnostic = {
    code: CANDIDATE_IS_PACKAGE.code,
    severity: CANDIDATE_IS_PACKAGE.severity,
    path: "/candidate",
    message: `the candidate is a whole package, built with ${quote(version)}; send its "proposal" instead${migrate}`,
    fixes: [{ title: "Take the proposal out of the package", applicability: "machine-applicable", patch: [unwrap] }],
  };
  return {
    valid: false,
    summary: { ...summary, errors: summary.errors + 1, fixable: summary.fixable + 1 },
    diagnostics: [isPackage, ...diagnostics.map((diagnostic) => inPackage(diagnostic, from))],
    repair: {
      patch: [unwrap, ...(repair?.patch ?? [])],
      remaining: repair?.remaining ?? summary.errors,
      complete: repair?.complete ?? true,
      open: repair?.open ?? openIn(diagnostics),
    },
  };
}

/** The diagnostic about a proposal at another place. */
function inPackage({ path, fixes, ...diagnostic }: Diagnostic, place: string): Diagnostic {
  const moved = (pointer: string) => place + pointer.slice("/candidate".length);
  return {
    ...diagnostic,
    path: moved(path),
    fixes: fixes.map((fix) => ({ ...fix, patch: fix.patch.map((one) => withPaths(one, moved)) })),
  };
}
