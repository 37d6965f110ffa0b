import type { ArtifactLocation, Fix, Region, ReportingDescriptor, Result, Run } from "sarif";
import type { Severity } from "../../engine/problem.js";
import type { JsonPosition } from "../../json/position.js";
import { VERSION } from "../../version.js";
import type { Outcome } from "../outcome.js";
import { tokenAt } from "../report/excerpt.js";
import type { Notice, NoticeFix } from "../report/notice.js";
import { escapeJson } from "../visible.js";
import type { Format } from "./format.js";

const LEVELS: Record<Severity, Result.level> = { error: "error", warning: "warning", info: "note" };

/** SARIF 2.1.0. The rules that were found come last, when they are known. */
export const sarif: Format = {
  start: '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"results":[\n',
  between: ",\n",
  outcome: (outcome) =>
    outcome.notices.map((notice) => escapeJson(JSON.stringify(toResult(notice, outcome)))).join(",\n"),
  end({ failed, rules }) {
    const described = [...rules.values()].map(
      ({ id, summary, helpUrl }): ReportingDescriptor => ({
        id,
        shortDescription: { text: summary },
        helpUri: helpUrl,
      }),
    );
    const rest: Run = {
      columnKind: "utf16CodeUnits",
      invocations: [{ executionSuccessful: failed === 0 }],
      tool: { driver: { name: "assay", version: VERSION, rules: described } },
    };
    return `\n],${escapeJson(JSON.stringify(rest)).slice(1)}]}\n`;
  },
};

function toResult(
  { code, severity, message, position, path, fixes = [] }: Notice,
  { name, document }: Outcome,
): Result {
  const artifactLocation = { uri: toUri(name) };
  const physicalLocation = {
    artifactLocation,
    ...(position && { region: { startLine: position.line, startColumn: position.column } }),
  };
  const logicalLocations = path === undefined ? undefined : [{ fullyQualifiedName: path, kind: "value" }];
  const simple = fixes.flatMap((fix) => toFix(fix, artifactLocation, document?.text ?? ""));
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: message },
    locations: [{ physicalLocation, ...(logicalLocations && { logicalLocations }) }],
    ...(simple.length > 0 && { fixes: simple }),
  };
}

/**
 * Only a fix that replaces one string, number or literal can be given as a change to the characters of the document.
 */
function toFix({ title, replace }: NoticeFix, artifactLocation: ArtifactLocation, text: string): Fix[] {
  if (replace === undefined || /[[{]/.test(text[replace.at.offset] ?? "[")) return [];
  const replacement = {
    deletedRegion: regionOf(replace.at, tokenAt(text, replace.at.offset)),
    insertedContent: { text: JSON.stringify(replace.value) },
  };
  return [{ description: { text: title }, artifactChanges: [{ artifactLocation, replacements: [replacement] }] }];
}

function regionOf({ line, column }: JsonPosition, token: string): Region {
  return { startLine: line, startColumn: column, endLine: line, endColumn: column + token.length };
}

/** A path with either separator as a relative reference, or an absolute path as a URI. */
function toUri(name: string): string {
  const path = name.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  return path.startsWith("/") ? `file://${path}` : path;
}
