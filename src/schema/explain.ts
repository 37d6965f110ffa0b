import type { ErrorObject } from "ajv";
import { groupBy } from "../ground/json/group-by.js";
import { childOf, isWithin } from "../ground/json/pointer.js";
import { isObject, type Json, type JsonObject } from "../ground/json/value.js";
import { closestOption } from "../ground/text/did-you-mean.js";
import { quote } from "../ground/text/quote.js";
import type { SchemaError } from "./schema-error.js";
import { propertiesOf } from "./schemas-in.js";
import { keywordInWords } from "./words.js";

/** What the explanation of errors asks. */
interface Explainer {
  /** A schema as fixers see it. */
  viewOf(schema: JsonObject): JsonObject;
  /** The errors of a value in one branch of a union; empty if it fits. */
  findErrorsIn(branch: Json, value: unknown, path: string): readonly ErrorObject[];
  /**
   * How many errors and keys may still be compared. 64 KiB have 30,000 items, and each may fit none
   * of 200 branches.
   */
  readonly comparisons: { left: number };
  /** The schema that contains this part, as the item of an `allOf` or another branch. */
  wholeOf(schema: JsonObject): JsonObject;
}

/** Unions in unions are explained to this depth; below it, the union itself is the error. */
const MAX_DEPTH = 12;
/** The branches of one union that are compared. */
const MAX_BRANCHES = 200;

/** Keywords of AJV by the names under which the engine knows their errors. */
const RENAMED: Readonly<Record<string, string>> = {
  const: "enum",
  dependentRequired: "required",
  dependencies: "required",
  unevaluatedProperties: "additionalProperties",
};
const KNOWN = new Set(
  (
    "type required additionalProperties minLength maxLength minItems maxItems minimum exclusiveMinimum maximum " +
    "exclusiveMaximum enum format"
  ).split(" "),
);

/**
 * Explains the errors of AJV: of a union, only the errors of the branch that the author probably
 * meant; of several errors with one cause, one.
 */
export function explainErrors(
  errors: readonly ErrorObject[],
  explainer: Explainer,
  depth = 0,
): SchemaError[] {
  const isUnion = ({ keyword }: ErrorObject) => keyword === "anyOf" || keyword === "oneOf";
  const found = errors
    // The errors of `then` and `else` are there too.
    .filter((error) => error.keyword !== "if" && !isOfName(error))
    .flatMap((error) =>
      isUnion(error) ? explainUnion(error, explainer, depth) : [toFound(error, explainer)],
    );
  return leaveOutRepeated(leaveOutEvaluated(found));
}

/**
 * Whether an error is about a property name, and not about the value at its path: `propertyNames`
 * reports it too.
 */
function isOfName({ keyword, propertyName }: ErrorObject): boolean {
  return propertyName !== undefined && keyword !== "propertyNames";
}

function toFound(error: ErrorObject, { viewOf, wholeOf }: Explainer): SchemaError {
  const { keyword: original, instancePath: path, data, params } = error;
  const parent = isObject(error.parentSchema) ? (error.parentSchema as JsonObject) : {};
  const keyword = RENAMED[original] ?? original;
  const value = data as Json;
  if (keyword === "required" && params.missingProperty !== undefined) {
    const name: string = params.missingProperty;
    // A part may require what another part describes.
    const isDescribed = Object.hasOwn(propertiesOf(viewOf(parent)), name);
    return { keyword, path, value, schema: viewOf(isDescribed ? parent : wholeOf(parent)), name };
  }
  if (keyword === "additionalProperties") {
    const name = params.additionalProperty ?? params.unevaluatedProperty;
    if (original === "additionalProperties")
      return { keyword, path, value, schema: viewOf(selectOwnPart(parent)), name };
    return { keyword, path, value, schema: viewOf(wholeOf(parent)), name };
  }
  if (original === "propertyNames")
    return explainName(error, isObject(parent.propertyNames) ? viewOf(parent.propertyNames) : {});
  const view = viewOf(parent);
  const isSame = view === parent;
  if (keyword === "enum")
    return { keyword, path, value, schema: isSame ? view : { ...view, enum: listAllowed(error) } };
  if (KNOWN.has(keyword)) {
    const own = parent[keyword];
    return {
      keyword,
      path,
      value,
      schema:
        isSame || keyword === "type" || own === undefined ? view : { ...view, [keyword]: own },
    };
  }
  return { keyword: "schema", path, value, schema: view, words: keywordInWords(error) };
}

/** The part of a schema that `additionalProperties` looks at: it does not see other parts. */
function selectOwnPart(schema: JsonObject): JsonObject {
  const { $ref, allOf, anyOf, oneOf, ...own } = schema;
  const isWhole = [$ref, allOf, anyOf, oneOf].every((part) => part === undefined);
  return isWhole ? schema : own;
}

function listAllowed({ keyword, parentSchema }: ErrorObject): Json[] {
  return (keyword === "const" ? [parentSchema?.const] : parentSchema?.enum) as Json[];
}

