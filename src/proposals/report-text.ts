import type { Diagnostic } from "../engine/evaluate.js";
import type { OpenError, Repair } from "../engine/repair.js";
import type { Fix } from "../engine/violation.js";
import { applyPatch } from "../ground/json/patch.js";
import { isIndex, toTokens } from "../ground/json/pointer.js";
import { Room } from "../ground/json/room.js";
import type { Json } from "../ground/json/value.js";
import { countedNoun, namesThatFit } from "../ground/text/quote.js";
import { columnKey, groupDiagnostics } from "./group-diagnostics.js";
import { roomBeside } from "./response-room.js";
import type { OperationResult } from "./results.js";

const MAX_LINES = 30;
/** For lines about items of arrays, and the patch. More cost more than the repaired candidate. */
const MAX_ITEMS_BYTES = 1_300;
/** Of an error that is left after the repair. */
const MAX_MESSAGE_LENGTH = 160;
/** Of the index ranges in a place. */
const MAX_BRACKETS_LENGTH = 40;

/**
 * A result for a model that may see nothing but the text: what is wrong, how to fix it, and the
 * whole of what the model must send on. With the candidate, the text stands alone, and has the
 * repaired candidate in place of a patch that is too long.
 */
export function writeReport(result: OperationResult, candidate?: Json): string {
  const { proposalPackage, submission } = result;
  const verdict = writeVerdict(result);
  // Measuring the result would take as long as the rest of the report.
  if (result.diagnostics.length === 0 && proposalPackage === undefined) return verdict;
  const groups = groupEqual(result.diagnostics);
  const items = new Room(MAX_ITEMS_BYTES);
  const problems = writeLines(
    groups,
    items,
    candidate === undefined ? " in structuredContent.diagnostics" : "",
  );
  const repair = repairLines(result, candidate, items, problems.join("\n"));
  const built =
    proposalPackage === undefined ? [] : [JSON.stringify({ proposalPackage, submission })];
  const room = roomBeside(result);
  const text = [verdict, ...built, ...problems, ...repair].join("\n");
  if (room.takes(text)) return text;
  const rest = candidate === undefined ? "; the structured content has all of the result" : "";
  const note = `This text is shortened${rest}.`;
  const shorter = [verdict, ...built, ...problems, note].join("\n");
  return room.takes(shorter) ? shorter : [verdict, ...built, note].join("\n");
}

function writeVerdict({ valid, summary, proposalPackage, specPackage }: OperationResult): string {
  const { errors, warnings, truncated, omitted } = summary;
  const counts = [
    errors > 0 && countedNoun(errors, "error"),
    warnings > 0 && countedNoun(warnings, "warning"),
  ].filter(Boolean);
  const verdict = [valid ? "Valid" : "Invalid", counts.join(", ")].filter(Boolean).join(": ");
  const next =
    proposalPackage === undefined
      ? "Call buildProposal with the same arguments."
      : "Submit this package:";
  const omission = omitted && `left out: ${omitted.join(", ")}`;
  const notes = [truncated && "not all are listed", omission].filter(Boolean);
  const { version, deprecatedOn } = specPackage;
  // REST says so in a header, which no client of MCP shows to its model.
  const deprecated =
    deprecatedOn === undefined
      ? ""
      : ` Spec package ${version} is deprecated since ${deprecatedOn}.`;
  return `${verdict}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}.${deprecated}${valid ? ` ${next}` : ""}`;
}

interface DiagnosticGroup {
  readonly line: string;
  readonly count: number;
  readonly isOfItems: boolean;
  /** Whether a line above is about the same column. */
  readonly isFollowing: boolean;
}

/** One line for all errors of a column that have the same value, message and fix. */
function groupEqual(diagnostics: readonly Diagnostic[]): DiagnosticGroup[] {
  const groups = groupDiagnostics(diagnostics, (problem) => [
    ...columnKey(problem),
    problem.actual,
    problem.message,
    problem.fixes[0]?.title,
  ]);
  const columns = new Set<string>();
  return groups.map((group) => {
    const [first] = group as [Diagnostic];
    const { code, severity, message, fixes } = first;
    const column = JSON.stringify([code, ...columnKey(first)]);
    const isFollowing = columns.has(column);
    columns.add(column);
    const kind = severity === "error" ? "" : `${severity}: `;
    const place = placeOfAll(group.map(({ path }) => path));
    const line = `- ${kind}${place && `${place} `}${message}${writeFix(fixes)}`;
    const isOfItems = toTokens(first.path).some(isIndex);
    return { line, count: group.length, isOfItems, isFollowing };
  });
}

