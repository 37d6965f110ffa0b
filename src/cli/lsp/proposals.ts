import type { Cursor } from "../../ground/json/cursor.js";
import { toTokens } from "../../ground/json/pointer.js";
import { tryParse } from "../../ground/json/try-parse.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { countedNoun } from "../../ground/text/quote.js";
import { escapeMarkdown } from "../../ground/text/visible.js";
import { REQUEST_SCHEMA } from "../../proposals/request.js";
import { validateProposal } from "../../proposals/validate-proposal.js";
import { outlineOf } from "../../schema/outline.js";
import { findProperties, listValues, lookUpPlace } from "../../specs/explain/describe-place.js";
import { describeCodes, describeSpec } from "../../specs/explain/describe-spec.js";
import type { Options } from "../command.js";
import { createDocument, MAX_DOCUMENT_BYTES } from "../inputs.js";
import type { Annotation } from "../outcome.js";
import { DocumentLocator } from "../validation/annotate.js";
import type { ValidationContext } from "../validation/context.js";
import { isCandidateOnly, validateInput } from "../validation/validate-input.js";
import type { OpenDocument, Proposal, ValidatedProposal } from "./open-document.js";
import { type Suggestion, suggestKey, suggestValue } from "./suggestion.js";

/** Validates a document as `assay validate` does. */
export async function validateDocument(
  { path, text }: OpenDocument,
  given: Options,
  context: ValidationContext,
): Promise<ValidatedProposal> {
  const document = createDocument({ name: path }, Buffer.from(text));
  const value = document.unreadable === undefined ? tryParse(text) : undefined;
  const options = inferOptions(value, given, context);
  const outcome = await validateInput(document, validateProposal, options, context);
  const isFailed = outcome.status === "failed";
  const { repair } = isFailed ? outcome.error : outcome.result;
  const annotations: Annotation[] = [...outcome.annotations];
  if (!isFailed && outcome.result.summary.truncated) {
    // An editor shows no summary.
    const { errors, warnings } = outcome.result.summary;
    const counts = `${countedNoun(errors, "error")} and ${countedNoun(warnings, "warning")}`;
    const message = `${counts} in all, of which ${annotations.length} are shown; fix some to see the others`;
    const severity = errors > 0 ? "error" : "warning";
    annotations.push({ severity, code: "more-problems", message });
  }
  return {
    annotations,
    repair() {
      if (repair === undefined) return [];
      const isCandidate = isCandidateOnly(value, options);
      return new DocumentLocator(document, isCandidate).locateEdits(repair.patch);
    },
    proposal: value === undefined ? undefined : findProposal(value, options, context),
  };
}

/** Where a document that is too large to be parsed would name its product or its spec package. */
const HEAD_LENGTH = 4_096;
const ENVELOPE_NAME = /"(?:targetProduct|domainId)"\s*:/;
const SPEC_PACKAGE = /\/spec-packages\/([a-z0-9-]+)\/(v\d+)\b/;

/** Whether a document is a proposal by its `$schema`, or by the properties of a request. */
export function looksLikeProposal(text: string): boolean {
  if (text.length > MAX_DOCUMENT_BYTES) {
    const head = text.slice(0, HEAD_LENGTH);
    return ENVELOPE_NAME.test(head) || SPEC_PACKAGE.test(head);
  }
  const value = tryParse(text);
  if (!isObject(value)) return false;
  return readSpecPackage(value) !== undefined || !isCandidateOnly(value, { domain: "any" });
}

/** The spec package that the `$schema` of a candidate names. */
function readSpecPackage(value: unknown): { domain: string; version: string } | undefined {
  const url = isObject(value) && typeof value.$schema === "string" ? value.$schema : "";
  const [, domain, version] = SPEC_PACKAGE.exec(url) ?? [];
  return domain && version ? { domain, version } : undefined;
}

/**
 * The options for a candidate without an envelope. Its domain is the one that its `$schema` or the
 * user names, or else the one that defines most of its properties.
 */
function inferOptions(
  value: unknown,
  given: Options,
  { catalog, targets }: ValidationContext,
): Options {
  const named = readSpecPackage(value);
  let domain = named?.domain ?? given.domain;
  if (domain === undefined) {
    const names = isObject(value) ? Object.keys(value) : [];
    let most = -1;
    for (const { id, current } of catalog.values()) {
      const properties = (current && outlineOf(current.source.shape).properties) ?? {};
      const known = names.filter((name) => Object.hasOwn(properties as object, name)).length;
      if (known > most) [domain, most] = [id, known];
    }
  }
  if (domain === undefined) return {};
  // The candidate does not name its product, so any one that accepts its domain will do.
  const target = targets.list().find(({ domains }) => domains.includes(domain));
  return {
    domain,
    ...(named && { "spec-version": named.version }),
    ...(target && { target: target.id }),
  };
}

