import { joinPointer } from "../../ground/json/pointer.js";
import { isEmpty, isObject, type Json } from "../../ground/json/value.js";
import { makeNameIndex, type NameIndex } from "../../ground/text/match-names.js";
import { excerpt, isQuotable, namesThatFit } from "../../ground/text/quote.js";
import { RESPELLINGS } from "../../ground/text/respell.js";
import { placeholderOf } from "../../schema/schemas-in.js";
import type { Predicate } from "../condition.js";
import type { Declaration, Field } from "../declared/declaration.js";
import type { FieldType } from "../declared/field-types.js";
import { findColumn, interpretInColumn } from "../fixers/columns.js";
import { makeRedundancyTest, matchKeys } from "../fixers/keys.js";
import {
  explainExtraKeys,
  findFittingLeftover,
  type KeyComparison,
  makeKeyComparer,
  type RecordKey,
} from "../fixers/records.js";
import type { CheckSubject } from "../memo.js";
import { explainMismatch } from "../problems/in-words.js";
import { SpecError } from "../spec-error.js";
import type { CheckEnvironment, CheckMaker, Finding, NodeCheckDefinition } from "./check.js";
import { compileKeyPattern, isKeyPattern, schemaOfKeys } from "./key-pattern.js";
import { compileList, makeCheckFrom, valuesOfList } from "./parameters.js";

export const hasKeys: NodeCheckDefinition = {
  name: "has-keys",
  summary:
    "The object has all these properties. With `declared`, a missing property that a misspelled key stands for is left to `only-keys`; `{placeholder}` is the placeholder of the declared type.",
  value: { $ref: "#/$defs/list" },
  kind: "names",
  types: ["object"],
  placeholders: (value) => (isDeclared(value) ? ["key", "placeholder", "spare"] : ["key"]),
  unfilled: ["actual"],
  asSchema({ value }, data) {
    const names = valuesOfList(value, data)?.filter((name) => typeof name === "string");
    return names && { required: names };
  },
  compile({ value }, environment) {
    const known = compileList(value, environment, "/has-keys");
    const declaration = readDeclaration(value, environment);
    if (declaration !== undefined) return checkRecords(missingKeys, declaration);
    return makeCheckFrom(known, ({ values }) => (actual: unknown, context) => {
      if (!isObject(actual)) return;
      for (const key of values) {
        if (typeof key === "string" && !Object.hasOwn(actual, key))
          context.report({ key, actual: undefined, expected: key });
      }
    });
  },
};

/** Finds declared keys that are missing and that no other key is meant as. */
function missingKeys(declaration: Declaration, subject: CheckSubject): Mismatch {
  const declared = declaration.read(subject);
  const { byName } = declared;
  return {
    // The keys in a wrapper are left to `only-keys` as well.
    keysIn: (_, { missing, found, inside }) =>
      inside === undefined
        ? missing.filter((key) => !byName.get(key)?.isOptional && !found.has(key))
        : [],
    findingAt({ key, record, compared }, path) {
      // Without a placeholder there is no fix. A long name would be repeated in the fix of every
      // record, and a key that is probably meant as this one is renamed by a fix of `only-keys`.
      const isFilled = isQuotable(key) && findFittingLeftover(compared, record, declared) !== key;
      const isNothing = () =>
        compared.extra.length === 0 && isEmpty(record) && declaration.records(subject).count > 1;
      const fills = {
        placeholder: () => (isFilled ? placeholderOf(byName.get(key)?.type?.schema) : undefined),
        spare: () => (isNothing() ? path : undefined),
      };
      return { path, actual: undefined, expected: excerpt(key) as string, fills };
    },
  };
}

export const onlyKeys: NodeCheckDefinition = {
  name: "only-keys",
  summary:
    "The object has no other properties than these. `{nearest}` is the missing property that was probably meant, and `{hint}` asks for it in a message. With `declared`, nothing is reported while a declaration has no usable name, and `{nearest}` may also be a name whose value is empty, or one that another key matches better. `{declaration}` points at the declaration of that name, if at least two records have `{key}`, and more than have the name. With `pattern` instead of a list, each property matches the pattern and has at most 1,000 characters; `suggest` names a respelling, and `{suggestion}` is the property respelt so, if that matches.",
  value: { $ref: "#/$defs/keys" },
  kind: "names",
  options: { suggest: { enum: Object.keys(RESPELLINGS) } },
  types: ["object"],
  asSchema: ({ value }) => (isKeyPattern(value) ? schemaOfKeys(value) : undefined),
  placeholders(value, { suggest }) {
    if (isKeyPattern(value)) return suggest === undefined ? ["key"] : ["key", "suggestion"];
    const ofLists = ["key", "nearest", "hint", "spare"];
    return isDeclared(value) ? [...ofLists, "wrapped", "declaration", "fitting"] : ofLists;
  },
  compile({ value, options }, environment) {
    if (isKeyPattern(value)) return compileKeyPattern(value, options, environment);
    if (options.suggest !== undefined)
      throw new SpecError('only a pattern of keys has "suggest"; remove it', "/suggest");
    const known = compileList(value, environment, "/only-keys");
    const declaration = readDeclaration(value, environment);
    if (declaration !== undefined) return checkRecords(undeclaredKeys, declaration);
    return makeCheckFrom(known, ({ values, has }) => {
      const names = values.filter((name) => typeof name === "string");
      let index: NameIndex | undefined;
      return (actual: unknown, context) => {
        if (!isObject(actual)) return;
        const extra = Object.keys(actual).filter((key) => !has(key));
        if (extra.length === 0) return;
        index ??= makeNameIndex(names);
        const isMissing = (name: string) => !Object.hasOwn(actual, name);
        const { comparisons } = context.subject;
        const matches = matchKeys(actual, extra, isMissing, index, comparisons);
        const isRedundant = makeRedundancyTest(actual, has);
        const expected = namesThatFit(names);
        for (const key of extra) {
          const meant = matches.get(key);
          const path = joinPointer(context.path(), key);
          const spare = () =>
            meant === undefined && isRedundant(key, actual[key]) ? path : undefined;
          const fills = { nearest: meant, spare, hint: writeHint(meant?.value) };
          context.report({ path, key, actual: actual[key], expected, fills });
        }
      };
    });
  },
};