/** The lines that fit, in order. The first line of each column comes before all further ones. */
function writeLines(groups: readonly DiagnosticGroup[], items: Room, where: string): string[] {
  const fitting = new Set<DiagnosticGroup>();
  for (const group of [...groups.filter(({ isFollowing }) => !isFollowing), ...groups]) {
    if (fitting.has(group) || fitting.size === MAX_LINES) continue;
    if (!group.isOfItems || items.takes(group.line)) fitting.add(group);
  }
  const lines = groups.filter((group) => fitting.has(group)).map(({ line }) => line);
  const hiddenCount = groups.reduce(
    (sum, group) => sum + (fitting.has(group) ? 0 : group.count),
    0,
  );
  return hiddenCount === 0 ? lines : [...lines, `and ${hiddenCount} more${where}`];
}

/** The best fix, as the end of a line. */
export function writeFix([fix]: readonly Fix[]): string {
  if (fix === undefined) return "";
  return ` → ${fix.applicability === "maybe-incorrect" ? "perhaps: " : ""}${fix.title}`;
}

/** Leaves out the middle: a message begins with the actual value and ends with the expected one. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  // Not between two surrogates.
  const [start, end] = [text.slice(0, half).replace(/[\uD800-\uDBFF]$/, ""), text.slice(-half)];
  return `${start}…${end.replace(/^[\uDC00-\uDFFF]/, "")}`;
}

/** The places of a column, such as "/rows/[0-59]/name"; or the first, if several indexes differ. */
function placeOfAll(paths: readonly string[]): string {
  // The tokens stay escaped, so the place can be read as a JSON Pointer.
  const [first = [], ...others] = paths.map((path) => path.split("/"));
  const varying = first.flatMap((token, at) =>
    others.some((tokens) => tokens[at] !== token) ? [at] : [],
  );
  const [at, ...more] = varying;
  if (at === undefined) return paths[0] as string;
  if (more.length > 0) return `${paths[0]} and ${others.length} more like it`;
  const ranges: [number, number][] = [];
  for (const tokens of [first, ...others]) {
    const index = Number(tokens[at]);
    const last = ranges.at(-1);
    if (last !== undefined && index === last[1] + 1) last[1] = index;
    else ranges.push([index, index]);
  }
  const written = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  return first.with(at, `[${namesThatFit(written, MAX_BRACKETS_LENGTH).join(",")}]`).join("/");
}

/** The repaired candidate if asked for, else a short patch, else advice; then what is left. */
function repairLines(
  result: OperationResult,
  candidate: Json | undefined,
  room: Room,
  problems: string,
): string[] {
  const { repair, repaired, valid } = result;
  const remainingText =
    repair === undefined || valid ? "" : `, ${countedNoun(repair.remaining, "error")} left`;
  const whole = (json: Json) => [
    `Repaired candidate${remainingText}:`,
    JSON.stringify(json),
    ...openAfter(result, problems),
  ];
  if (repaired !== undefined) return whole(repaired);
  if (repair === undefined) return [];
  const [title, patch] = describePatch(repair);
  if (room.takes(title + patch)) return [title, patch, ...openAfter(result, problems)];
  if (candidate !== undefined)
    return whole((applyPatch({ candidate }, repair.patch) as { candidate: Json }).candidate);
  const size = `${countedNoun(repair.patch.length, "operation")}${remainingText}`;
  const advice = `The repair has ${size}: apply structuredContent.repair.patch, or call again with "applyRepair": true to get the repaired candidate.`;
  return [advice, ...openAfter(result, problems)];
}

export function describePatch({ patch, remaining }: Repair): [title: string, patch: string] {
  return [
    `Repair (JSON Patch for your arguments, ${countedNoun(remaining, "error")} left):`,
    JSON.stringify(patch),
  ];
}

/** What is left after the repair. A message that a line above has is not repeated. */
function openAfter({ repair, valid }: OperationResult, problems: string): string[] {
  if (repair === undefined || valid || repair.open.length === 0) return [];
  const groups = groupDiagnostics(repair.open, (error) => [...columnKey(error), error.message]);
  const lines = groups.map((group) => {
    const [{ message }] = group as [OpenError];
    const text = problems.includes(` ${message}`)
      ? "as above"
      : shorten(message, MAX_MESSAGE_LENGTH);
    return `- ${placeOfAll(group.map(({ path }) => path))} ${text}`;
  });
  const more = repair.remaining - repair.open.length;
  return ["Left after it, for you to decide:", ...lines, ...(more > 0 ? [`and ${more} more`] : [])];
}
