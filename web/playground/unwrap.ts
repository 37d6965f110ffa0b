import { readJsonText } from "../../src/engine/fixers/containers.js";
import { formatJson } from "../../src/ground/json/format-json.js";
import { JsonRanges } from "../../src/ground/json/json-ranges.js";
import { isObject } from "../../src/ground/json/value.js";
import { readProposal } from "../../src/proposals/read-proposal.js";

/**
 * A candidate inside something else that was pasted: a request, a package, a JSON string or a
 * Markdown fence.
 */
export interface Wrapped {
  readonly kind: "wrapped";
  /** As a sentence says it: "a whole request". */
  readonly wrapper: string;
  /** The text inside, which may be wrapped again. */
  readonly text: string;
  readonly domainId?: string;
  readonly version?: string;
  readonly targetProduct?: string;
}

/** Finds the candidate in a pasted text; undefined if the text is not wrapped in anything. */
export function unwrap(text: string): Wrapped | undefined {
  const outer = inString(text) ?? inDocument(text);
  const inner = outer && unwrap(outer.text);
  return inner ? { ...outer, ...inner } : outer;
}

/** The object in a JSON string or in a Markdown fence. */
function inString(text: string): Wrapped | undefined {
  if (text.trimStart().startsWith("{")) return undefined;
  const read = readJsonText(text);
  if (read === undefined) return undefined;
  const wrapper = text.trimStart().startsWith('"') ? "JSON in a string" : "a Markdown fence";
  return { kind: "wrapped", wrapper, text: formatJson(read.value) };
}

/** The candidate of a request or of a package, as its author wrote it. */
function inDocument(text: string): Wrapped | undefined {
  // Scanning takes some time, and nearly every text is a plain candidate.
  if (!/"(?:candidate|proposal)"/.test(text)) return undefined;
  const read = JsonRanges.read(text);
  if ("error" in read) return undefined;
  const document: unknown = JSON.parse(text);
  if (!isObject(document)) return undefined;
  const { kind, domainId } = readProposal(document);
  if (kind === "candidate") return undefined;
  const range = read.ranges.value(kind === "request" ? "/candidate" : "/proposal");
  const { targetProduct, specVersion, specPackage } = document;
  const version = specVersion ?? (isObject(specPackage) ? specPackage.version : undefined);
  return {
    kind: "wrapped",
    wrapper: kind === "request" ? "a whole request" : "a proposal package",
    text: outdent(text.slice(range?.from, range?.to)),
    ...(typeof domainId === "string" && { domainId }),
    ...(typeof version === "string" && { version }),
    ...(typeof targetProduct === "string" && { targetProduct }),
  };
}

/** Moves every line but the first to the left, by the indentation of the last line. */
function outdent(text: string): string {
  const [indent = ""] = /^[ \t]*/.exec(text.slice(text.lastIndexOf("\n") + 1)) ?? [];
  return text.replaceAll(`\n${indent}`, "\n");
}
