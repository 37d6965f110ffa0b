import { isError } from "../../engine/problem.js";
import { referXml } from "../../text/visible.js";
import { nameOf } from "../inputs/document.js";
import type { Notice } from "../report/notice.js";
import { type Format, isFailed } from "./format.js";

/** JUnit XML: a test suite for each input, in it a failed test case for each error, or one that passes. */
export const junit: Format = {
  start: '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="assay">\n',
  between: "",
  outcome(outcome) {
    const errors = outcome.notices.filter(isError);
    const suite = nameOf(outcome);
    const cases = errors.map((notice) => testCase(notice, suite, isFailed(outcome) ? "error" : "failure"));
    if (cases.length === 0) cases.push(`    <testcase name="valid" classname="${escapeXml(suite)}"/>\n`);
    const [failures, failed] = isFailed(outcome) ? [0, errors.length] : [errors.length, 0];
    const counts = `tests="${cases.length}" failures="${failures}" errors="${failed}"`;
    return `  <testsuite name="${escapeXml(suite)}" ${counts}>\n${cases.join("")}  </testsuite>\n`;
  },
  end: () => "</testsuites>\n",
};

function testCase({ code, message, position, path = "" }: Notice, suite: string, kind: "failure" | "error"): string {
  const place = position === undefined ? "" : `line ${position.line}, column ${position.column}: `;
  const [type, said] = [escapeXml(code), escapeXml(message)];
  const found = `<${kind} type="${type}" message="${said}">${escapeXml(place)}${said}</${kind}>`;
  const name = escapeXml(path === "" ? code : `${code} ${path}`);
  return `    <testcase name="${name}" classname="${escapeXml(suite)}">${found}</testcase>\n`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
// XML 1.0 has no way to write these, not even as a character reference.
const IMPOSSIBLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export function escapeXml(text: string): string {
  const possible = text.replace(IMPOSSIBLE, "\uFFFD");
  return referXml(possible.replace(/[&<>"']/g, (character) => ENTITIES[character] as string));
}