/** A name that is not allowed: unknown, where the allowed ones are listed. */
function explainName(
  { instancePath: path, data, params, ...error }: ErrorObject,
  names: JsonObject,
): SchemaError {
  const value = data as Json;
  const name: string = params.propertyName;
  if (!Array.isArray(names.enum)) {
    const words = `has the property ${quote(name)}, whose name ${keywordInWords({ ...error, params })}`;
    return { keyword: "schema", path, value, schema: {}, words, name };
  }
  const properties = Object.fromEntries(names.enum.map((allowed) => [String(allowed), {}]));
  return { keyword: "additionalProperties", path, value, schema: { properties }, name };
}

interface Branch {
  readonly errors: readonly SchemaError[];
  readonly distance: number;
  /** The number of properties of the value that the branch lists. */
  readonly knownKeys: number;
  readonly isOfOtherType: boolean;
}

function explainUnion(error: ErrorObject, explainer: Explainer, depth: number): SchemaError[] {
  const { keyword, instancePath: path, data, params } = error;
  const parent = error.parentSchema as JsonObject;
  const value = data as Json;
  const schema = explainer.viewOf(parent);
  const whole: SchemaError = {
    keyword: "schema",
    path,
    value,
    schema,
    words: keywordInWords(error),
  };
  const all = parent[keyword] as Json[];
  if (params.passingSchemas || depth === MAX_DEPTH || all.length > MAX_BRANCHES) return [whole];
  const keys = isObject(value) ? Object.keys(value) : [];
  const branches: Branch[] = [];
  for (const branch of all) {
    if (explainer.comparisons.left <= 0) return [whole];
    const found = explainer.findErrorsIn(branch, data, path);
    explainer.comparisons.left -= 1 + found.length + keys.length;
    const errors = explainErrors(found, explainer, depth + 1);
    const isOfOtherType = errors.some((one) => one.path === path && one.keyword === "type");
    const known = isObject(branch) ? propertiesOf(explainer.viewOf(branch)) : {};
    const knownKeys = keys.filter((key) => Object.hasOwn(known, key)).length;
    branches.push({ errors, distance: measureDistance(errors, path), isOfOtherType, knownKeys });
  }
  const sameType = branches.filter(({ isOfOtherType }) => !isOfOtherType);
  if (sameType.length === 0) return [{ ...whole, keyword: "type" }];
  if (typeof value !== "object" || value === null)
    return [explainScalar(whole, branches, sameType)];
  const named = branches[findNamed(parent, all, value)];
  if (named !== undefined) return [...named.errors];
  const [nearest, ...others] = selectNearest(sameType) as [Branch, ...Branch[]];
  if (others.length > 0) return selectCommon(nearest, others, whole);
  // The name of a branch that is missing follows from the other keys if no other branch lists all
  // of them.
  const size = Object.keys(value).length;
  const isOnly =
    nearest.knownKeys === size && branches.every((one) => one === nearest || one.knownKeys < size);
  const namesAt = sameType.map(({ errors }) => enumErrorsByPath(errors));
  return nearest.errors.map((one) => ({
    ...withAllNames(one, namesAt),
    ...(one.path === path && !isOnly && { isAmbiguous: true }),
  }));
}

function enumErrorsByPath(errors: readonly SchemaError[]): Map<string, SchemaError> {
  return new Map(
    errors.filter(({ keyword }) => keyword === "enum").map((error) => [error.path, error]),
  );
}

/**
 * The error of a name that no branch has, with those of all branches: the nearest one is not the
 * only one.
 */
function withAllNames(
  error: SchemaError,
  branches: readonly ReadonlyMap<string, SchemaError>[],
): SchemaError {
  if (error.keyword !== "enum") return error;
  const lists = branches.map((errorAt) => errorAt.get(error.path));
  if (lists.includes(undefined)) return error;
  const names = new Set(lists.flatMap((one) => one?.schema.enum as Json[]));
  return { ...error, schema: { ...error.schema, enum: [...names] } };
}

/** The index of the branch that the discriminator of OpenAPI names; -1 if none. */
function findNamed(
  { discriminator }: JsonObject,
  branches: readonly Json[],
  value: object,
): number {
  if (!isObject(discriminator) || !isObject(discriminator.mapping)) return -1;
  const ref = childOf(
    discriminator.mapping,
    String(childOf(value, String(discriminator.propertyName))),
  );
  return branches.findIndex(
    (branch) => ref !== undefined && isObject(branch) && branch.$ref === ref,
  );
}

/**
 * The error of a string, number or boolean that fits no branch. Each branch may show what was
 * meant.
 */
