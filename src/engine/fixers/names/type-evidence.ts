import { toPointer, toTokens, valueAt } from "../../../ground/json/pointer.js";
import { selects } from "../../../ground/json/selector.js";
import { Meaning } from "../../../ground/text/meaning.js";
import type { Declaration } from "../../declared/declaration.js";
import type { Subject } from "../../memo.js";
import { findColumn, listTypeChoices } from "../column-reader.js";
import { LITERAL, writtenValue } from "../readers/written-value.js";

/** Tests of the types that a declaration knows, by their names. */
export interface TypeTests {
  /** Whether values of the type are strings. */
  isText(type: string | undefined): boolean;
  isContainer(type: string | undefined): boolean;
  /** Whether a declaration can say that a value may be null or absent. */
  readonly canSayAbsent: boolean;
}

export function makeTypeTests(declaration: Declaration): TypeTests {
  return {
    isText: (type = "") => declaration.typeNamed(type, undefined)?.schema.type === "string",
    isContainer: (type = "") => declaration.isTypeOf(type, [[]]) || declaration.isTypeOf(type, [{}]),
    canSayAbsent: (declaration.source.nullable ?? declaration.source.optional) !== undefined,
  };
}

export type Evidence = ReturnType<typeof gatherEvidence>;

/** What the records show about a declared type. */
export function gatherEvidence(item: unknown, declaration: Declaration, subject: Subject) {
  const declared = valueAt(item, declaration.source.name);
  const records = declaration.records(subject);
  const isKey = typeof declared === "string" && records.values(declared).length > 0;
  const name = typeof declared === "string" && !isKey ? (records.spellingOf(declared) ?? declared) : declared;
  const values = typeof name === "string" ? records.values(name) : [];
  return {
    /** The type that all values have. */
    commonType: () => (typeof name === "string" ? declaration.typeUnder(name, subject) : undefined),
    /** The type that all values have, if they are enough to decide alone. */
    evident: () => evidentType(declaration, name, subject),
    /** The narrower of two types, such as `string (uuid)`, if the values show which of them is meant. */
    narrowerOf: ([first = "", second = ""]: readonly string[]) => {
      const having = (type: string) => values.filter((value) => declaration.isTypeOf(type, [value]));
      const [ofFirst, ofSecond] = [having(first), having(second)];
      const known = new Set(ofSecond);
      const shared = ofFirst.filter((value) => known.has(value));
      if (shared.length === 0) return ofSecond.length === 0 && ofFirst.length > 0 ? first : undefined;
      // If all values have both types, the more specific one is meant.
      if (ofFirst.length === ofSecond.length)
        return [first, second].find((type) => type === declaration.typeOf(shared));
      return shared.length === ofFirst.length ? first : shared.length === ofSecond.length ? second : undefined;
    },
    /** The types that the author has to choose from, because the records contradict a type. */
    choices: (type: string) => {
      const fieldType = declaration.typeNamed(type, item);
      if (fieldType === undefined || typeof name !== "string") return undefined;
      return listTypeChoices(type, findColumn(name, fieldType, declaration, subject));
    },
  };
}

/** Returns a function of a candidate and then of a place: the type that the records show for the declaration there. */
export function compileEvidentTypes(declarations: ReadonlyMap<string, Declaration>) {
  const typed = [...declarations.values()].flatMap((declaration) => {
    const { at, type, records } = declaration.source;
    return type === undefined || records === undefined ? [] : [{ declaration, tokens: toTokens(at + type) }];
  });
  return (subject: Subject) =>
    (path: string): Meaning | undefined => {
      const place = toTokens(path).slice(1);
      const match = typed.find(({ tokens }) => selects(tokens, place));
      if (match === undefined) return undefined;
      const { declaration } = match;
      const item = valueAt(subject.candidate, toPointer(place.slice(0, toTokens(declaration.source.at).length)));
      return evidentType(declaration, valueAt(item, declaration.source.name), subject);
    };
}

/**
 * The type of all values that the records have under a name, if there are several. It is not certain for whole
 * numbers, because any number may be meant.
 */
function evidentType(declaration: Declaration, name: unknown, subject: Subject): Meaning | undefined {
  if (typeof name !== "string") return undefined;
  const records = declaration.records(subject);
  const { memo } = subject;
  // What a text looks like is the same in all records, and after each trial of a fix.
  const typeOfText = (text: string) =>
    memo.derive(["type of text", declaration, text], () => declaration.typeOf([text]));
  return memo.derive(["evident type", records, name], () => {
    const values = records.values(name);
    if (values.length < 2) return undefined;
    const type = declaration.typeUnder(name, subject);
    // Every string has the type string. If one of them is a date, the others may be slips.
    const isVague = () => values.some((value) => typeof value === "string" && typeOfText(value) !== type);
    const isLiteral = (value: unknown) => typeof value === "string" && memo.ofString(value, isLiteralInWords);
    if (type === undefined || isVague() || values.every(isLiteral)) return undefined;
    return new Meaning(type, !values.every(Number.isInteger));
  });
}

/** Whether a string may be meant as a number, with or without a unit, or as a boolean. */
function isLiteralInWords(text: string): boolean {
  return [...writtenValue(text, LITERAL)].some(({ isCertain, spelling }) => isCertain || spelling.isUnit);
}
