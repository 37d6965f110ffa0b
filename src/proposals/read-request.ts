import type { CompiledSpec } from "../engine/compile-spec.js";
import { type Diagnostic, evaluate, type Omitted } from "../engine/evaluate.js";
import { isClean } from "../engine/inspect.js";
import { inCandidate, isError, MAX_PATCH_LENGTH, makeFix, type OfferedFix } from "../engine/problem.js";
import { SHAPE_CODES } from "../engine/problems/codes.js";
import type { Repair } from "../engine/repair/repair.js";
import { applyPatch, type Operation, withPaths } from "../ground/json/patch.js";
import { joinPointer, lastToken, toTokens, valueAt } from "../ground/json/pointer.js";
import { isEmpty, isObject } from "../ground/json/value.js";
import { UNKNOWN_REGISTRY } from "../ground/registry/registry.js";
import { excerpt, namesThatFit, quote } from "../ground/text/quote.js";
import { ajv } from "../schema/ajv.js";
import { propertiesOf } from "../schema/schemas-in.js";
import type { Dependencies } from "./dependencies.js";
import { envelopeSpec, namedDomain, setOptionsAside } from "./envelope-spec.js";
import { AppError, type EnvelopeError, MAX_LISTED, toOpenErrors } from "./errors/app-error.js";
import { joinCandidateRepair, readSentPackage } from "./evaluate-candidate.js";
import { severalProposals } from "./notice-mix-ups.js";
import { OPTIONAL, type ProposalRequest, REQUEST_SCHEMA } from "./request.js";
import { tryResolve, unknownDomain } from "./resolve.js";
import { fitDetails, roomBesideErrors } from "./response-room.js";

/** The number of errors in `detail`. */
const MAX_IN_DETAIL = 5;

const validate = ajv.compile(REQUEST_SCHEMA);

/**
 * Validates the envelope of a request. Throws `invalid-request` with its errors, their fixes and the repair. The
 * content of the candidate is left to its spec package.
 */
export async function readRequest(sent: unknown, dependencies: Dependencies): Promise<ProposalRequest> {
  const body = withoutNulls(sent);
  if (validate(body)) return body as unknown as ProposalRequest;
  throw await describeError(body, dependencies);
}

/**
 * Reads a request whose answer needs no explanation: it names what exists, and its candidate has no problem. Undefined
 * for any other. Takes little time, and keeps nothing.
 */
export function cleanRequest(sent: unknown, dependencies: Dependencies): ProposalRequest | undefined {
  const body = withoutNulls(sent);
  if (!validate(body)) return undefined;
  const request = body as unknown as ProposalRequest;
  const { candidate } = request;
  const resolved = tryResolve(request, dependencies);
  if (resolved instanceof AppError) return undefined;
  const { spec, target } = resolved;
  const registry = target.registry.current();
  // The announced end of a version comes with the first error in the next one, which is searched then.
  if (registry === undefined || spec.source.settings.retiresOn !== undefined) return undefined;
  if (readSentPackage(candidate, spec) !== undefined || !isClean(spec, candidate, registry, dependencies))
    return undefined;
  return request;
}

/** An optional property that is null counts as absent. */
function withoutNulls(body: unknown): unknown {
  if (!isObject(body) || !OPTIONAL.some((name) => body[name] === null)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== null || !OPTIONAL.includes(name)));
}

/** The error of a request with a wrong envelope. */
async function describeError(body: unknown, dependencies: Dependencies): Promise<AppError> {
  const { catalog } = dependencies;
  const domainId = namedDomain(body, catalog);
  const aside = setOptionsAside(body, domainId, catalog);
  const spec = envelopeSpec(domainId, catalog);
  const { body: sketched, dropped } = sketch(aside.body, spec);
  const { diagnostics, repair, summary } = await evaluate(spec, sketched, UNKNOWN_REGISTRY);
  const envelopeErrors = diagnostics.filter(isError);
  const errors = [
    ...aside.errors,
    ...unknownDomain(isObject(body) ? body.domainId : undefined, catalog),
    ...envelopeErrors.map((diagnostic) => toEnvelopeError(diagnostic, sketched, dependencies)),
  ];
  // The engine sees the body as its candidate.
  const open = (repair?.open ?? envelopeErrors).map(({ path, message }) => {
    return { pointer: inCandidate(path), detail: message };
  });
  const envelope = {
    patch: patchOfBody(repair?.patch ?? [], sketched),
    remaining: (repair?.remaining ?? envelopeErrors.length) + dropped + aside.errors.length,
    complete: repair?.complete ?? true,
    open: toOpenErrors("invalid-request", [...aside.errors, ...open]),
  };
  const room = roomBesideErrors(errors.slice(0, MAX_LISTED));
  const joined = await joinCandidateRepair(envelope, body, dependencies, room);
  return toError(errors, errors.length + dropped, joined, summary.omitted);
}

/** `total` includes errors that are not among the given ones. */
function toError(errors: readonly EnvelopeError[], total: number, repair: Repair, omitted?: Omitted[]): AppError {
  const inDetail = errors.slice(0, MAX_IN_DETAIL).map(({ pointer, detail }) => `${pointer || "the body"}: ${detail}`);
  if (total > MAX_IN_DETAIL) inDetail.push(`and ${total - MAX_IN_DETAIL} more`);
  const listed = errors.slice(0, MAX_LISTED);
  const moreErrors = total - listed.length;
  const details = {
    errors: listed,
    ...(moreErrors > 0 && { moreErrors }),
    ...(repair.patch.length > 0 && { repair }),
    ...(omitted && { omitted }),
  };
  return new AppError("invalid-request", inDetail.join("; "), fitDetails(details));
}