function explainScalar(
  whole: SchemaError,
  branches: readonly Branch[],
  sameType: readonly Branch[],
): SchemaError {
  const single = branches.flatMap(({ errors: [first, ...more] }) =>
    first && more.length === 0 ? [first] : [],
  );
  const others = single.filter(({ keyword, path }) => path === whole.path && keyword !== "schema");
  const lists = sameType.map(({ errors: [first] }) =>
    first?.keyword === "enum" ? (first.schema.enum as Json[]) : [],
  );
  if (lists.every(({ length }) => length > 0)) {
    const allowed = [...new Set(lists.flat())];
    const ofType = others.filter(({ keyword }) => keyword === "type");
    const otherTypes = [
      ...new Set(ofType.flatMap(({ schema }) => schema.type as string | string[])),
    ];
    return {
      ...whole,
      keyword: "enum",
      schema: { ...whole.schema, enum: allowed },
      otherTypes,
      others: ofType,
    };
  }
  const [only, ...more] = sameType;
  const [error, ...further] = only?.errors ?? [];
  if (more.length === 0 && error !== undefined && further.length === 0)
    return { ...error, others: others.filter((other) => other !== error) };
  return { ...whole, others };
}

/**
 * The branches that are nearest to an object or array. Of those with equal errors, the ones that
 * list most of its keys.
 */
function selectNearest(branches: readonly Branch[]): Branch[] {
  const least = Math.min(...branches.map(({ distance }) => distance));
  const near = branches.filter(({ distance }) => distance === least);
  const most = Math.max(...near.map(({ knownKeys }) => knownKeys));
  return near.filter(({ knownKeys }) => knownKeys === most);
}

/** The errors of one branch, if others have the same; otherwise, the author has to choose. */
function selectCommon(
  { errors }: Branch,
  others: readonly Branch[],
  whole: SchemaError,
): SchemaError[] {
  const identities = others.map((other) => new Set(other.errors.map(identify)));
  const isCommon = (identity: string) => identities.every((known) => known.has(identity));
  return errors.map(identify).every(isCommon) ? [...errors] : [whole];
}

/**
 * An error that a slip explains: a misspelled key or name of a branch, or a name of a branch that
 * is missing.
 */
const SLIP = 1;
/** Any other error. */
const MISTAKE = 2;
/** The name of another branch, which no number of errors there makes up for. */
const OTHER_BRANCH = 1e6;
/** A property with more values is not the name of a branch. */
const MAX_BRANCH_NAMES = 3;

/** How far a value is from a branch. */
function measureDistance(errors: readonly SchemaError[], path: string): number {
  let distance = 0;
  for (const error of errors) distance += weigh(error, path);
  return distance;
}

function weigh(
  { keyword, path: errorPath, value, schema, name }: SchemaError,
  path: string,
): number {
  const isDirect =
    errorPath.length > path.length && !errorPath.slice(path.length + 1).includes("/");
  if (keyword === "enum" && isDirect && (schema.enum as Json[]).length <= MAX_BRANCH_NAMES) {
    const texts = (schema.enum as Json[]).filter((allowed) => typeof allowed === "string");
    return typeof value === "string" && closestOption(value, texts) !== undefined
      ? SLIP
      : OTHER_BRANCH;
  }
  if (errorPath === path && keyword === "additionalProperties") {
    const object = value as JsonObject;
    const absent = Object.keys(propertiesOf(schema)).filter(
      (known) => !Object.hasOwn(object, known),
    );
    return closestOption(name ?? "", absent) === undefined ? MISTAKE : SLIP;
  }
  const isBranchName = keyword === "required" && hasSingleValue(propertiesOf(schema)[name ?? ""]);
  return errorPath === path && isBranchName ? SLIP : MISTAKE;
}

/** Whether a schema allows one value only, such as the name of a branch. */
function hasSingleValue(schema: JsonObject | undefined): boolean {
  return Array.isArray(schema?.enum) && schema.enum.length === 1;
}

/**
 * Leaves out the properties that only seem unknown because the part of a schema that lists them
 * does not fit for another reason. Where all parts fit, a branch that is not meant lists them: then
 * they are not among the known ones.
 */
function leaveOutEvaluated(errors: readonly SchemaError[]): readonly SchemaError[] {
  const isListed = ({ name = "", schema }: SchemaError) =>
    Object.hasOwn(propertiesOf(schema), name);
  const isUnknown = ({ keyword }: SchemaError) => keyword === "additionalProperties";
  const listed = groupBy(errors.filter(isUnknown).filter(isListed), ({ path }) => path);
  if (listed.size === 0) return errors;
  const reasons = errors.filter((error) => !isUnknown(error));
  return errors.flatMap((error) => {
    const strangers = isUnknown(error) ? listed.get(error.path) : undefined;
    if (strangers === undefined) return [error];
    if (reasons.some(({ path }) => isWithin(path, error.path)))
      return isListed(error) ? [] : [error];
    const names = new Set(strangers.map(({ name }) => name));
    const properties = Object.entries(propertiesOf(error.schema)).filter(
      ([name]) => !names.has(name),
    );
    return [{ ...error, schema: { ...error.schema, properties: Object.fromEntries(properties) } }];
  });
}

function identify({ keyword, path, name = "", words = "" }: SchemaError): string {
  return JSON.stringify([keyword, path, name, words]);
}

function leaveOutRepeated(errors: readonly SchemaError[]): SchemaError[] {
  return [...new Map(errors.map((error) => [identify(error), error])).values()];
}
