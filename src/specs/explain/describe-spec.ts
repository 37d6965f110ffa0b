import type { CompiledSpec } from "../../engine/compile-spec.js";
import type { RuleSource } from "../../engine/grammar.js";
import type { Json, JsonObject } from "../../ground/json/value.js";
import { BUILT_IN_CODES } from "../built-in-codes.js";
import type { Domain } from "../catalog.js";
import { toCandidateSchema } from "./candidate-schema.js";

/** A whole spec package as a service publishes it. */
export type SpecDocument = ReturnType<typeof describeSpec>;
type CodeDescription = Pick<RuleSource, "severity" | "summary" | "deprecated"> &
  Partial<Pick<RuleSource, "rationale">>;

/** The diagnostic codes of a package: those of its rules, and the built-in ones of the engine. */
export function describeCodes({ source }: CompiledSpec): Record<string, CodeDescription> {
  const codes: Record<string, CodeDescription> = {};
  for (const [name, rule] of Object.entries(source.rules)) {
    const { severity, summary, rationale, deprecated } = rule;
    codes[name] = { severity, summary, rationale, ...(deprecated && { deprecated }) };
  }
  return Object.assign(codes, Object.fromEntries(BUILT_IN_CODES));
}

/**
 * The whole spec package as one document, from which the engine can compile the package again. The
 * fragment of a help URL names a property of its `diagnostics`.
 */
export function describeSpec(domain: Domain, spec: CompiledSpec) {
  const { domainId, version, digest, source } = spec;
  const { settings, shape, rules, examples } = source;
  return {
    domainId,
    version,
    status: settings.status,
    /** Whether it is the current version of its domain. */
    current: spec === domain.current,
    digest,
    ...readAnnouncedDates(spec),
    title: settings.title,
    /** By code: the rules, and the built-in codes of the engine. */
    diagnostics: describeCodes(spec),
    candidateSchema: toCandidateSchema(source),
    shape,
    base: settings.base,
    data: settings.data,
    declarations: settings.declarations ?? {},
    normalize: settings.normalize,
    rules: Object.entries(rules).map(([name, rule]) => ({ name, ...rule })),
    examples,
  };
}

export function readAnnouncedDates({ source }: CompiledSpec): {
  deprecatedOn?: string;
  retiresOn?: string;
} {
  const { deprecatedOn, retiresOn } = source.settings;
  return {
    ...(deprecatedOn !== undefined && { deprecatedOn }),
    ...(retiresOn !== undefined && { retiresOn }),
  };
}

/** Whether another version should be used, or the end of this one is announced. */
function isDeprecated(spec: CompiledSpec, { current }: Domain): boolean {
  const { status, deprecatedOn } = spec.source.settings;
  return status === "released" && (spec !== current || deprecatedOn !== undefined);
}

export function specPackageUrl(baseUrl: string, domainId: string, version: string): string {
  return `${baseUrl}/spec-packages/${domainId}/${version}`;
}

type Release = { since: string; changes: Json };

export function describeVersions(domain: Domain, baseUrl: string): JsonObject {
  return {
    domainId: domain.id,
    title: domain.title,
    description: domain.description,
    current: domain.current?.version ?? null,
    versions: domain.versions.map((spec) => ({
      version: spec.version,
      status: spec.source.settings.status,
      deprecated: isDeprecated(spec, domain),
      digest: spec.digest,
      url: specPackageUrl(baseUrl, domain.id, spec.version),
      ...readAnnouncedDates(spec),
      ...(domain.releases[spec.version] as Release | undefined),
    })),
  };
}
