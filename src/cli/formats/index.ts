import { isError, type Severity } from "../../engine/violation.js";
import { escapeJson, referXml } from "../../ground/text/visible.js";
import type { FormatName } from "../command.js";
import { displayName } from "../inputs.js";
import type { Annotation, AnnotationFormat, Format } from "../outcome.js";
import { sarifFormat } from "./sarif.js";
import { textFormat } from "./text.js";

/**
 * NDJSON. For each input: its name, its line if the file has several, and the response of the
 * service.
 */
const json: Format = {
  writeOutcome(outcome) {
    const { name: input, line } = outcome.document;
    const answer =
      outcome.status === "failed" ? { error: outcome.error } : { result: outcome.result };
    return `${escapeJson(JSON.stringify({ input, line, ...answer }))}\n`;
  },
};

const LEVELS: Record<Severity, string> = { error: "error", warning: "warning", info: "notice" };

/** Workflow commands of GitHub Actions, which shows them beside the lines of a pull request. */
const github: AnnotationFormat = {
  writeOutcome({ document, annotations }) {
    let commands = "";
    for (const { severity, code, message, span } of annotations) {
      const position = span ? `,line=${span.start.line},col=${span.start.column}` : "";
      const properties = `file=${escapeProperty(document.name)}${position},title=${escapeProperty(code)}`;
      commands += `::${LEVELS[severity]} ${properties}::${escapeData(message)}\n`;
    }
    return commands;
  },
};

/** Like @actions/toolkit: encodes what ends a command, or could start one. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** JUnit XML. Each input is a test suite: a failed case for each error, or one that passes. */
const junit: Format = {
  start: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="assay">\n',
  writeOutcome(outcome) {
    const suite = escapeXml(displayName(outcome.document));
    const element = outcome.status === "failed" ? "error" : "failure";
    const errors = outcome.annotations.filter(isError);
    const cases = errors.map((error) => writeTestCase(error, suite, element));
    if (cases.length === 0) cases.push(`    <testcase name="valid" classname="${suite}"/>\n`);
    const failures = element === "failure" ? errors.length : 0;
    const counts = `tests="${cases.length}" failures="${failures}" errors="${errors.length - failures}"`;
    return `  <testsuite name="${suite}" ${counts}>\n${cases.join("")}  </testsuite>\n`;
  },
  writeEnd: () => "</testsuites>\n",
};

function writeTestCase(
  { code, message, span, path = "" }: Annotation,
  suite: string,
  element: "failure" | "error",
): string {
  const name = escapeXml(path === "" ? code : `${code} ${path}`);
  const text = escapeXml(message);
  const position = span ? `line ${span.start.line}, column ${span.start.column}: ` : "";
  const problem = `<${element} type="${escapeXml(code)}" message="${text}">${position}${text}</${element}>`;
  return `    <testcase name="${name}" classname="${suite}">${problem}</testcase>\n`;
}

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};
// XML 1.0 has no way to write these, not even as a character reference.
const IMPOSSIBLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export function escapeXml(text: string): string {
  const possible = text.replace(IMPOSSIBLE, "\uFFFD");
  return referXml(possible.replace(/[&<>"']/g, (character) => ENTITIES[character] as string));
}

export const OUTPUT_FORMATS = {
  text: textFormat,
  json,
  sarif: sarifFormat,
  github,
  junit,
} satisfies Record<FormatName, Format>;
