import { escapeJson } from "../../text/visible.js";
import { type Format, isFailed } from "./format.js";

/** NDJSON: for each input its name, the line if it is one of several in a file, and the response of the service. */
export const json: Format = {
  start: "",
  between: "",
  outcome(outcome) {
    const { name: input, line } = outcome;
    const said = isFailed(outcome) ? { error: outcome.error } : { result: outcome.result };
    return `${escapeJson(JSON.stringify({ input, ...(line !== undefined && { line }), ...said }))}\n`;
  },
  end: () => "",
};
