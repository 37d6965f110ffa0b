import type { Diagnostic } from "../../engine/evaluate.js";
import type { OfferedFix } from "../../engine/problem.js";
import type { OpenError, Repair } from "../../engine/repair/repair.js";
import { isIndex, toTokens } from "../../ground/json/pointer.js";
import { countedNoun, namesThatFit } from "../../ground/text/quote.js";
import { textLimit } from "../../proposals/fit-result.js";
import { columnKey, groupDiagnostics } from "../../proposals/group-diagnostics.js";
import type { OperationResult } from "../../proposals/results.js";

/** The number of lines about problems; the structured content has all of them. */
const MAX_LINES = 30;
/** A longer patch costs a model more than the repaired candidate. */
const MAX_PATCH_LENGTH = 1_000;
/** The length of all lines about items of arrays, and of the patch. */
const MAX_ITEMS_LENGTH = 1_300;
/** How many errors a column needs for a line of its own, tried in this order until the report is short enough. */
const MIN_FOR_OWN_LINE = [0, 3, Number.POSITIVE_INFINITY];
/** The lengths of a message and of a title of a fix that stand for many. */
const MAX_MESSAGE_LENGTH = 160;
const MAX_TITLE_LENGTH = 60;
/** The length of the indexes or names in brackets that a place stands for. */
const MAX_BRACKETS_LENGTH = 40;

/**
 * A result for a model that may see nothing but the text: what is wrong and how to fix it, in a tenth of the tokens of
 * the JSON. It contains the whole of what the model must send on: a package, or a repaired candidate.
 */
export function reportOf(result: OperationResult): string {
  const { proposalPackage, submission } = result;
  const verdict = verdictOf(result);
  // Measuring the result would take as long as the rest of the report.
  if (result.diagnostics.length === 0 && proposalPackage === undefined) return verdict;
  const groups = shortGroups(result.diagnostics);
  const problems = linesOf(groups);
  const repair = repairLines(result, MAX_ITEMS_LENGTH - lengthOf(groups));
  const built = proposalPackage === undefined ? [] : [JSON.stringify({ proposalPackage, submission })];
  const limit = textLimit(result);
  const text = [verdict, ...built, ...problems, ...repair].join("\n");
  if (Buffer.byteLength(text) <= limit) return text;
  const note = "This text is shortened; the structured content has all of the result.";
  const shorter = [verdict, ...built, ...problems, note].join("\n");
  return Buffer.byteLength(shorter) <= limit ? shorter : [verdict, ...built, note].join("\n");
}

function verdictOf({ valid, summary, proposalPackage, specPackage }: OperationResult): string {
  const { errors, warnings, truncated, omitted } = summary;
  const counts = [errors > 0 && countedNoun(errors, "error"), warnings > 0 && countedNoun(warnings, "warning")].filter(
    Boolean,
  );
  const verdict = [valid ? "Valid" : "Invalid", counts.join(", ")].filter(Boolean).join(": ");
  const next = proposalPackage === undefined ? "Call buildProposal with the same arguments." : "Submit this package:";
  const notes = [truncated && "not all are listed", omitted && `left out: ${omitted.join(", ")}`].filter(Boolean);
  const { version, deprecatedOn } = specPackage;
  // REST says so in a header, which no client of MCP shows to its model.
  const deprecated = deprecatedOn === undefined ? "" : ` Spec package ${version} is deprecated since ${deprecatedOn}.`;
  return `${verdict}${notes.length === 0 ? "" : ` (${notes.join("; ")})`}.${deprecated}${valid ? ` ${next}` : ""}`;
}

/** One line for each column of equal errors. If these are too long together, columns of few errors share a line. */
function shortGroups(diagnostics: readonly Diagnostic[]): ProblemGroup[] {
  let groups: ProblemGroup[] = [];
  for (const few of MIN_FOR_OWN_LINE) {
    groups = groupsOf(diagnostics, few);
    if (lengthOf(groups) <= MAX_ITEMS_LENGTH) break;
  }
  return groups;
}

interface ProblemGroup {
  readonly line: string;
  /** The number of diagnostics that the line stands for. */
  readonly count: number;
  readonly isOfItems: boolean;
}

/** Groups diagnostics by column. Columns of fewer errors than `few` are grouped by array. */
function groupsOf(diagnostics: readonly Diagnostic[], few: number): ProblemGroup[] {
  const columns = groupDiagnostics(diagnostics, columnKey);
  const rare = new Set(columns.filter(({ length }) => length < few).flat());
  const groups = groupDiagnostics(diagnostics, (problem) =>
    rare.has(problem) ? arrayOf(problem) : columnKey(problem),
  );
  return groups.map((group) => ({
    line: lineOf(group),
    count: group.length,
    isOfItems: toTokens((group[0] as Diagnostic).path).some(isIndex),
  }));
}

/** The outermost array that contains the place; a place outside of arrays is a column of its own. */
function arrayOf(diagnostic: Diagnostic): unknown[] {
  const tokens = toTokens(diagnostic.path);
  const index = tokens.findIndex(isIndex);
  return index < 0 ? columnKey(diagnostic) : [tokens.slice(0, index)];
}

function lengthOf(groups: readonly ProblemGroup[]): number {
  return groups.filter(({ isOfItems }) => isOfItems).reduce((length, { line }) => length + line.length, 0);
}

