import { isIndex, parse } from "../json/pointer.js";
import type { EnvelopeError, ErrorDetails } from "../proposals/app-error.js";
import { textLimit } from "../proposals/fit-result.js";
import type { OperationResult } from "../proposals/results.js";
import { count } from "../text/quote.js";

type Diagnostic = OperationResult["diagnostics"][number];
type Repair = NonNullable<ErrorDetails["repair"]>;
type Fix = NonNullable<EnvelopeError["fixes"]>[number];

/** Groups of diagnostics that are listed; the others are in the structured content. */
const MAX_GROUPS = 30;
/** In characters. A longer patch costs a model more than the repaired candidate. */
const MAX_PATCH = 1_000;
/** Ranges of array indexes that a group names. */
const MAX_RANGES = 8;

/**
 * A result for a model that may see nothing but the text: what is wrong and how to fix it, in a tenth of the tokens of
 * the JSON. What it must send on is there as a whole: a package, or a repaired candidate.
 */
export function reportOf(result: OperationResult): string {
  const { proposalPackage, submission } = result;
  const verdict = verdictOf(result);
  // Measuring the result would take as long as the rest of the report.
  if (result.diagnostics.length === 0 && proposalPackage === undefined) return verdict;
  const problems = problemsOf(result.diagnostics);
  const built = proposalPackage === undefined ? [] : [JSON.stringify({ proposalPackage, submission })];
  const limit = textLimit(result);
  const text = [verdict, ...problems, ...built, ...repairOf(result)].join("\n");
  if (Buffer.byteLength(text) <= limit) return text;
  const note = "This text is shortened; the structured content has all of the result.";
  const shorter = [verdict, ...problems, ...built, note].join("\n");
  return Buffer.byteLength(shorter) <= limit ? shorter : [verdict, ...built, note].join("\n");
}

function verdictOf({ valid, summary, proposalPackage }: OperationResult): string {
  const { errors, warnings, truncated, omitted } = summary;
  const counts = [errors > 0 && count(errors, "error"), warnings > 0 && count(warnings, "warning")].filter(Boolean);
  const verdict = [valid ? "Valid" : "Invalid", counts.join(", ")].filter(Boolean).join(": ");
  const next = proposalPackage === undefined ? "Call buildProposal with the same arguments." : "Submit this package:";
  const notes = [truncated && "not all are listed", omitted && `left out: ${omitted.join(", ")}`].filter(Boolean);
  return `${verdict}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}.${valid ? ` ${next}` : ""}`;
}

/** One line for each column of equal errors. */
function problemsOf(diagnostics: readonly Diagnostic[]): string[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics) {
    const key = JSON.stringify([diagnostic.code, columnOf(diagnostic.path), diagnostic.expected]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [diagnostic]);
    else group.push(diagnostic);
  }
  const lines = [...groups.values()].slice(0, MAX_GROUPS).map(lineOf);
  const rest = [...groups.values()].slice(MAX_GROUPS).flat().length;
  return rest === 0 ? lines : [...lines, `and ${rest} more in structuredContent.diagnostics`];
}

function columnOf(path: string): string {
  return parse(path)
    .map((token) => (isIndex(token) ? "*" : token))
    .join("/");
}

function lineOf(group: readonly Diagnostic[]): string {
  const [{ path, message, severity, fixes }] = group as [Diagnostic];
  const place = group.length === 1 ? path : placesOf(group.map((one) => one.path));
  const kind = severity === "error" ? "" : `${severity}: `;
  return `- ${kind}${place && `${place} `}${message}${fixIn(fixes)}`;
}

/** The best fix, as the end of a line. */
export function fixIn([fix]: readonly Fix[]): string {
  if (fix === undefined) return "";
  return ` → ${fix.applicability === "maybe-incorrect" ? "perhaps: " : ""}${fix.title}`;
}

/** The places of a group: those of one array as "/rows/[0-59]/name", others by the first one. */
function placesOf(paths: readonly string[]): string {
  const all = paths.map(parse);
  const first = all[0] as string[];
  const varying = first.flatMap((_, at) => (all.every((tokens) => tokens[at] === first[at]) ? [] : [at]));
  const [only, ...others] = varying;
  if (only === undefined || others.length > 0) return `${paths[0]} and ${paths.length - 1} more like it`;
  const indexes = rangesOf(all.map((tokens) => Number(tokens[only])));
  return [...first.slice(0, only), `[${indexes}]`, ...first.slice(only + 1)].map((token) => `/${token}`).join("");
}

function rangesOf(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  const some = ranges.slice(0, MAX_RANGES).map(([from, to]) => (from === to ? from : `${from}-${to}`));
  return [...some, ranges.length > MAX_RANGES ? "…" : []].flat().join(",");
}

function repairOf({ valid, repair, repaired }: OperationResult): string[] {
  if (repair === undefined && repaired === undefined) return [];
  const left = repair === undefined || valid ? "" : `, ${count(repair.remaining, "error")} left`;
  if (repaired !== undefined) return [`Repaired candidate${left}:`, JSON.stringify(repaired)];
  const patch = patchIn(repair, left);
  if (patch.length > 0) return patch;
  const size = count(repair?.patch.length ?? 0, "operation");
  return [`The repair has ${size}${left}: call again with "applyRepair": true to get the repaired candidate.`];
}

/** The patch of a repair, unless it is long. */
export function patchIn(repair: Repair | undefined, left = ""): string[] {
  const patch = JSON.stringify(repair?.patch ?? []);
  if (repair === undefined || patch.length > MAX_PATCH) return [];
  return [`Repair (JSON Patch for your arguments${left}):`, patch];
}
