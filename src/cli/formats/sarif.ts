import type { ArtifactLocation, Fix, Region, ReportingDescriptor, Result, Run } from "sarif";
import type { Severity } from "../../engine/violation.js";
import { sha256 } from "../../ground/json/sha256.js";
import { escapeJson } from "../../ground/text/visible.js";
import { VERSION } from "../../version.js";
import type { Format, FoundRule, Notice, NoticeFix, Outcome, Span } from "../outcome.js";

const LEVELS: Record<Severity, Result.level> = { error: "error", warning: "warning", info: "note" };

/** SARIF 2.1.0. The rules that were found come last, when they are known. */
export const sarifFormat: Format = {
  start:
    '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"results":[\n',
  between: ",\n",
  outcome: (outcome) =>
    outcome.notices
      .map((notice) => escapeJson(JSON.stringify(toResult(notice, outcome))))
      .join(",\n"),
  end({ failed, rules }) {
    const described = [...rules.values()].map(toDescriptor);
    const rest: Run = {
      columnKind: "utf16CodeUnits",
      invocations: [{ executionSuccessful: failed === 0 }],
      tool: { driver: { name: "assay", version: VERSION, rules: described } },
    };
    return `\n],${escapeJson(JSON.stringify(rest)).slice(1)}]}\n`;
  },
};

function toDescriptor({ id, summary, rationale, helpUrl }: FoundRule): ReportingDescriptor {
  const more = `\`assay rules explain ${id}\` has examples.`;
  const help = [rationale ?? summary, more].join("\n\n");
  return {
    id,
    shortDescription: { text: summary },
    help: { text: help, markdown: help },
    ...(helpUrl !== undefined && { helpUri: helpUrl }),
  };
}

function toResult(
  { code, severity, message, span, path, fixes = [] }: Notice,
  { name }: Outcome,
): Result {
  const artifactLocation = { uri: toUri(name) };
  const physicalLocation = { artifactLocation, ...(span && { region: toRegion(span) }) };
  const logicalLocations =
    path === undefined ? undefined : [{ fullyQualifiedName: path, kind: "value" }];
  const changes = fixes.flatMap((fix) => toFix(fix, artifactLocation));
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: message },
    locations: [{ physicalLocation, ...(logicalLocations && { logicalLocations }) }],
    // The same finding is recognized when its line moves.
    partialFingerprints: { "assay/v1": sha256(JSON.stringify([code, path, message])) },
    ...(changes.length > 0 && { fixes: changes }),
  };
}

function toFix({ title, edits }: NoticeFix, artifactLocation: ArtifactLocation): Fix[] {
  const replacements = edits().map(({ insert, ...span }) => ({
    deletedRegion: toRegion(span),
    insertedContent: { text: insert },
  }));
  if (replacements.length === 0) return [];
  return [{ description: { text: title }, artifactChanges: [{ artifactLocation, replacements }] }];
}

function toRegion({ start, end }: Span): Region {
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
  };
}

/**
 * A path with either separator as a relative reference, or an absolute path, also with a drive
 * letter, as a URI.
 */
function toUri(name: string): string {
  const path = name.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  const rooted = path.replace(/^([a-z])%3A\//i, "/$1:/");
  return rooted.startsWith("/") ? `file://${rooted}` : rooted;
}