interface Sketch {
  readonly body: unknown;
  /** The number of unknown properties that are left out. */
  readonly dropped: number;
}

/** A request without the content of its candidate, and without the unknown properties that would not be listed. */
function sketch(body: unknown, { source }: CompiledSpec): Sketch {
  if (!isObject(body)) return { body, dropped: 0 };
  let unknown = 0;
  const keptProperties = Object.fromEntries(
    Object.entries(body).filter(([name]) => Object.hasOwn(REQUEST_SCHEMA.properties, name) || ++unknown <= MAX_LISTED),
  );
  const dropped = Math.max(0, unknown - MAX_LISTED);
  const { candidate } = keptProperties;
  if (!isObject(candidate) || isEmpty(candidate)) return { body: keptProperties, dropped };
  const { candidate: schema } = propertiesOf(source.shape);
  const listed = Object.keys(propertiesOf(schema)).filter((name) => Object.hasOwn(candidate, name));
  const misplaced = REQUEST_SCHEMA.required.filter((name) => typeof candidate[name] === "string");
  const outline = {
    // A property that no schema lists, so the candidate does not seem empty.
    any: true,
    ...Object.fromEntries(listed.map((name) => [name, true])),
    ...Object.fromEntries(misplaced.map((name) => [name, candidate[name]])),
  };
  return { body: { ...keptProperties, candidate: outline }, dropped };
}

function toEnvelopeError(diagnostic: Diagnostic, body: unknown, dependencies: Dependencies): EnvelopeError {
  const { path, message, fixes } = diagnostic;
  const usefulFixes = fixes.filter((fix) => !isFarFetched(fix, diagnostic));
  const allFixes = [
    ...usefulFixes.map((fix) => ({ ...fix, patch: patchOfBody(fix.patch, body) })),
    ...onlyName(diagnostic, dependencies),
  ];
  const { candidate } = isObject(body) ? body : {};
  const count =
    describePlace(diagnostic) === "/candidate" && Array.isArray(candidate) ? candidate.filter(isObject).length : 0;
  return {
    pointer: excerpt(inCandidate(path)) as string,
    detail: count > 1 ? severalProposals(count) : withNames(message, diagnostic, dependencies),
    ...(allFixes.length > 0 && { fixes: allFixes }),
  };
}

/** The pointer of the missing or wrong value of a diagnostic. */
function describePlace({ code, path, expected }: Diagnostic): string {
  return isMissing(code) ? joinPointer("", expected as string) : inCandidate(path);
}

function isMissing(code: string): boolean {
  return code === SHAPE_CODES.required?.code;
}

/** Whether a fix suggests an optional property only because its type fits. */
function isFarFetched({ applicability, patch: [first] }: OfferedFix, { expected }: Diagnostic): boolean {
  if (applicability !== "maybe-incorrect" || first?.op !== "move" || typeof expected === "string") return false;
  return OPTIONAL.includes(lastToken(first.path));
}

/** The names that a request may have at a place. */
function listSupported(place: string, { catalog, targets }: Dependencies): string[] {
  if (place === "/domainId") return [...catalog.keys()];
  return place === "/targetProduct" ? [...new Set(targets.list().map(({ id }) => id))] : [];
}

/** A message that expects a string, with the names of which the string must be one. */
function withNames(message: string, diagnostic: Diagnostic, dependencies: Dependencies): string {
  const names = namesThatFit(listSupported(describePlace(diagnostic), dependencies));
  return names.length === 0
    ? message
    : message.replace(/(?<=; )expected string\b.*$/, `expected one of ${names.join(", ")}`);
}

/** Offers the only known domain or target product in place of a missing or wrong one. The caller may mean another. */
function onlyName(diagnostic: Diagnostic, dependencies: Dependencies): OfferedFix[] {
  if (diagnostic.fixes.length > 0) return [];
  const at = describePlace(diagnostic);
  const [only, ...others] = listSupported(at, dependencies);
  if (only === undefined || others.length > 0) return [];
  const [verb, op] = isMissing(diagnostic.code) ? (["Add", "add"] as const) : (["Replace with", "replace"] as const);
  return [makeFix(`${verb} ${quote(only)}`, false, [{ op, path: at, value: only }])];
}

/**
 * A patch of the candidate as a patch of the body. Not every client can move a value to the place of the whole body, so
 * its properties are moved instead, unless there are too many.
 */
function patchOfBody(patch: readonly Operation[], body: unknown): Operation[] {
  const operations: Operation[] = [];
  let current = body;
  for (const operation of patch.map((step) => withPaths(step, inCandidate))) {
    const isWhole = operation.op === "move" && operation.path === "";
    operations.push(...(isWhole ? unwrapped(operation, current) : [operation]));
    current = applyPatch(current, [operation]);
  }
  return operations;
}

function unwrapped(move: Operation & { op: "move" }, body: unknown): Operation[] {
  const { from } = move;
  if (!isObject(body)) return [move];
  const names = Object.keys(valueAt(body, from) as object);
  if (names.length > MAX_PATCH_LENGTH) return [move];
  const [wrapper] = toTokens(from);
  // The property with the name of the wrapper is moved last, because it replaces the wrapper.
  const inOrder = [...names.filter((name) => name !== wrapper), ...names.filter((name) => name === wrapper)];
  const outside = Object.keys(body as object).filter((name) => !names.includes(name));
  return [
    ...inOrder.map((name): Operation => ({ op: "move", from: joinPointer(from, name), path: joinPointer("", name) })),
    ...outside.map((name): Operation => ({ op: "remove", path: joinPointer("", name) })),
  ];
}
