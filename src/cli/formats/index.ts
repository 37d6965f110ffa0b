import { escapeJson } from "../../text/visible.js";
import { type Format, type FormatName, isFailed } from "./format.js";
import { github } from "./github.js";
import { junit } from "./junit.js";
import { sarif } from "./sarif.js";
import { text } from "./text.js";

/** NDJSON: for each input its name, the line if it is one of several in a file, and the response of the service. */
const json: Format = {
  start: "",
  between: "",
  outcome(outcome) {
    const { name: input, line } = outcome;
    const said = isFailed(outcome) ? { error: outcome.error } : { result: outcome.result };
    return `${escapeJson(JSON.stringify({ input, ...(line !== undefined && { line }), ...said }))}\n`;
  },
  end: () => "",
};

export const FORMATS: Readonly<Record<FormatName, Format>> = { text, json, sarif, github, junit };
