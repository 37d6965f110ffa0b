import type { Cursor } from "../../ground/json/cursor.js";
import { toTokens } from "../../ground/json/pointer.js";
import { tryParse } from "../../ground/json/try-parse.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { countedNoun } from "../../ground/text/quote.js";
import { escapeMarkdown } from "../../ground/text/visible.js";
import { REQUEST_SCHEMA } from "../../proposals/request.js";
import type { ValidationResult } from "../../proposals/results.js";
import { validateProposal } from "../../proposals/validate-proposal.js";
import { outlineOf } from "../../schema/outline.js";
import type { Domain } from "../../specs/catalog.js";
import { describeCodes, describeSpec } from "../../specs/explain/describe-spec.js";
import { findProperties, listValues, placeInfo } from "../../specs/explain/place-info.js";
import { checkInput, isBareCandidate } from "../check/check-input.js";
import type { OpenDependencies } from "../check/dependencies.js";
import { DocumentPlaces } from "../check/notices.js";
import type { Options } from "../command.js";
import { MAX_DOCUMENT_BYTES, wholeInput } from "../inputs.js";
import type { Notice } from "../outcome.js";
import { type Completion, suggestKey, suggestValue } from "./completion.js";
import type { CheckedProposal, OpenDocument, Proposal } from "./open-document.js";

/** Checks a document as `assay validate` does. */
export async function checkDocument(
  { path, text }: OpenDocument,
  given: Options,
  dependencies: OpenDependencies,
): Promise<CheckedProposal> {
  const document = wholeInput({ name: path }, Buffer.from(text));
  const value = document.unreadable === undefined ? tryParse(text) : undefined;
  const options = bareOptions(value, given, dependencies);
  const outcome = await checkInput(document, validateProposal, options, dependencies);
  const isCandidate = isBareCandidate(value, options);
  const { repair } = outcome.status === "failed" ? outcome.error : outcome.result;
  return {
    notices: [
      ...outcome.notices,
      ...(outcome.status === "failed" ? [] : notListed(outcome.result)),
    ],
    repair: () =>
      repair === undefined ? [] : new DocumentPlaces(document, isCandidate).edits(repair.patch),
    proposal: value === undefined ? undefined : readProposal(value, options, dependencies),
  };
}

/** Says that there are more problems than a result lists: an editor shows no summary. */
function* notListed({ summary, diagnostics }: ValidationResult): Generator<Notice> {
  if (!summary.truncated) return;
  const counts = [
    countedNoun(summary.errors, "error"),
    countedNoun(summary.warnings, "warning"),
  ].join(" and ");
  const message = `${counts} in all, of which ${diagnostics.length} are shown; fix some to see the others`;
  yield { severity: summary.errors > 0 ? "error" : "warning", code: "more-problems", message };
}

/** Where a document that is too large to be parsed would name its spec package or product. */
const HEAD_LENGTH = 4_096;
const ENVELOPE_NAME = /"(?:targetProduct|domainId)"\s*:/;

/** Whether a document is a proposal by its `$schema`, or by the properties of a request. */
export function looksLikeProposal(text: string): boolean {
  if (text.length > MAX_DOCUMENT_BYTES) {
    const head = text.slice(0, HEAD_LENGTH);
    return ENVELOPE_NAME.test(head) || SPEC_PACKAGE.test(head);
  }
  const value = tryParse(text);
  if (!isObject(value)) return false;
  return versionNamed(value) !== undefined || !isBareCandidate(value, { domain: "any" });
}

const SPEC_PACKAGE = /\/spec-packages\/([a-z0-9-]+)\/(v\d+)\b/;

/** The spec package that the `$schema` of a candidate names; undefined if it names none. */
function versionNamed(value: unknown): { domain: string; "spec-version": string } | undefined {
  const named =
    isObject(value) && typeof value.$schema === "string"
      ? SPEC_PACKAGE.exec(value.$schema)
      : undefined;
  return named?.[1] && named[2] ? { domain: named[1], "spec-version": named[2] } : undefined;
}

/**
 * The domain of a candidate without an envelope: the named one, or the one that defines most of its
 * properties.
 */
function bareOptions(
  value: unknown,
  given: Options,
  { catalog, targets }: OpenDependencies,
): Options {
  const named = versionNamed(value);
  const names = isObject(value) ? Object.keys(value) : [];
  const countKnown = ({ current }: Domain) => {
    const properties = ((current && outlineOf(current.source.shape).properties) ??
      {}) as JsonObject;
    return names.filter((name) => Object.hasOwn(properties, name)).length;
  };
  const [nearest] = [...catalog.values()].sort((a, b) => countKnown(b) - countKnown(a));
  const domain = named?.domain ?? given.domain ?? nearest?.id;
  // A bare candidate does not name its product, so any product that accepts its domain will do.
  const target = targets
    .list()
    .find(({ domains }) => domain !== undefined && domains.includes(domain));
  return {
    ...(domain !== undefined && { domain }),
    ...(named && { "spec-version": named["spec-version"] }),
    ...(target && { target: target.id }),
  };
}

