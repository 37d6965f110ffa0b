import { eventually } from "../support/eventually.js";
import type { RunningService } from "../support/service.js";
import { call } from "./call.js";

/** Everything that a service has printed, up to and including the log line of a request made here. */
export async function outputOf(service: RunningService): Promise<string> {
  const { headers } = await call(`${service.url}/problems/not-found`);
  await eventually(() => service.output().includes(String(headers["request-id"])));
  return service.output();
}
