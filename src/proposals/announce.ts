import type { CompiledSpec } from "../engine/compile-spec.js";
import { inDocumentOrder } from "../engine/document-order.js";
import type { Diagnostic } from "../engine/evaluate.js";
import { decide, inspect } from "../engine/inspect.js";
import { isObject, type Json } from "../json/value.js";
import type { Registry } from "../registry/registry.js";
import type { Domain } from "../specs/catalog.js";
import { CANDIDATE_IS_PACKAGE, VERSION_RETIRES } from "../specs/version-codes.js";
import { excerpt } from "../text/quote.js";

/** Most calls have nothing to announce, and should not wait for it. */
export function isAnnouncing(spec: CompiledSpec, candidate: unknown): boolean {
  return spec.source.spec.retiresOn !== undefined || packageIn(candidate) !== undefined;
}

/** What an author should know besides the verdict: about the version, and about a package in place of a candidate. */
export async function announce(
  spec: CompiledSpec,
  candidate: unknown,
  domain: Domain,
  registry: Registry,
): Promise<Diagnostic[]> {
  const { retiresOn } = spec.source.spec;
  const built = packageIn(candidate);
  return [
    ...(built === undefined ? [] : [wholePackage(built, spec)]),
    ...(retiresOn === undefined ? [] : [await retirement(retiresOn, candidate, spec, domain, registry)]),
  ];
}

async function retirement(
  retiresOn: string,
  candidate: unknown,
  spec: CompiledSpec,
  { current }: Domain,
  registry: Registry,
): Promise<Diagnostic> {
  const next = current !== undefined && isLater(current, spec) ? current : undefined;
  const announced = `spec package ${spec.version} retires on ${retiresOn}`;
  const message = next === undefined ? announced : `${announced}; ${await firstOf(next, candidate, registry)}`;
  return { code: VERSION_RETIRES.code, severity: "info", path: "", message, fixes: [] };
}

function isLater(one: CompiledSpec, other: CompiledSpec): boolean {
  return Number(one.version.slice(1)) > Number(other.version.slice(1));
}

/** The first thing that another version would say. Without fixes: their proofs would double the cost of a call. */
async function firstOf(spec: CompiledSpec, candidate: unknown, registry: Registry): Promise<string> {
  const problems = await decide(spec, inspect(spec, candidate, registry), "possible");
  const [first] = inDocumentOrder(
    problems.filter(({ severity }) => severity === "error"),
    candidate,
  );
  if (first === undefined) return `${spec.version} accepts this candidate as it is`;
  return `${spec.version} would say: ${first.code} at ${excerpt(first.path)}: ${first.message()}`;
}

interface BuiltPackage {
  readonly version: string;
  readonly proposal: Json;
}

function packageIn(candidate: unknown): BuiltPackage | undefined {
  if (!isObject(candidate)) return undefined;
  const { formatVersion, specPackage, proposal } = candidate;
  if (typeof formatVersion !== "string" || !isObject(specPackage) || !isObject(proposal)) return undefined;
  if (typeof specPackage.version !== "string") return undefined;
  return { version: String(excerpt(specPackage.version)), proposal: proposal as Json };
}

function wholePackage({ version, proposal }: BuiltPackage, spec: CompiledSpec): Diagnostic {
  const what = `the candidate is a whole package, built with ${version}; send its \`proposal\` as the candidate`;
  const how = version === spec.version ? "" : `, or bring it over with: assay migrate --to ${spec.version}`;
  return {
    code: CANDIDATE_IS_PACKAGE.code,
    severity: "info",
    path: "",
    message: what + how,
    fixes: [
      {
        title: "Send the proposal of the package",
        applicability: "maybe-incorrect",
        patch: [{ op: "replace", path: "/candidate", value: proposal }],
      },
    ],
  };
}
