import { MAX_PATCH_LENGTH } from "../engine/bounds.js";
import { type CompiledSpec, compileSpec } from "../engine/compile-spec.js";
import { type Diagnostic, evaluate } from "../engine/evaluate.js";
import { SHAPE_CODES } from "../engine/problems/codes.js";
import { type Fix, inCandidate, isError, makeFix } from "../engine/violation.js";
import { cacheByContent } from "../ground/cache/cache-by-object.js";
import { applyPatch, type Operation, withPaths } from "../ground/json/patch.js";
import { joinPointer, toTokens, valueAt } from "../ground/json/pointer.js";
import { isObject, type JsonObject } from "../ground/json/value.js";
import { UNKNOWN_REGISTRY } from "../ground/registry/registry.js";
import { excerpt, quote } from "../ground/text/quote.js";
import { ajv } from "../schema/ajv.js";
import { outlineOf } from "../schema/outline.js";
import { requiredOf } from "../schema/schemas-in.js";
import { type Catalog, selectDomains, usableVersions } from "../specs/catalog.js";
import type { Dependencies } from "./dependencies.js";
import { AppError, type EnvelopeError, MAX_LISTED, toOpenErrors } from "./errors/app-error.js";
import { joinCandidateRepair } from "./evaluate-candidate.js";
import {
  CALL_VALUES,
  OPTIONAL,
  type ProposalRequest,
  REQUEST_ALIASES,
  REQUEST_SCHEMA,
} from "./request.js";
import { acceptsAnyRoot, nameMeant, unknownDomain } from "./resolve.js";
import { fitDetails, roomBesideErrors } from "./response-room.js";

const MAX_IN_DETAIL = 5;

const { type: _, ...ANYTHING } = REQUEST_SCHEMA.properties.candidate;
/** The envelope of a candidate that a schema alone decides. */
const ANY_ROOT_SCHEMA = {
  ...REQUEST_SCHEMA,
  properties: { ...REQUEST_SCHEMA.properties, candidate: ANYTHING },
};

const validate = ajv.compile(REQUEST_SCHEMA);
const validateAnyRoot = ajv.compile(ANY_ROOT_SCHEMA);

const compiled = cacheByContent<CompiledSpec>();

/**
 * The envelope as a spec package without rules, so it is checked and repaired like a candidate. It
 * knows the names of the candidate's properties, which belong into it wherever they stand.
 */
function envelopeFor(body: unknown, catalog: Catalog): CompiledSpec {
  const { domainId, version } = isObject(body) ? body : {};
  const domains = selectDomains(domainId, catalog);
  const isOne = domains.length === 1;
  const base = acceptsAnyRoot(domainId, catalog) ? ANY_ROOT_SCHEMA : REQUEST_SCHEMA;
  const versions = domains.flatMap(usableVersions).map((spec) => spec.version);
  // A document may have a `version` of its own.
  const isSpecVersion =
    typeof version === "string" && nameMeant(version, versions)?.isCertain === true;
  return compiled(catalog, `${isOne ? domains[0]?.id : ""} ${isSpecVersion}`, () => {
    const known = domains.flatMap(({ current }) =>
      Object.entries((current && outlineOf(current.source.shape).properties) ?? {}),
    );
    const shapes = domains.map(({ current }) => current?.source.shape);
    const ofCandidate = {
      properties: Object.fromEntries(known.map(([name, property]) => [name, keepNames(property)])),
      ...(isOne && shapes.every(requiresNothing) && { default: {} }),
      // The properties of several domains describe no candidate.
      ...(!isOne && { title: "object; give a domainId, which decides what it contains" }),
    };
    const aliases: typeof REQUEST_ALIASES = {
      ...REQUEST_ALIASES,
      ...(isOne && { candidate: [...REQUEST_ALIASES.candidate, ...domains.map(({ id }) => id)] }),
      ...(isSpecVersion && { specVersion: ["version", ...REQUEST_ALIASES.specVersion] }),
    };
    const properties = Object.entries(base.properties).map(([name, property]) => [
      name,
      {
        ...property,
        ...(name === "candidate" && ofCandidate),
        aliases: aliases[name as keyof typeof aliases],
      },
    ]);
    const shape = { ...base, properties: Object.fromEntries(properties) } as unknown as JsonObject;
    return compileSpec(
      {
        domainId: "",
        version: "",
        settings: { status: "released", title: "", base: "", data: {}, normalize: [] },
        shape,
        rules: {},
        examples: {},
      },
      undefined,
      { requestValues: CALL_VALUES, mayBeUnportable: true },
    );
  });
}

/** What the envelope knows of a property: its other names, and whether it is a list. */
function keepNames(property: unknown): JsonObject {
  const { aliases = [], items }: JsonObject = isObject(property) ? (property as JsonObject) : {};
  return { aliases, ...(items !== undefined && { items: {} }) };
}

function requiresNothing(shape: JsonObject | undefined): boolean {
  return shape !== undefined && requiredOf(shape).length === 0 && (shape.minProperties ?? 0) === 0;
}

/** Validates the envelope. Throws `invalid-request` with its errors, their fixes and the repair. */
export async function readRequest(
  sent: unknown,
  dependencies: Dependencies,
): Promise<ProposalRequest> {
  // An optional property that is null counts as absent.
  const body =
    isObject(sent) && OPTIONAL.some((name) => sent[name] === null)
      ? Object.fromEntries(
          Object.entries(sent).filter(
            ([name, value]) => value !== null || !OPTIONAL.includes(name),
          ),
        )
      : sent;
  if (validate(body)) return body as unknown as ProposalRequest;
  const isAnyRoot = isObject(body) && acceptsAnyRoot(body.domainId, dependencies.catalog);
  if (isAnyRoot && validateAnyRoot(body)) return body as unknown as ProposalRequest;
  throw await describeError(body, dependencies);
}

