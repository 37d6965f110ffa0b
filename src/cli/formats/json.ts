import { type Format, isFailed } from "./format.js";

/** NDJSON: for each input its name, the line if it is one of several in a file, and the response of the service. */
export const json: Format = {
  start: "",
  between: "",
  outcome(outcome) {
    const { name, document } = outcome;
    const place = { input: name, ...(document !== undefined && document.line > 1 && { line: document.line }) };
    return `${JSON.stringify({ ...place, ...(isFailed(outcome) ? { error: outcome.error } : { result: outcome.result }) })}\n`;
  },
  end: () => "",
};