function findProposal(
  value: unknown,
  options: Options,
  { catalog }: ValidationContext,
): Proposal | undefined {
  const isCandidate = isCandidateOnly(value, options);
  const { domainId, specVersion, candidate } = isObject(value) ? value : {};
  const domain = catalog.get(isCandidate ? (options.domain ?? "") : String(domainId));
  const wanted = isCandidate ? options["spec-version"] : specVersion;
  const spec = domain?.versions.find(({ version }) => version === wanted) ?? domain?.current;
  if (domain === undefined || spec === undefined) return undefined;
  return { isCandidate, candidate: isCandidate ? value : candidate, domain, spec };
}

/** Keys of the shape and of declared records, and values of vocabularies. */
export function suggestInProposal(
  { kind, tokens, keys }: Cursor,
  proposal: Proposal | undefined,
  context: ValidationContext,
): Suggestion[] {
  const place = proposal && candidateTokens(tokens, proposal);
  if (proposal === undefined || place === undefined) {
    if (kind === "value") return suggestEnvelopeValues(tokens, context);
    const properties = tokens.length > 0 ? {} : REQUEST_SCHEMA.properties;
    return suggestKeys(Object.entries(properties) as unknown as [string, JsonObject][], keys);
  }
  const { domain, spec, candidate } = proposal;
  const described = describeSpec(domain, spec);
  if (kind === "key") return suggestKeys(findProperties(described, place, candidate), keys);
  const info = lookUpPlace(described, place, candidate);
  return info === undefined ? [] : listValues(info.schema).map(suggestValue);
}

function suggestKeys(
  properties: Iterable<[string, JsonObject]>,
  present: readonly string[],
): Suggestion[] {
  const suggestions = [];
  for (const [name, schema] of properties)
    if (!present.includes(name)) suggestions.push(suggestKey(name, schema));
  return suggestions;
}

function suggestEnvelopeValues(
  tokens: readonly string[],
  { catalog, targets }: ValidationContext,
): Suggestion[] {
  const versions = new Set<string>();
  for (const domain of catalog.values())
    for (const { version } of domain.versions) versions.add(version);
  const values = new Map<string | undefined, Json[]>([
    ["targetProduct", targets.list().map(({ id }) => id)],
    ["domainId", [...catalog.keys()]],
    ["specVersion", [...versions]],
    ["applyRepair", [true, false]],
  ]);
  return tokens.length === 1 ? (values.get(tokens[0]) ?? []).map(suggestValue) : [];
}

/** The path in the candidate, for a path in the document; undefined if it leads elsewhere. */
function candidateTokens(
  tokens: readonly string[],
  { isCandidate }: Proposal,
): readonly string[] | undefined {
  if (isCandidate) return tokens;
  return tokens[0] === "candidate" ? tokens.slice(1) : undefined;
}

/** The diagnostics of a place with their reasons, then its description and rules, as Markdown. */
export function writeHover(pointer: string, { annotations, proposal }: ValidatedProposal): string {
  const codes = proposal === undefined ? {} : describeCodes(proposal.spec);
  const requestPath = proposal?.isCandidate ? `/candidate${pointer}` : pointer;
  const parts = [];
  for (const { path, code, message, help } of annotations) {
    if (path !== requestPath) continue;
    const { summary = "", rationale = "" } = codes[code] ?? {};
    const link = help?.startsWith("http") ? `[${code}](${help})` : `\`${help ?? code}\``;
    const paragraphs = [
      `**${escapeMarkdown(message)}**`,
      escapeMarkdown(summary),
      escapeMarkdown(rationale),
      link,
    ];
    parts.push(paragraphs.filter(Boolean).join("\n\n"));
  }
  const tokens = proposal && candidateTokens(toTokens(pointer), proposal);
  if (proposal !== undefined && tokens !== undefined) parts.push(describePlace(tokens, proposal));
  return parts.filter(Boolean).join("\n\n---\n\n");
}

function describePlace(tokens: readonly string[], { domain, spec, candidate }: Proposal): string {
  const { schema = {}, rules = [] } =
    lookUpPlace(describeSpec(domain, spec), tokens, candidate) ?? {};
  const { description, type } = schema;
  const paragraphs = [
    typeof description === "string" && escapeMarkdown(description),
    typeof type === "string" && `\`${type}\``,
    rules.map(({ name, summary }) => `- \`${name}\`: ${escapeMarkdown(summary)}`).join("\n"),
  ];
  return paragraphs.filter(Boolean).join("\n\n");
}