async function describeError(body: unknown, dependencies: Dependencies): Promise<AppError> {
  const { catalog } = dependencies;
  const domainId = isObject(body) ? body.domainId : undefined;
  const envelope = envelopeFor(body, catalog);
  const { listed: shown, unlisted } = withoutUnlisted(body);
  const { diagnostics, summary, ...evaluated } = await evaluate(envelope, shown, UNKNOWN_REGISTRY);
  const found = diagnostics.filter(isError);
  const patch = toBody(evaluated.repair?.patch ?? [], shown);
  const repair = patch.length > 0 ? evaluated.repair : undefined;
  const errors = [
    ...unknownDomain(domainId, catalog),
    ...found.map((diagnostic) => toEnvelopeError(diagnostic, shown, dependencies)),
  ];
  // The engine sees the body as its candidate.
  const open = (repair?.open ?? found).map(({ path, message }) => ({
    pointer: inCandidate(path),
    detail: message,
  }));
  const ofEnvelope = {
    patch,
    remaining: (repair?.remaining ?? summary.errors) + unlisted,
    complete: repair?.complete ?? true,
    open: toOpenErrors("invalid-request", open),
  };
  const listed = errors.slice(0, MAX_LISTED);
  const joined = await joinCandidateRepair(
    ofEnvelope,
    body,
    dependencies,
    roomBesideErrors(listed),
  );
  const total = errors.length - found.length + summary.errors + unlisted;
  const inDetail = errors
    .slice(0, MAX_IN_DETAIL)
    .map(({ pointer, detail }) => `${pointer || "the body"}: ${detail}`);
  if (total > MAX_IN_DETAIL) inDetail.push(`and ${total - MAX_IN_DETAIL} more`);
  const details = {
    errors: listed,
    ...(total > listed.length && { moreErrors: total - listed.length }),
    ...(joined.patch.length > 0 && { repair: joined }),
    ...(summary.omitted && { omitted: summary.omitted }),
  };
  return new AppError("invalid-request", inDetail.join("; "), fitDetails(details));
}

/** The request without the thousands of unknown properties that would not be listed. */
function withoutUnlisted(body: unknown): { listed: unknown; unlisted: number } {
  if (!isObject(body)) return { listed: body, unlisted: 0 };
  let unknown = 0;
  const kept = Object.entries(body).filter(
    ([name]) => Object.hasOwn(REQUEST_SCHEMA.properties, name) || ++unknown <= MAX_LISTED,
  );
  return { listed: Object.fromEntries(kept), unlisted: Math.max(0, unknown - MAX_LISTED) };
}

function toEnvelopeError(
  diagnostic: Diagnostic,
  body: unknown,
  dependencies: Dependencies,
): EnvelopeError {
  const { path, message } = diagnostic;
  const fixes = diagnostic.fixes
    .map((fix) => ({ ...fix, patch: toBody(fix.patch, body) }))
    .filter(({ patch }) => patch.length > 0);
  const allFixes = fixes.length > 0 ? fixes : onlyName(diagnostic, dependencies);
  return {
    pointer: excerpt(inCandidate(path)) as string,
    detail: message,
    ...(allFixes.length > 0 && { fixes: allFixes }),
  };
}

/** Offers the only known domain or target product in place of a missing or wrong one. */
function onlyName({ code, path, expected }: Diagnostic, { catalog, targets }: Dependencies): Fix[] {
  const isMissing = code === SHAPE_CODES.required?.code;
  const at = isMissing ? joinPointer("", expected as string) : inCandidate(path);
  const known =
    { "/domainId": [...catalog.keys()], "/targetProduct": targets.list().map(({ id }) => id) }[
      at
    ] ?? [];
  const [only, ...others] = new Set(known);
  if (only === undefined || others.length > 0) return [];
  const [verb, op] = isMissing ? (["Add", "add"] as const) : (["Replace with", "replace"] as const);
  return [makeFix(`${verb} ${quote(only)}`, false, [{ op, path: at, value: only }])];
}

/**
 * A patch of the candidate as a patch of the body. Not every client can replace the whole body, so
 * the properties in a wrapper are moved out, the one with the name of the wrapper last.
 */
function toBody(patch: readonly Operation[], body: unknown): Operation[] {
  const operations: Operation[] = [];
  let current = body;
  for (const operation of patch.map((step) => withPaths(step, inCandidate))) {
    const isWhole = operation.op === "move" && operation.path === "" && isObject(current);
    operations.push(...(isWhole ? unwrap(operation.from, current as JsonObject) : [operation]));
    current = applyPatch(current, [operation]);
  }
  return operations;
}

function unwrap(from: string, body: JsonObject): Operation[] {
  const [wrapper] = toTokens(from);
  const names = Object.keys(valueAt(body, from) as object);
  if (names.length > MAX_PATCH_LENGTH) return [{ op: "move", from, path: "" }];
  const inOrder = [
    ...names.filter((name) => name !== wrapper),
    ...names.filter((name) => name === wrapper),
  ];
  const outside = Object.keys(body).filter((name) => !names.includes(name));
  return [
    ...inOrder.map(
      (name): Operation => ({
        op: "move",
        from: joinPointer(from, name),
        path: joinPointer("", name),
      }),
    ),
    ...outside.map((name): Operation => ({ op: "remove", path: joinPointer("", name) })),
  ];
}
