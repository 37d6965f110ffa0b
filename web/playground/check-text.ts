import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { JsonRanges } from "../../src/ground/json/json-ranges.js";
import { byteLength } from "../../src/ground/json/size.js";
import { isObject, type Json } from "../../src/ground/json/value.js";
import { AppError, build, type Catalog } from "../../src/library.js";
import { findPlace, findToken, type Place } from "../../src/pages/places.js";
import { acceptsAnyRoot } from "../../src/proposals/resolve.js";
import type { BuildResult } from "../../src/proposals/results.js";
import { listCodesAboutKeys } from "../../src/specs/built-in-codes.js";
import { MAX_TEXT_LENGTH } from "../workbench/limits.js";
import { type CheckTarget, toEnvelope } from "./service-client.js";
import { unwrap, type Wrapped } from "./unwrap.js";

/**
 * A candidate as typed, by which version to check it, and the facts about the service that a check
 * needs.
 */
export interface CheckRequest extends CheckTarget {
  readonly text: string;
  readonly baseUrl: string;
  readonly bodyLimit: number;
  readonly targetUrl: string;
}

export type Verdict =
  | { readonly kind: "empty" }
  | { readonly kind: "too-large"; readonly bytes: number }
  | Wrapped
  /** Not JSON, JSON that the service does not accept, or not an object. */
  | {
      readonly kind: "unreadable";
      readonly title: string;
      readonly message: string;
      readonly place: Place;
      /** The text without comments and trailing commas, if that can be read. */
      readonly readable?: string;
    }
  | {
      readonly kind: "checked";
      readonly candidate: Json;
      readonly result: BuildResult;
      /** One for each diagnostic. */
      readonly places: readonly Place[];
      readonly keyCodes: ReadonlySet<string>;
    };

// A comment that is never closed ends with the text. Otherwise every "/*" after it would be
// searched to the end, too.
const COMMENTS = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g;
const COMMAS = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g;

/** Checks a candidate as the service would, except for rules that need its registry. */
export async function checkText(request: CheckRequest, specs: Catalog): Promise<Verdict> {
  const { text, domainId, version, targetProduct, targetUrl, baseUrl, bodyLimit } = request;
  if (text.trim() === "") return { kind: "empty" };
  if (text.length > MAX_TEXT_LENGTH) return { kind: "too-large", bytes: byteLength(text) };
  const wrapped = unwrap(text);
  if (wrapped !== undefined) return wrapped;
  const read = JsonRanges.read(text);
  if ("error" in read) {
    const { code, problem, position } = read.error;
    const title = code === "malformed-json" ? "Not valid JSON" : "JSON that is not accepted";
    const place = findToken(text, position?.offset);
    const readable = removeExtras(text);
    const isReadable = readable !== text && "ranges" in JsonRanges.read(readable);
    return { kind: "unreadable", title, message: problem, place, ...(isReadable && { readable }) };
  }
  const candidate: Json = JSON.parse(text);
  if (!isObject(candidate) && !acceptsAnyRoot(domainId, specs)) {
    const place = findToken(text, read.ranges.value("")?.from);
    return {
      kind: "unreadable",
      title: "Not an object",
      message: "A candidate is an object, in braces.",
      place,
    };
  }
  const bytes = byteLength(JSON.stringify({ ...toEnvelope(request, {}), candidate }));
  if (bytes > bodyLimit) return { kind: "too-large", bytes };
  try {
    const envelope = { targetProduct, domainId, specVersion: version, candidate };
    const result = await build(specs, envelope, { baseUrl, targetUrl });
    const spec = specs
      .get(domainId)
      ?.versions.find((one) => one.version === version) as CompiledSpec;
    const keyCodes = listCodesAboutKeys(spec);
    const places = result.diagnostics.map((one) => findPlace(one, read.ranges, keyCodes));
    return { kind: "checked", candidate, result, places, keyCodes };
  } catch (error) {
    if (error instanceof AppError && error.code === "body-too-large")
      return { kind: "too-large", bytes };
    throw error;
  }
}

/** Removes comments and trailing commas, which JSON does not have, and leaves the rest as it is. */
function removeExtras(text: string): string {
  const unlessString = (part: string) => (part.startsWith('"') ? part : "");
  return text.replace(COMMENTS, unlessString).replace(COMMAS, unlessString);
}
