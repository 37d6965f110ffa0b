import { eventually } from "../support/eventually.js";
import type { RunningService } from "../support/service.js";

/** The log line of an answered request: it takes another way than the answer, and may come after it. */
export async function logLine(service: RunningService, headers: Headers): Promise<Record<string, unknown> | undefined> {
  const find = () => service.logged("request").find(({ requestId }) => requestId === headers.get("Request-Id"));
  await eventually(() => find() !== undefined);
  return find();
}
