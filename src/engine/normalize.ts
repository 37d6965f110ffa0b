import { compileVisitor } from "../json/compile-visitor.js";
import { format, parent, parse } from "../json/pointer.js";
import { compileUpdate } from "../json/selector.js";
import { isObject, type Json, type JsonObject, withSortedKeys } from "../json/value.js";
import { codePoints } from "../json-schema/lengths.js";
import { hasLongMarkRun } from "../text/marks.js";
import type { Evaluation } from "./checks/check.js";
import { Memo } from "./memo.js";
import { reporting, type SpecFault } from "./spec-fault.js";
import { compileValues, type Values } from "./values.js";

/** One step of `normalize` in spec.json, after the meta-schema has passed it. */
export interface NormalizeStep {
  step: TextStep | "default" | "sort" | "order-keys";
  at: string | string[];
  by?: Json;
  value?: Json;
}

/** In the order in which they are taken: what makes a string shorter comes first, and is linear. */
const TEXT = {
  trim: (text: string) => text.trim(),
  "single-space": (text: string) => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, " ") : text),
  // Asking first costs a fraction of changing. Latin-1 text is in NFC as it is.
  nfc: (text: string, longest: number) =>
    /[^\0-\xff]/.test(text) && isBounded(text, longest) ? text.normalize("NFC") : text,
};

/**
 * A string that is too long or has too many marks in a row is an error anyway, and stays as it is. No character composes more
 * than four, so that what is longer than four times the limit stays too long.
 */
function isBounded(text: string, longest: number): boolean {
  return !(text.length > 4 * longest && codePoints(text) > 4 * longest) && !hasLongMarkRun(text);
}

type TextStep = keyof typeof TEXT;

function isTextStep(step: string): step is TextStep {
  return Object.hasOwn(TEXT, step);
}

export interface Normalizer {
  /** Text as the package will hold it. Limits are judged on this form, so that what was valid stays valid when packaged. */
  text(candidate: unknown, memo: Memo): unknown;
  /** The whole normalization of a valid candidate. */
  whole(candidate: Json): Json;
}

type Apply = (candidate: unknown) => unknown;

/** What is done with the strings at one place. */
interface TextChange {
  readonly steps: Set<TextStep>;
  /** In characters; what is longer is an error. */
  readonly longest: number;
}

function inOrder({ steps }: TextChange): TextStep[] {
  return Object.keys(TEXT).filter((step) => steps.has(step as TextStep)) as TextStep[];
}

/** The `maxLength` that the schema has for the strings at a place. */
function maxLengthAt(schema: JsonObject, at: string): number {
  let here: unknown = schema;
  for (const token of parse(at)) {
    if (!isObject(here)) break;
    here = token === "*" ? here.items : isObject(here.properties) ? here.properties[token] : undefined;
  }
  return isObject(here) && typeof here.maxLength === "number" ? here.maxLength : Number.POSITIVE_INFINITY;
}

export function compileNormalizer(
  steps: readonly NormalizeStep[],
  data: JsonObject,
  schema: JsonObject = {},
  report: (fault: SpecFault) => void = (fault) => {
    throw fault;
  },
): Normalizer {
  const changes = new Map<string, TextChange>();
  const defaults: Apply[] = [];
  const orders: Apply[] = [];
  for (const [index, step] of steps.entries()) {
    for (const at of [step.at].flat()) {
      if (isTextStep(step.step)) {
        const change = changes.get(at) ?? { steps: new Set(), longest: maxLengthAt(schema, at) };
        change.steps.add(step.step);
        changes.set(at, change);
      } else if (step.step === "default") defaults.push(withDefault(at, step.value as Json));
      else {
        const by = reporting(report, () => compileValues(step.by, data, `/normalize/${index}/by`));
        if (by !== undefined) orders.push(ordered(at, step.step === "sort" ? sorted : withKeysInOrder, by));
      }
    }
  }
  const texts = [...changes].map(([at, change]) => eachText(at, change));
  const isNormal = compileIsNormal(changes);
  const text = (candidate: unknown, memo: Memo) =>
    isNormal(candidate, TEXT) ? candidate : texts.reduce((value, apply) => apply(value, memo), candidate);
  return {
    text,
    // Defaults before text, or one that is not normal would be changed only when the package is built again. Where no step
    // orders the members of an object their names do: the package must not show how the author ordered them.
    whole: (candidate) => {
      const filled = inTurn(defaults, candidate);
      return inTurn(orders, withSortedKeys(text(filled, new Memo()) as Json)) as Json;
    },
  };
}

function inTurn(steps: readonly Apply[], candidate: unknown): unknown {
  return steps.reduce((value, apply) => apply(value), candidate);
}

/** Most texts are as they should be; to find that out takes a fraction of changing them. */
function compileIsNormal(changes: ReadonlyMap<string, TextChange>) {
  const stops = [...changes].map(([at, change]) => ({
    at,
    visit: (value: string) => {
      const normal = inOrder(change).reduce(
        (text, step) => `TEXT[${JSON.stringify(step)}](${text}, ${change.longest})`,
        value,
      );
      return `if (typeof ${value} === "string" && ${normal} !== ${value}) return false;`;
    },
  }));
  return compileVisitor<(candidate: unknown, texts: typeof TEXT) => boolean>(stops, ["TEXT"]);
}

function eachNode(at: string, change: (value: unknown) => unknown): Apply {
  const update = compileUpdate(at);
  return (candidate) => update(candidate, change);
}

function eachText(at: string, textChange: TextChange): (candidate: unknown, memo: Memo) => unknown {
  const steps = inOrder(textChange);
  const change = (value: unknown) =>
    typeof value === "string" ? steps.reduce((text, step) => TEXT[step](text, textChange.longest), value) : value;
  const tokens = parse(at);
  const star = tokens.indexOf("*");
  if (star === -1) return eachNode(at, change);
  const update = compileUpdate(format(tokens.slice(0, star)));
  const updateItems = compileUpdate(format(tokens.slice(star)));
  // The same list always becomes the very same list, or nothing that is judged by it would ever be settled.
  return (candidate, memo) =>
    update(candidate, (list) => {
      const known = memo.known(at, list);
      if (known !== undefined) return known;
      const changed = updateItems(list, change);
      return changed === list ? list : memo.keep(at, list, changed);
    });
}

function withDefault(at: string, value: Json): Apply {
  const name = parse(at).at(-1) as string;
  return eachNode(parent(at), (object) =>
    isObject(object) && !Object.hasOwn(object, name) ? { ...object, [name]: value } : object,
  );
}

function ordered(
  at: string,
  order: (value: unknown, by: Values) => unknown,
  by: ReturnType<typeof compileValues>,
): Apply {
  const update = compileUpdate(at);
  return (candidate) => {
    const values = typeof by === "function" ? by({ candidate } as Evaluation) : by;
    return update(candidate, (value) => order(value, values));
  };
}

function sorted(value: unknown, by: Values): unknown {
  return Array.isArray(value) ? value.toSorted((a, b) => by.list.indexOf(a) - by.list.indexOf(b)) : value;
}

function withKeysInOrder(value: unknown, by: Values): unknown {
  if (!isObject(value)) return value;
  const known = by.list.filter((key) => Object.hasOwn(value, key));
  const others = Object.keys(value).filter((key) => !by.has(key));
  return Object.fromEntries([...known, ...others].map((key) => [key, value[key]]));
}
