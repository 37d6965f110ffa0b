import { eventually } from "../support/eventually.js";
import type { RunningService } from "../support/service.js";
import { call } from "./call.js";

/** All that a service has printed, up to and including what it says about this very look. */
export async function outputOf(service: RunningService): Promise<string> {
  const { headers } = await call(`${service.url}/healthz`);
  await eventually(() => service.output().includes(String(headers["request-id"])));
  return service.output();
}
