import type { InContext, Named } from "../../engine/fixers/shape-error.js";
import { cacheByString } from "../../ground/cache/bounded-map.js";
import { groupBy } from "../../ground/json/group-by.js";
import { withPaths } from "../../ground/json/patch.js";
import { joinPointer, parentPointer } from "../../ground/json/pointer.js";
import type { JsonObject } from "../../ground/json/value.js";
import { isEmpty } from "../../ground/json/value.js";
import { bundleShape } from "../../schema/bundle.js";
import { compileDecider } from "../../schema/compile-decider.js";
import { addFormats } from "../../schema/formats.js";
import type { Decider, SchemaError } from "../../schema/schema-error.js";
import { compileColumns, type Declaration } from "../declared/declaration.js";
import { explainUnknown } from "../fixers/keys.js";
import { compileEvidentTypes } from "../fixers/names.js";
import {
  isWrongItem,
  type RequestValues,
  type ShapeContext,
  type UnknownKey,
} from "../fixers/shape-error.js";
import type { Subject } from "../memo.js";
import { SpecError } from "../spec-error.js";
import {
  CANDIDATE,
  inCandidate,
  inRequest,
  isMachineApplicable,
  keepFirst,
  NOTHING,
  type Violation,
} from "../violation.js";
import { schemaViolation } from "./codes.js";

/**
 * Finds the problems of a candidate that does not match its schema, one for each cause.
 */
export type Shape = (subject: Subject) => readonly Violation[];

export function compileShape(
  { findErrors, findErrorsAt, findHolders, isDoubtful }: Decider,
  declarations: ReadonlyMap<string, Declaration>,
  packageValues: RequestValues,
): Shape {
  const columnsOf = compileColumns(declarations);
  const evidentTypes = compileEvidentTypes(declarations);
  return (subject) => {
    const found = findErrors(subject.candidate, CANDIDATE);
    if (found.length === 0) return NOTHING;
    const unknown = found.filter(isUnknown);
    const columnsAt = columnsOf(subject);
    const { byError, actualPlaces } = explainUnknown(unknown, subject, packageValues);
    let context: ShapeContext | undefined;
    const explain = (error: SchemaError) => {
      context ??= makeContext();
      return inContext(error, context, byError.get(error));
    };
    const makeContext = (): ShapeContext => ({
      ...subject,
      columnsIn: (path) => columnsAt(path) ?? columnsAt(joinPointer(path, 0)),
      requestValues: packageValues,
      evidentType: evidentTypes(subject),
      unknownCount: unknown.length,
      actualPlaces,
      wrongItems: collectItems(found, subject, explain),
      findErrorsAt,
      findHolders: (name, source) =>
        findHolders(name, inCandidate(source), subject.candidate).map(inRequest),
      review(fix) {
        if (!isMachineApplicable(fix)) return fix;
        const patch = fix.patch.map((operation) => withPaths(operation, inCandidate));
        return isDoubtful(patch, subject.candidate)
          ? { ...fix, applicability: "maybe-incorrect" }
          : fix;
      },
    });
    const causes = oneForEachCause(found, byError, actualPlaces);
    return keepFirst(causes, (error) => schemaViolation(error, explain));
  };
}

function inContext(
  { others, ...error }: SchemaError,
  context: ShapeContext,
  unknown?: UnknownKey,
): SchemaError & InContext {
  return {
    ...error,
    context,
    ...(unknown && { unknown }),
    ...(others && { others: others.map((other) => inContext(other, context)) }),
  };
}

/**
 * The decider of a package: its shape, any JSON Schema. Equal shapes are compiled once: versions
 * share most of them, and a reload would compile them again.
 */
export function compileShapeDecider(shape: JsonObject): Decider {
  return compiledFrom(JSON.stringify(shape));
}

const compiledFrom = cacheByString((text): Decider => {
  const bundle = bundleShape(JSON.parse(text));
  const [flaw] = bundle.flaws;
  if (flaw !== undefined)
    throw new SpecError(`the schema does not compile: ${flaw.place}: ${flaw.detail}`);
  try {
    return compileDecider(bundle, addFormats);
  } catch (error) {
    throw new SpecError(`the schema does not compile: ${(error as Error).message}`);
  }
});

/** Returns a function that finds the errors of all items of an array that have a wrong type. */
function collectItems(
  found: readonly SchemaError[],
  subject: Subject,
  explain: (error: SchemaError) => SchemaError & InContext,
): ShapeContext["wrongItems"] {
  let byArray: ReadonlyMap<string, readonly (SchemaError & InContext)[]> | undefined;
  return (array) => {
    byArray ??= groupBy(
      found.filter((error) => isWrongItem(error, subject)).map(explain),
      ({ path }) => parentPointer(path),
    );
    return byArray.get(array) ?? [];
  };
}

/**
 * Leaves one error for each cause. A misspelled property causes two errors: it is unknown under its
 * own name, and missing under the right one.
 */
function oneForEachCause(
  errors: readonly SchemaError[],
  unknown: ReadonlyMap<SchemaError, UnknownKey>,
  actualPlaces: ReadonlyMap<string, string>,
): SchemaError[] {
  const emptyTexts = new Set<string>();
  const notListed = new Set(
    errors.flatMap(({ keyword, path }) => (keyword === "enum" ? [path] : [])),
  );
  return errors.filter((error) => {
    const { keyword, path, value, name = "" } = error;
    // A value of another type than the allowed values is none of these.
    if (keyword === "type" && notListed.has(path)) return false;
    // Properties that are moved together are one problem.
    if (isUnknown(error)) return (unknown.get(error)?.relocation?.keys[0] ?? name) === name;
    // What an absent or empty property lacks is in another place.
    if (
      keyword === "required"
        ? actualPlaces.has(joinPointer(path, name))
        : isEmpty(value) && actualPlaces.has(path)
    )
      return false;
    // An empty string violates each of its keywords for one reason.
    return value !== "" || (!emptyTexts.has(path) && emptyTexts.add(path) !== undefined);
  });
}

function isUnknown(error: SchemaError): error is SchemaError & Named {
  return error.keyword === "additionalProperties";
}
