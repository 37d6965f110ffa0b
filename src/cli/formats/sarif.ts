import type { ArtifactLocation, Fix, Region, ReportingDescriptor, Result, Run } from "sarif";
import type { Severity } from "../../engine/violation.js";
import { sha256 } from "../../ground/json/sha256.js";
import { escapeJson } from "../../ground/text/visible.js";
import { VERSION } from "../../version.js";
import type {
  Annotation,
  AnnotationFix,
  AnnotationFormat,
  ReportedRule,
  Span,
} from "../outcome.js";

const LEVELS: Record<Severity, Result.level> = { error: "error", warning: "warning", info: "note" };

/** SARIF 2.1.0. The rules come last, because only then is it known which ones were violated. */
export const sarifFormat: AnnotationFormat = {
  start:
    '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"results":[\n',
  between: ",\n",
  writeOutcome({ document, annotations }) {
    const location = { uri: toUri(document.name) };
    const results = annotations.map((annotation) => toResult(annotation, location));
    return results.map((result) => escapeJson(JSON.stringify(result))).join(",\n");
  },
  writeEnd({ failed, rules }) {
    const descriptors = [...rules.values()].map(toDescriptor);
    const rest: Run = {
      columnKind: "utf16CodeUnits",
      invocations: [{ executionSuccessful: failed === 0 }],
      tool: { driver: { name: "assay", version: VERSION, rules: descriptors } },
    };
    return `\n],${escapeJson(JSON.stringify(rest)).slice(1)}]}\n`;
  },
};

function toDescriptor({ id, summary, rationale, helpUrl }: ReportedRule): ReportingDescriptor {
  const help = `${rationale ?? summary}\n\n\`assay rules explain ${id}\` has examples.`;
  return {
    id,
    shortDescription: { text: summary },
    help: { text: help, markdown: help },
    ...(helpUrl !== undefined && { helpUri: helpUrl }),
  };
}

function toResult(
  { code, severity, message, span, path, fixes = [] }: Annotation,
  artifactLocation: ArtifactLocation,
): Result {
  const physicalLocation = { artifactLocation, ...(span && { region: toRegion(span) }) };
  const logicalLocations =
    path === undefined ? undefined : [{ fullyQualifiedName: path, kind: "value" }];
  const sarifFixes = fixes.flatMap((fix) => toFix(fix, artifactLocation));
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: { text: message },
    locations: [{ physicalLocation, ...(logicalLocations && { logicalLocations }) }],
    // Has no line, so that the same finding is recognized when its line moves.
    partialFingerprints: { "assay/v1": sha256(JSON.stringify([code, path, message])) },
    ...(sarifFixes.length > 0 && { fixes: sarifFixes }),
  };
}

function toFix({ title, edits }: AnnotationFix, artifactLocation: ArtifactLocation): Fix[] {
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

/** Turns a relative path into a relative reference, and an absolute one into a file URI. */
function toUri(name: string): string {
  const path = name.replaceAll("\\", "/").split("/").map(encodeURIComponent).join("/");
  // The colon of a Windows drive is encoded above.
  const rooted = path.replace(/^([a-z])%3A\//i, "/$1:/");
  return rooted.startsWith("/") ? `file://${rooted}` : rooted;
}
