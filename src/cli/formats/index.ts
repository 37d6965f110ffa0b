import { isError, type Severity } from "../../engine/violation.js";
import { escapeJson, referXml } from "../../ground/text/visible.js";
import type { FormatName } from "../command.js";
import { nameDocument } from "../inputs.js";
import type { Format, Notice } from "../outcome.js";
import { sarifFormat } from "./sarif.js";
import { textFormat } from "./text.js";

/**
 * NDJSON: for each input its name, the line if it is one of several in a file, and the response of
 * the service.
 */
const json: Format = {
  outcome(outcome) {
    const { name: input, line } = outcome;
    const answer =
      outcome.status === "failed" ? { error: outcome.error } : { result: outcome.result };
    return `${escapeJson(JSON.stringify({ input, line, ...answer }))}\n`;
  },
};

const LEVELS: Record<Severity, string> = { error: "error", warning: "warning", info: "notice" };

/** Workflow commands of GitHub Actions, which shows them beside the lines of a pull request. */
const github: Format = {
  outcome: ({ name, notices }) => notices.map((notice) => toCommand(notice, name)).join(""),
};

function toCommand({ severity, code, message, span }: Notice, file: string): string {
  const properties = {
    file,
    ...(span && { line: span.start.line, col: span.start.column }),
    title: code,
  };
  const listed = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(String(value))}`,
  );
  return `::${LEVELS[severity]} ${listed.join(",")}::${escapeData(message)}\n`;
}

/** As in @actions/toolkit: what ends a command, or could start one, is encoded. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/**
 * JUnit XML: a test suite for each input, in it a failed test case for each error, or one that
 * passes.
 */
const junit: Format = {
  start: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="assay">\n',
  outcome(outcome) {
    const errors = outcome.notices.filter(isError);
    const suite = nameDocument(outcome);
    const isFailed = outcome.status === "failed";
    const cases = errors.map((notice) => testCase(notice, suite, isFailed ? "error" : "failure"));
    if (cases.length === 0)
      cases.push(`    <testcase name="valid" classname="${escapeXml(suite)}"/>\n`);
    const [failures, failed] = isFailed ? [0, errors.length] : [errors.length, 0];
    const counts = `tests="${cases.length}" failures="${failures}" errors="${failed}"`;
    return `  <testsuite name="${escapeXml(suite)}" ${counts}>\n${cases.join("")}  </testsuite>\n`;
  },
  end: () => "</testsuites>\n",
};

function testCase(
  { code, message, span, path = "" }: Notice,
  suite: string,
  kind: "failure" | "error",
): string {
  const place = span === undefined ? "" : `line ${span.start.line}, column ${span.start.column}: `;
  const [type, words] = [escapeXml(code), escapeXml(message)];
  const problem = `<${kind} type="${type}" message="${words}">${escapeXml(place)}${words}</${kind}>`;
  const name = escapeXml(path === "" ? code : `${code} ${path}`);
  return `    <testcase name="${name}" classname="${escapeXml(suite)}">${problem}</testcase>\n`;
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

export const OUTPUT_FORMATS: Readonly<Record<FormatName, Format>> = {
  text: textFormat,
  json,
  sarif: sarifFormat,
  github,
  junit,
};
