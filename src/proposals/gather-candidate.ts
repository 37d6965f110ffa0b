import { isEmpty } from "../engine/fixers/spare.js";
import { applyPatch, type Operation } from "../json/patch.js";
import { join } from "../json/pointer.js";
import { isObject, type JsonObject } from "../json/value.js";
import { type Catalog, domainsFor } from "../specs/catalog.js";
import { claimMisspelt, fold } from "../text/did-you-mean.js";
import { quote, someOf } from "../text/quote.js";
import type { EnvelopeError, EnvelopeStep } from "./app-error.js";
import { REQUEST_ALIASES, REQUEST_SCHEMA } from "./request.js";

/** Properties beside those of a request that are looked at. */
const MAX_STRAY = 64;
/** Fewer that a candidate could have are there by chance. */
const TELLING = 2;

/** Finds properties of a candidate beside it or in its place, and those of the request in the candidate. */
export function gatherCandidate(body: unknown, specs: Catalog): EnvelopeStep | undefined {
  if (!isObject(body)) return undefined;
  const { candidate } = body;
  const names = Object.keys(REQUEST_SCHEMA.properties);
  const unknown = Object.keys(body).filter((name) => !names.includes(name));
  const shapes = shapesFor(body.domainId, specs);
  const inside = isObject(candidate) ? namesInside(body, candidate as JsonObject, shapes) : [];
  if (inside.length > 0) return release(body, inside);
  if (unknown.length === 0 || unknown.length > MAX_STRAY) return undefined;
  if (candidate === undefined || isEmpty(candidate)) {
    const stray = notOfEnvelope(
      unknown,
      names.filter((name) => body[name] === undefined),
    );
    return shapes.some((shape) => countKnown(stray, shape) >= TELLING) ? gatherAll(body, stray) : undefined;
  }
  if (!isObject(candidate)) return undefined;
  const stray = unknown.filter(
    (name) => !Object.hasOwn(candidate, name) && shapes.some((shape) => Object.hasOwn(shape, name)),
  );
  return stray.length === 0 ? undefined : gatherEach(body, stray);
}

/** Properties of the request that are in the candidate instead, which has none of that name. */
function namesInside(body: Record<string, unknown>, candidate: JsonObject, shapes: readonly Properties[]): string[] {
  return REQUEST_SCHEMA.required.filter(
    (name) =>
      body[name] === undefined &&
      typeof candidate[name] === "string" &&
      !shapes.some((shape) => Object.hasOwn(shape, name)),
  );
}

type Properties = Record<string, JsonObject>;

/** The properties of a candidate, for the domain that is named or for any. */
export function shapesFor(domainId: unknown, specs: Catalog): Properties[] {
  return domainsFor(domainId, specs).flatMap(({ current }) =>
    isObject(current?.source.shape.properties) ? [current.source.shape.properties as Properties] : [],
  );
}

/** Without those that are another spelling of a property of the request. */
function notOfEnvelope(unknown: readonly string[], absent: readonly string[]): string[] {
  const claims = claimMisspelt(unknown, absent, (name) => REQUEST_ALIASES[name] ?? []);
  return unknown.filter((name) => !claims.has(name));
}

function countKnown(stray: readonly string[], shape: Properties): number {
  const known = new Set(
    Object.entries(shape).flatMap(([name, { aliases = [] }]) => [name, ...(aliases as string[])].map(fold)),
  );
  return stray.filter((name) => known.has(fold(name))).length;
}

function gatherAll(body: Record<string, unknown>, stray: readonly string[]): EnvelopeStep {
  const patch: Operation[] = [
    ...(isObject(body.candidate) ? [] : [{ op: "add" as const, path: "/candidate", value: {} }]),
    ...stray.map(moveIn),
  ];
  const state = body.candidate === undefined ? "missing" : "empty";
  const detail = `"candidate" is ${state}; these properties belong into it: ${someOf(stray).join(", ")}`;
  const fixes = [{ title: 'Move them into "candidate"', applicability: "machine-applicable" as const, patch }];
  return { body: applyPatch(body, patch), patch, errors: [{ pointer: "", detail, fixes }], isOpen: false };
}

function release(body: Record<string, unknown>, inside: readonly string[]): EnvelopeStep {
  const patch = inside.map((name): Operation => ({ op: "move", from: join("/candidate", name), path: join("", name) }));
  const errors = inside.map((name, at): EnvelopeError => {
    const detail = `${quote(name)} is missing; it belongs beside "candidate", not into it`;
    const title = 'Move it out of "candidate"';
    return {
      pointer: join("/candidate", name),
      detail,
      fixes: [{ title, applicability: "machine-applicable", patch: [patch[at] as Operation] }],
    };
  });
  return { body: applyPatch(body, patch), patch, errors, isOpen: false };
}

function gatherEach(body: Record<string, unknown>, stray: readonly string[]): EnvelopeStep {
  const patch = stray.map(moveIn);
  const errors = stray.map((name, at): EnvelopeError => {
    const detail = `${quote(name)} is not part of a request; it belongs into "candidate"`;
    const title = 'Move it into "candidate"';
    return {
      pointer: join("", name),
      detail,
      fixes: [{ title, applicability: "machine-applicable", patch: [patch[at] as Operation] }],
    };
  });
  return { body: applyPatch(body, patch), patch, errors, isOpen: false };
}

function moveIn(name: string): Operation {
  return { op: "move", from: join("", name), path: join("/candidate", name) };
}
