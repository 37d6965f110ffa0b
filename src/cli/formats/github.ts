import type { Severity } from "../../engine/problem.js";
import type { Notice } from "../report/notice.js";
import type { Format } from "./format.js";

const COMMANDS: Record<Severity, string> = { error: "error", warning: "warning", info: "notice" };

/** Workflow commands of GitHub Actions, which shows them beside the lines of a pull request. */
export const github: Format = {
  start: "",
  between: "",
  outcome: ({ name, notices }) => notices.map((notice) => toCommand(notice, name)).join(""),
  end: () => "",
};

function toCommand({ severity, code, message, position }: Notice, file: string): string {
  const properties = { file, ...(position && { line: position.line, col: position.column }), title: code };
  const listed = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  return `::${COMMANDS[severity]} ${listed.join(",")}::${escapeData(message)}\n`;
}

/** As in @actions/toolkit: what ends a command, or could start one, is encoded. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
