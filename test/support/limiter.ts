import { call } from "./call.js";
import { eventually } from "./eventually.js";
import { metricOf } from "./metrics.js";
import type { RunningService } from "./service.js";

/** How a service reports its limiter: in `/readyz`, which is 200 in both modes, and in its metrics. */
export async function limiter(service: RunningService) {
  const ready = await call(`${service.url}/readyz`);
  expect(ready.status).toBe(200);
  return {
    mode: JSON.parse(ready.body).limiter as string,
    shared: await metricOf(service, "assay_limiter_shared"),
    fallbacks: await metricOf(service, "assay_limiter_fallbacks_total"),
  };
}

export async function untilLimiter(mode: "shared" | "local", ...services: { url: string }[]): Promise<void> {
  for (const { url } of services)
    await eventually(async () => JSON.parse((await call(`${url}/readyz`)).body).limiter === mode);
}
