import type { CompiledSpec } from "../engine/compile-spec.js";
import { formatJson } from "../ground/json/format-json.js";
import { JsonRanges } from "../ground/json/json-ranges.js";
import type { JsonObject } from "../ground/json/value.js";
import { UNKNOWN_REGISTRY } from "../ground/registry/registry.js";
import { anyTarget, type Dependencies } from "../proposals/dependencies.js";
import type { ValidationResult } from "../proposals/results.js";
import { validateProposal } from "../proposals/validate-proposal.js";
import { listCodesAboutKeys } from "../specs/built-in-codes.js";
import { makeCandidateWithErrors } from "../specs/explain/candidate-with-errors.js";
import { findPlace, type Place } from "./places.js";

/** A candidate as text, with the verdict of the playground, whose worker has no registry either. */
export interface CheckedExample {
  readonly candidate: JsonObject;
  readonly text: string;
  readonly result: ValidationResult;
  /** One for each diagnostic. */
  readonly places: readonly Place[];
  readonly keyCodes: readonly string[];
}

/** Checks the candidate with errors that a package has; undefined if it has none. */
export async function checkExample(
  spec: CompiledSpec,
  targetProduct: string,
  { catalog, baseUrl }: Dependencies,
): Promise<CheckedExample | undefined> {
  const candidate = (await makeCandidateWithErrors(spec)) as JsonObject | undefined;
  const { domainId, version } = spec;
  const specVersion = catalog.get(domainId)?.current === spec ? {} : { specVersion: version };
  const targets = { list: () => [], find: anyTarget(catalog, baseUrl, UNKNOWN_REGISTRY) };
  if (candidate === undefined) return undefined;
  const result = await validateProposal(
    { targetProduct, domainId, ...specVersion, candidate },
    { catalog, baseUrl, targets },
  );
  if (result.valid) return undefined;
  const text = formatJson(candidate);
  const read = JsonRanges.read(text);
  if ("error" in read) throw new Error(`the example of ${domainId} ${version} cannot be read back`);
  const keyCodes = listCodesAboutKeys(spec);
  const places = result.diagnostics.map((diagnostic) =>
    findPlace(diagnostic, read.ranges, keyCodes),
  );
  return { candidate, text, result, places, keyCodes: [...keyCodes] };
}
