import { jsonString } from "../engine/fixers/readings/json-string.js";
import { expectedBy } from "../engine/problems/in-words.js";
import type { Operation } from "../json/patch.js";
import { applyPatch } from "../json/patch.js";
import { join } from "../json/pointer.js";
import { isObject, type Json, type JsonObject, kindOf } from "../json/value.js";
import { fold } from "../text/did-you-mean.js";
import { isShort, quote } from "../text/quote.js";
import type { EnvelopeStep } from "./app-error.js";
import { REQUEST_SCHEMA } from "./request.js";

/** Strings and arrays around each other. */
const DEEPEST = 4;

/**
 * Finds the object in the place of which the body or its candidate has JSON in a string, an array of one, or both. A
 * body may also have all of the request as JSON in a property of its own.
 */
export function openCandidate(body: unknown): EnvelopeStep | undefined {
  if (!isObject(body)) return open(body, "", body);
  const { candidate } = body;
  const [[name, value] = ["", undefined], ...others] = Object.entries(body);
  if (others.length === 0 && typeof value === "string" && !isKnown(name)) {
    const held = objectIn(value);
    return held?.sure && Object.keys(held.value).some(isKnown)
      ? replace(held, value, "", body, join("", name))
      : undefined;
  }
  return candidate === undefined || isObject(candidate) ? undefined : open(candidate, "/candidate", body);
}

const NAMES = new Set(Object.keys(REQUEST_SCHEMA.properties).map(fold));

function isKnown(name: string): boolean {
  return NAMES.has(fold(name));
}

function open(value: unknown, path: string, body: unknown): EnvelopeStep | undefined {
  const held = objectIn(value);
  // What is only probably meant by the whole body says nothing about its parts.
  return held === undefined || (path === "" && !held.sure) ? undefined : replace(held, value, path, body);
}

function replace(held: Held, value: unknown, path: string, body: unknown, pointer = path): EnvelopeStep {
  const patch: Operation[] = [
    held.from === undefined || held.from === ""
      ? { op: "replace", path, value: held.value }
      : { op: "move", from: path + held.from, path },
  ];
  const title = isShort(held.value) ? `Replace with ${quote(held.value)}` : "Replace with the object that it holds";
  const applicability = held.sure ? "machine-applicable" : "maybe-incorrect";
  const expected = path === "" ? expectedBy(REQUEST_SCHEMA) : "object";
  const detail = `${quote(value)} is of type ${kindOf(value)}; expected ${expected}`;
  return {
    body: applyPatch(body as Json, patch),
    patch: held.sure ? patch : [],
    errors: [{ pointer, detail, fixes: [{ title, applicability, patch }] }],
    isOpen: !held.sure,
  };
}

interface Held {
  readonly value: JsonObject;
  /** False where words around it would be lost. */
  readonly sure: boolean;
  /** Its pointer from the value; undefined where it is in a string. */
  readonly from: string | undefined;
}

function objectIn(value: unknown, from: string | undefined = "", sure = true, depth = 0): Held | undefined {
  if (isObject(value)) return { value: value as JsonObject, sure, from };
  if (depth === DEEPEST) return undefined;
  if (Array.isArray(value))
    return value.length === 1
      ? objectIn(value[0], from === undefined ? from : `${from}/0`, sure, depth + 1)
      : undefined;
  if (typeof value !== "string") return undefined;
  const [read] = jsonString.read(value, { type: ["object", "array"] });
  return read && objectIn(read.value, undefined, sure && read.sure, depth + 1);
}
