import type { JsonPosition } from "../../src/json/position.js";
import { isObject, type JsonObject } from "../../src/json/value.js";
import { AppError, build, type Catalog } from "../../src/library.js";
import { byteLength } from "../../src/text/byte-length.js";
import { JsonRanges } from "../json/json-ranges.js";
import { toEnvelope } from "./envelope.js";
import { codesAboutKeys, placeOf } from "./place-of.js";
import type { CheckRequest, Verdict } from "./protocol.js";

export interface CheckSettings {
  readonly baseUrl: string;
  readonly bodyLimit: number;
}

/** With indentation, a candidate can be larger than the request that it is sent in. */
const MAX_TEXT = 1_000_000;

/** What the service would say about a candidate, but for what only its registry knows. */
export async function checkText(request: CheckRequest, specs: Catalog, settings: CheckSettings): Promise<Verdict> {
  const { text, domainId, version, targetProduct, targetUrl } = request;
  if (text.trim() === "") return { kind: "empty" };
  if (text.length > MAX_TEXT) return { kind: "too-large", bytes: byteLength(text) };
  const read = JsonRanges.read(text);
  if ("error" in read)
    return unreadable(text, read.error.detail.replace(/^Line \d+, column \d+: /, ""), read.error.position);
  const candidate: unknown = JSON.parse(text);
  if (!isObject(candidate)) return unreadable(text, "A candidate is an object, in braces.", undefined);
  const bytes = byteLength(JSON.stringify(toEnvelope(request, candidate as JsonObject)));
  if (bytes > settings.bodyLimit) return { kind: "too-large", bytes };
  try {
    const envelope = { targetProduct, domainId, specVersion: version, candidate };
    const result = await build(specs, envelope, { baseUrl: settings.baseUrl, targetUrl });
    const spec = specs.get(domainId)?.versions.find((one) => one.version === version);
    const keyCodes = codesAboutKeys(Object.entries(spec?.source.rules ?? {}));
    const places = result.diagnostics.map((one) => placeOf(one, read.ranges, keyCodes));
    return { kind: "checked", candidate: candidate as JsonObject, result, places };
  } catch (error) {
    if (error instanceof AppError) return { kind: "too-large", bytes };
    throw error;
  }
}

function unreadable(text: string, message: string, position: JsonPosition | undefined): Verdict {
  const from = Math.min(position?.offset ?? 0, text.length);
  const to = Math.min(from + 1, text.length);
  return { kind: "unreadable", message, place: { from: Math.min(from, to), to, line: position?.line ?? 1 } };
}
