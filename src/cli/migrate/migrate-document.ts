import { buildPackage } from "../../engine/build-package.js";
import type { CompiledSpec } from "../../engine/compile-spec.js";
import { type Diagnostic, type Evaluated, evaluate } from "../../engine/evaluate.js";
import { isError } from "../../engine/problem.js";
import { parseStrictBytes } from "../../json/parse-strict-bytes.js";
import { isObject, type Json, type JsonObject } from "../../json/value.js";
import { evaluatePackage, packageIn } from "../../proposals/evaluate-candidate.js";
import { proposalIn } from "../../proposals/proposal-in.js";
import { UNKNOWN_REGISTRY } from "../../registry/registry.js";
import { type Catalog, usableVersions } from "../../specs/catalog.js";
import { quote } from "../../text/quote.js";
import { untilRepaired } from "../check/apply-repairs.js";

/** A document after all certain fixes for another version. */
interface Migrated {
  readonly status: "valid" | "invalid";
  readonly before: Json;
  readonly value: Json;
  /** The number of applied operations. A package that is built again counts as one more. */
  readonly changes: number;
  /** The errors that are left for the author to decide. */
  readonly undecided: readonly Diagnostic[];
}

/** A document that cannot be migrated. */
interface Failed {
  readonly status: "failed";
  readonly changes: 0;
  readonly detail: string;
}

export type MigrationResult = Migrated | Failed;

/** Brings a request, a package or a candidate to another version. */
export async function migrateDocument(
  bytes: Buffer,
  to: string,
  domain: string | undefined,
  specs: Catalog,
): Promise<MigrationResult> {
  // A document that is rewritten must not lose anything, such as the first of two equal keys.
  const parsed = parseStrictBytes(bytes);
  if (!("value" in parsed)) return failed(parsed.explain().detail);
  if (!isObject(parsed.value)) return failed("not a JSON object");
  const document = parsed.value as JsonObject;
  const { kind, domainId = domain, candidate: original } = proposalIn(document);
  if (domainId === undefined) return failed("to migrate candidates without an envelope, give --domain");
  const spec = specIn(specs, String(domainId), to);
  if (typeof spec === "string") return failed(spec);
  const start = { candidate: original };
  const { value, result, changes } = await untilRepaired(start, ({ candidate }) => verdictOf(spec, candidate));
  const { candidate } = value;
  const undecided = result.diagnostics.filter(isError);
  const status = undecided.length === 0 ? "valid" : "invalid";
  if (kind === "request") {
    // A request that names no version asks for the current one.
    const isNamed = "specVersion" in document || specs.get(spec.domainId)?.current !== spec;
    const renamed = isNamed && document.specVersion !== to;
    const request = { ...document, candidate, ...(isNamed && { specVersion: to }) };
    return { status, before: document, value: request, changes: changes + (renamed ? 1 : 0), undecided };
  }
  if (kind === "candidate") return { status, before: document, value: candidate, changes, undecided };
  // A package that would become invalid stays unchanged.
  if (status === "invalid") return { status, before: document, value: document, changes: 0, undecided };
  const built = buildPackage(spec, String(document.targetProduct), candidate);
  const isSame = built.digest === document.digest;
  return { status, before: document, value: built as unknown as Json, changes: isSame ? 0 : changes + 1, undecided };
}

function failed(detail: string): Failed {
  return { status: "failed", changes: 0, detail };
}

/** The candidate of a request may be a whole package. */
async function verdictOf(spec: CompiledSpec, candidate: Json): Promise<Evaluated> {
  const sent = isObject(candidate) ? packageIn(candidate as JsonObject, spec) : undefined;
  return sent ? evaluatePackage(spec, sent, UNKNOWN_REGISTRY) : evaluate(spec, candidate, UNKNOWN_REGISTRY);
}

/** A version of a domain, or a sentence that says why there is none. */
function specIn(specs: Catalog, domainId: string, version: string): CompiledSpec | string {
  const domain = specs.get(domainId);
  if (domain === undefined) return `there is no domain ${quote(domainId)}`;
  const usable = usableVersions(domain);
  const names = usable.map(({ version: name }) => name).join(", ");
  return (
    usable.find((spec) => spec.version === version) ?? `${domainId} has no version "${version}"; versions: ${names}`
  );
}
