import { buildPackage } from "../../engine/build-package.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { type Diagnostic, evaluate } from "../../engine/evaluate.js";
import { applyPatch } from "../../json/patch.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { RegistryIndex } from "../../registry/registry-index.js";
import { type Catalog, usableVersions } from "../../specs/catalog.js";
import { CommandError } from "../command.js";

/** A document as another version wants it, as far as that is certain. */
export interface Migrated {
  readonly status: "valid" | "invalid";
  readonly value: Json;
  /** How many operations were applied; a package that is built again counts as one more. */
  readonly changes: number;
  /** The errors that are left. */
  readonly undecided: readonly Diagnostic[];
}

/** Each round repairs something; see `applyRepairs`. */
const MAX_ROUNDS = 500;
/** Which ids are taken is not a question of the version. */
const NO_IDS = RegistryIndex.of([]);

/** Brings a request, a package or a candidate to another version. */
export async function migrateDocument(
  text: string,
  to: string,
  domain: string | undefined,
  specs: Catalog,
): Promise<Migrated | { status: "failed"; changes: 0; detail: string }> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { status: "failed", changes: 0, detail: `not JSON: ${(error as Error).message}` };
  }
  if (!isObject(value)) return { status: "failed", changes: 0, detail: "not a JSON object" };
  const document = value as JsonObject;
  const isPackage = "proposal" in document && "specPackage" in document;
  const isRequest = !isPackage && "candidate" in document && ("domainId" in document || "targetProduct" in document);
  const domainId = isPackage || isRequest ? document.domainId : domain;
  if (domainId === undefined) throw new CommandError("to migrate candidates without an envelope, give --domain");
  const spec = specIn(specs, String(domainId), to);
  const { candidate, changes, undecided } = await repaired(
    spec,
    (isPackage ? document.proposal : isRequest ? document.candidate : document) as Json,
  );
  const status = undecided.length === 0 ? "valid" : "invalid";
  if (isRequest) {
    // A request that names no version asks for the current one.
    const isNamed = "specVersion" in document || specs.get(spec.domainId)?.current !== spec;
    const renamed = isNamed && document.specVersion !== to;
    const request = { ...document, candidate, ...(isNamed && { specVersion: to }) };
    return { status, value: request, changes: changes + (renamed ? 1 : 0), undecided };
  }
  if (!isPackage) return { status, value: candidate, changes, undecided };
  // A package that would not be valid stays what it was.
  if (status === "invalid") return { status, value: document, changes: 0, undecided };
  const built = buildPackage(spec, String(document.targetProduct), candidate);
  const isSame = built.digest === document.digest;
  return { status, value: built as unknown as Json, changes: isSame ? 0 : changes + 1, undecided };
}

async function repaired(spec: CompiledSpec, original: Json) {
  let candidate = original;
  let changes = 0;
  let verdict = await evaluate(spec, candidate, NO_IDS);
  for (let round = 0; verdict.repair !== undefined && round < MAX_ROUNDS; round++) {
    candidate = (applyPatch({ candidate }, verdict.repair.patch) as { candidate: Json }).candidate;
    changes += verdict.repair.patch.length;
    verdict = await evaluate(spec, candidate, NO_IDS);
  }
  return { candidate, changes, undecided: verdict.diagnostics.filter(({ severity }) => severity === "error") };
}

function specIn(specs: Catalog, domainId: string, version: string): CompiledSpec {
  const domain = specs.get(domainId);
  if (domain === undefined) throw new CommandError(`there is no domain "${domainId}"`);
  const usable = usableVersions(domain);
  const spec = usable.find((one) => one.version === version);
  if (spec !== undefined) return spec;
  const names = usable.map((one) => one.version).join(", ");
  throw new CommandError(`${domainId} has no version "${version}"; versions: ${names}`);
}
