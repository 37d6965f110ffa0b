import type { CallToolResult } from "@modelcontextprotocol/server";
import type { AppError } from "../proposals/app-error.js";
import { ERROR_CODES } from "../proposals/error-codes.js";

/** An error of the call as a result that the model sees, so that it can do better: a JSON-RPC error would end at its host. */
export function errorResult({ code, detail, details }: AppError): CallToolResult {
  const { title, remedy } = ERROR_CODES[code];
  const faults = details.errors?.map((fault) => `${fault.pointer || "the arguments"}: ${fault.detail}`) ?? [detail];
  if (details.moreErrors) faults.push(`and ${details.moreErrors} more`);
  // The remedy speaks of a header field, which a model does not see.
  const advice =
    details.retryAfterSeconds === undefined ? remedy : `Call again in ${details.retryAfterSeconds} seconds.`;
  return { isError: true, content: [{ type: "text", text: [`${title}.`, ...faults, advice].join("\n") }] };
}
