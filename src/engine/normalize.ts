import type { Evaluation } from "./check.js";
import { isObject, type Json, type JsonObject, withSortedKeys } from "./json.js";
import { Memo } from "./memo.js";
import { format, parent, parse } from "./pointer.js";
import { compileUpdate } from "./select.js";
import { reporting, type SpecFault } from "./spec-fault.js";
import { compileValues, type Values } from "./values.js";
import { compileWalk } from "./walk.js";

/** One step of `normalize` in spec.json, after the meta-schema has passed it. */
export interface NormalizeStep {
  step: TextStep | "default" | "sort" | "order-keys";
  at: string | string[];
  by?: Json;
  value?: Json;
}

const TEXT = {
  // Asking first costs a fraction of changing. Latin-1 text is in NFC as it is.
  nfc: (text: string) => (/[^\0-\xff]/.test(text) ? text.normalize("NFC") : text),
  trim: (text: string) => text.trim(),
  "single-space": (text: string) => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, " ") : text),
};

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

export function compileNormalizer(
  steps: readonly NormalizeStep[],
  data: JsonObject,
  report: (fault: SpecFault) => void = (fault) => {
    throw fault;
  },
): Normalizer {
  const changes = new Map<string, TextStep[]>();
  const defaults: Apply[] = [];
  const orders: Apply[] = [];
  for (const [index, step] of steps.entries()) {
    for (const at of [step.at].flat()) {
      if (isTextStep(step.step)) changes.set(at, [...(changes.get(at) ?? []), step.step]);
      else if (step.step === "default") defaults.push(withDefault(at, step.value as Json));
      else {
        const by = reporting(report, () => compileValues(step.by, data, `/normalize/${index}/by`));
        if (by !== undefined) orders.push(ordered(at, step.step === "sort" ? sorted : withKeysInOrder, by));
      }
    }
  }
  const texts = [...changes].map(([at, all]) => eachText(at, all));
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
function compileIsNormal(changes: ReadonlyMap<string, readonly TextStep[]>) {
  const stops = [...changes].map(([at, steps]) => ({
    at,
    visit: (value: string) => {
      const normal = steps.reduce((text, step) => `TEXT[${JSON.stringify(step)}](${text})`, value);
      return `if (typeof ${value} === "string" && ${normal} !== ${value}) return false;`;
    },
  }));
  return compileWalk<(candidate: unknown, texts: typeof TEXT) => boolean>(stops, ["TEXT"]);
}

function eachNode(at: string, change: (value: unknown) => unknown): Apply {
  const update = compileUpdate(at);
  return (candidate) => update(candidate, change);
}

function eachText(at: string, steps: readonly TextStep[]): (candidate: unknown, memo: Memo) => unknown {
  const change = (value: unknown) =>
    typeof value === "string" ? steps.reduce((text, step) => TEXT[step](text), value) : value;
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