/** Finds keys that are not declared. */
function undeclaredKeys(declaration: Declaration, subject: CheckSubject): Mismatch {
  const extraKeys = explainExtraKeys(declaration, subject);
  let expected: Json | undefined;
  return {
    keysIn: (_, { extra }) => extra,
    findingAt(key, path) {
      expected ??= namesThatFit([...declaration.read(subject).byName.keys()]);
      const fills = {
        hint: () => writeHint(extraKeys.nearest(key)?.value),
        nearest: () => extraKeys.nearest(key),
        declaration: () => extraKeys.declarationOf(key),
        fitting: () => extraKeys.commonType(key),
        spare: () => (extraKeys.isRedundant(key) ? joinPointer(path, key.key) : undefined),
        wrapped: () => extraKeys.rearranged(key),
      };
      return { expected, fills };
    },
  };
}

function writeHint(nearest: string | undefined): string {
  return nearest === undefined ? "" : `; did you mean ${nearest}?`;
}

export const declaredType: NodeCheckDefinition = {
  name: "declared-type",
  summary:
    "The value has the type that the candidate declares for it; the place ends in `{declaration}`. `{form}` says how values of that type look, and `{converted}` is what the value means in that type. If most records do not have the declared type, and another type fits all of them, `{declaration}` points at the declaration.",
  value: { const: true },
  types: ["any"],
  placeholders: () => ["key", "type", "form", "converted", "declaration", "fitting"],
  compile() {
    throw new SpecError(
      'the place must end in a declaration, such as "/records/*/{fields}"',
      "/at",
    );
  },
  compileDeclared(declaration, where) {
    if (declaration.source.types === undefined)
      throw new SpecError(
        `the declaration "${declaration.name}" has no types; add "type" and "types" to it`,
        "/at",
      );
    return checkRecords(wrongTypes, declaration, where);
  },
};

/** Finds values that are not of the declared type. */
function wrongTypes(
  declaration: Declaration,
  subject: CheckSubject,
  where: Predicate | undefined,
): Mismatch {
  const { byName } = declaration.read(subject);
  return {
    keysIn: (record) =>
      Object.keys(record).filter((key) => {
        const { type, item } = byName.get(key) ?? {};
        return type?.accepts(record[key]) === false && where?.(subject, { item }) !== false;
      }),
    findingAt({ key, record }) {
      const field = byName.get(key) as Field;
      const type = field.type as FieldType;
      const column = () => findColumn(key, type, declaration, subject);
      const commonType = () => column().commonType;
      const fills = {
        type: type.name,
        form: () => explainMismatch(record[key], type, key),
        converted: () => interpretInColumn(record, column()),
        declaration: () => (commonType() === undefined ? undefined : declaration.path(field)),
        fitting: commonType,
      };
      return { expected: type.name, fills };
    },
  };
}

/** One of the three ways in which a record can differ from the declaration. */
interface Mismatch {
  /** The keys of a record that differ in this way. */
  keysIn(record: Record<string, unknown>, compared: KeyComparison): readonly string[];
  /**
   * The finding about such a key of the record at `path`. By default, its path and value are those
   * under the key.
   */
  findingAt(key: RecordKey, path: string): Partial<Finding>;
}

type MismatchMaker = (
  declaration: Declaration,
  subject: CheckSubject,
  where: Predicate | undefined,
) => Mismatch;

/**
 * Makes a check of whole records. Most records match their declaration, which is found out once for
 * all three checks.
 */
function checkRecords(
  make: MismatchMaker,
  declaration: Declaration,
  where?: Predicate,
): CheckMaker {
  return (subject) => {
    const declared = declaration.read(subject);
    const compareKeys = makeKeyComparer(declared, subject);
    // Made for the first record that differs: most candidates have none.
    let mismatch: Mismatch | undefined;
    return (value, context) => {
      const compared = isObject(value) ? compareKeys(value) : undefined;
      if (compared === undefined) return;
      const record = value as Record<string, unknown>;
      mismatch ??= make(declaration, subject, where);
      const keys = mismatch.keysIn(record, compared);
      if (keys.length === 0) return;
      const path = context.path();
      const isRedundant = makeRedundancyTest(record, (name) => declared.byName.has(name));
      for (const [index, key] of keys.entries()) {
        if (context.isFull) return context.countFurther(keys.length - index);
        const finding = mismatch.findingAt({ key, record, compared, isRedundant }, path);
        context.report({ path: joinPointer(path, key), key, actual: record[key], ...finding });
      }
    };
  };
}

function isDeclared(list: Json): boolean {
  return isObject(list) && "declared" in list;
}

/** The declaration that `{ "declared": … }` names. */
function readDeclaration(value: Json, { declarations }: CheckEnvironment): Declaration | undefined {
  return isObject(value) ? declarations.get(String(value.declared)) : undefined;
}