function linesOf(groups: readonly ProblemGroup[]): string[] {
  const lines: string[] = [];
  let [length, hiddenCount] = [0, 0];
  for (const { line, count, isOfItems } of groups) {
    if (isOfItems) length += line.length;
    if (lines.length < MAX_LINES && (!isOfItems || length <= MAX_ITEMS_LENGTH)) lines.push(line);
    else hiddenCount += count;
  }
  return hiddenCount === 0 ? lines : [...lines, `and ${hiddenCount} more in structuredContent.diagnostics`];
}

function lineOf(group: readonly Diagnostic[]): string {
  const [{ path, message, severity, fixes }] = group as [Diagnostic];
  const kind = severity === "error" ? "" : `${severity}: `;
  if (group.length === 1) return `- ${kind}${path && `${path} `}${message}${fixIn(fixes)}`;
  const place = placeOfAll(group.map((problem) => problem.path));
  const sample = groupDiagnostics(group, columnKey).length > 1 ? "for example: " : "";
  return `- ${kind}${place && `${place} `}${sample}${shorten(message, MAX_MESSAGE_LENGTH)}${fixIn(fixes, MAX_TITLE_LENGTH)}`;
}

/** The best fix, as the end of a line. */
export function fixIn([fix]: readonly OfferedFix[], maxLength = Number.POSITIVE_INFINITY): string {
  if (fix === undefined) return "";
  return ` → ${fix.applicability === "maybe-incorrect" ? "perhaps: " : ""}${shorten(fix.title, maxLength)}`;
}

/** Leaves out the middle: a message begins with the actual value and ends with the expected one. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const half = Math.floor(maxLength / 2);
  // Cutting between two surrogates would leave half a character.
  const [start, end] = [text.slice(0, half).replace(/[\uD800-\uDBFF]$/, ""), text.slice(-half)];
  return `${start}…${end.replace(/^[\uDC00-\uDFFF]/, "")}`;
}

/**
 * The places of a group in one text, such as "/rows/[0-59]/name" or "/rows/[0-59]/{name,size}"; the first place and the
 * number of the others if the places differ in more than one index and one name.
 */
function placeOfAll(paths: readonly string[]): string {
  // The tokens stay escaped, so that the place can be read as a JSON Pointer.
  const tokenLists = paths.map((path) => path.split("/").slice(1));
  const first = tokenLists[0] as string[];
  const tokens = first.map((_, index) => new Set(tokenLists.map((list) => list[index] ?? "")));
  const varying = tokens.filter(({ size }) => size > 1);
  const namedCount = varying.filter((names) => ![...names].every(isIndex)).length;
  const isRegular =
    tokenLists.every(({ length }) => length === first.length) && namedCount <= 1 && varying.length - namedCount <= 1;
  if (!isRegular || varying.length === 0) return `${paths[0]} and ${paths.length - 1} more like it`;
  return tokens.map((names) => `/${names.size === 1 ? [...names][0] : tokensInBrackets([...names])}`).join("");
}

function tokensInBrackets(tokens: readonly string[]): string {
  const [open, names, close] = tokens.every(isIndex) ? ["[", rangesOf(tokens.map(Number)), "]"] : ["{", tokens, "}"];
  return `${open}${namesThatFit(names, MAX_BRACKETS_LENGTH).join(",")}${close}`;
}

function rangesOf(numbers: readonly number[]): string[] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
}

/**
 * The repaired candidate if it was asked for, else the patch if it is short, else how to get the repaired candidate.
 * Then the errors that are left for the author.
 */
function repairLines(result: OperationResult, maxLength: number): string[] {
  const { repair, repaired, valid } = result;
  const remainingText = repair === undefined || valid ? "" : `, ${countedNoun(repair.remaining, "error")} left`;
  if (repaired !== undefined)
    return [`Repaired candidate${remainingText}:`, JSON.stringify(repaired), ...openAfter(result)];
  if (repair === undefined) return [];
  const [title, patch] = patchIn(repair, remainingText);
  if (patch.length <= MAX_PATCH_LENGTH && title.length + patch.length <= maxLength)
    return [title, patch, ...openAfter(result)];
  const size = `${countedNoun(repair.patch.length, "operation")}${remainingText}`;
  const advice = `The repair has ${size}: call again with "applyRepair": true to get the repaired candidate.`;
  return [advice, ...openAfter(result)];
}

export function patchIn({ patch }: Repair, left = ""): [title: string, patch: string] {
  return [`Repair (JSON Patch for your arguments${left}):`, JSON.stringify(patch)];
}

/** The errors that are left after the repair, without those that a line above describes. */
function openAfter({ repair, diagnostics, valid }: OperationResult): string[] {
  if (repair === undefined || valid || repair.open.length === 0) return [];
  const described = new Set(diagnostics.map(({ code, message }) => `${code} ${message}`));
  const lines = groupDiagnostics(repair.open, columnKey).map((group) => {
    const [{ code, path, message }] = group as [OpenError];
    const place = group.length === 1 ? path : placeOfAll(group.map((problem) => problem.path));
    return `- ${place} ${described.has(`${code} ${message}`) ? "as above" : shorten(message, MAX_MESSAGE_LENGTH)}`;
  });
  const more = repair.remaining - repair.open.length;
  return ["Left after it, for you to decide:", ...lines, ...(more > 0 ? [`and ${more} more`] : [])];
}
