import { eventually } from "../support/eventually.js";
import type { RunningService } from "../support/service.js";
import { call } from "./call.js";

/** How a service reports its limiter: in `/readyz`, which is 200 in both modes, and in its metrics. */
export async function limiter({ url, managementUrl }: RunningService) {
  const [ready, metrics] = await Promise.all([call(`${url}/readyz`), call(`${managementUrl}/metrics`)]);
  const metric = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(metrics.body)?.[1]);
  expect(ready.status).toBe(200);
  return {
    mode: JSON.parse(ready.body).limiter as string,
    shared: metric("assay_limiter_shared"),
    fallbacks: metric("assay_limiter_fallbacks_total"),
  };
}

export async function untilLimiter(mode: "shared" | "local", ...services: RunningService[]): Promise<void> {
  for (const { url } of services)
    await eventually(async () => JSON.parse((await call(`${url}/readyz`)).body).limiter === mode);
}