function readProposal(
  value: unknown,
  options: Options,
  { catalog }: OpenDependencies,
): Proposal | undefined {
  const isCandidate = isBareCandidate(value, options);
  const { domainId, specVersion, candidate } = isObject(value) ? value : {};
  const domain = catalog.get(isCandidate ? (options.domain ?? "") : String(domainId));
  const wanted = isCandidate ? options["spec-version"] : specVersion;
  const spec = domain?.versions.find(({ version }) => version === wanted) ?? domain?.current;
  if (domain === undefined || spec === undefined) return undefined;
  return { isCandidate, candidate: isCandidate ? value : candidate, domain, spec };
}

/** Keys of the shape and of declared records, and values of vocabularies. */
export function suggest(
  cursor: Cursor,
  proposal: Proposal | undefined,
  dependencies: OpenDependencies,
): Completion[] {
  const { kind, tokens, keys } = cursor;
  const inCandidate = proposal && candidateTokens(tokens, proposal);
  if (proposal === undefined || inCandidate === undefined)
    return suggestInEnvelope(cursor, dependencies);
  const { domain, spec, candidate } = proposal;
  const described = describeSpec(domain, spec);
  if (kind === "value") {
    const info = placeInfo(described, inCandidate, candidate);
    return info === undefined ? [] : listValues(info.schema).map(suggestValue);
  }
  return [...findProperties(described, inCandidate, candidate)]
    .filter(([name]) => !keys.includes(name))
    .map(([name, schema]) => suggestKey(name, schema));
}

function candidateTokens(
  tokens: readonly string[],
  { isCandidate }: Proposal,
): readonly string[] | undefined {
  if (isCandidate) return tokens;
  return tokens[0] === "candidate" ? tokens.slice(1) : undefined;
}

function suggestInEnvelope(
  { kind, tokens, keys }: Cursor,
  { catalog, targets }: OpenDependencies,
): Completion[] {
  const { properties } = REQUEST_SCHEMA;
  if (kind === "key")
    return tokens.length > 0
      ? []
      : Object.entries(properties)
          .filter(([name]) => !keys.includes(name))
          .map(([name, schema]) => suggestKey(name, schema as unknown as JsonObject));
  const versions = [...catalog.values()].flatMap((domain) =>
    domain.versions.map(({ version }) => version),
  );
  const values = new Map<string, readonly Json[]>([
    ["targetProduct", targets.list().map(({ id }) => id)],
    ["domainId", [...catalog.keys()]],
    ["specVersion", [...new Set(versions)]],
    ["applyRepair", [true, false]],
  ]);
  return tokens.length === 1 ? (values.get(tokens[0] as string) ?? []).map(suggestValue) : [];
}

/** The diagnostics of a place with their reasons, then its description and rules, as Markdown. */
export function explainPlace(
  pointer: string,
  notices: readonly Notice[],
  proposal: Proposal | undefined,
): string {
  const tokens = proposal && candidateTokens(toTokens(pointer), proposal);
  const words = proposal && tokens ? describePlace(tokens, proposal) : "";
  const codes = proposal === undefined ? {} : describeCodes(proposal.spec);
  const request = proposal?.isCandidate ? `/candidate${pointer}` : pointer;
  const problems = notices
    .filter(({ path }) => path === request)
    .map(({ code, message, help }) => {
      const { summary = "", rationale } = codes[code] ?? {};
      const link = help?.startsWith("http") ? `[${code}](${help})` : `\`${help ?? code}\``;
      return [
        `**${escapeMarkdown(message)}**`,
        escapeMarkdown(summary),
        escapeMarkdown(rationale ?? ""),
        link,
      ]
        .filter(Boolean)
        .join("\n\n");
    });
  return [...problems, words].filter(Boolean).join("\n\n---\n\n");
}

function describePlace(tokens: readonly string[], { domain, spec, candidate }: Proposal): string {
  const info = placeInfo(describeSpec(domain, spec), tokens, candidate);
  const { description, type } = info?.schema ?? {};
  const rules =
    info?.rules.map(({ name, summary }) => `- \`${name}\`: ${escapeMarkdown(summary)}`) ?? [];
  const parts = [
    typeof description === "string" && escapeMarkdown(description),
    typeof type === "string" && `\`${type}\``,
    rules.join("\n"),
  ];
  return parts.filter(Boolean).join("\n\n");
}
