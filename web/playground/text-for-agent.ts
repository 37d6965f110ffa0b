import { writeReport } from "../../src/proposals/report-text.js";
import type { State } from "./state.js";

/** The answer as a model gets it over MCP; that of the service, if it was asked. */
export function textForAgent({
  checked,
  service: { answer },
}: Pick<State, "checked" | "service">): string {
  if (checked?.verdict.kind !== "checked") return "";
  const { candidate, result } = checked.verdict;
  return writeReport(answer?.kind === "result" ? answer.result : result, candidate);
}
