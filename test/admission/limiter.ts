import { eventually } from "../support/eventually.js";
import type { RunningService } from "../support/service.js";
import { call } from "./call.js";

/** How a service says that it counts: by `/readyz`, which is 200 either way, and by its metrics. */
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

export async function turnsTo(mode: "shared" | "local", ...services: RunningService[]): Promise<void> {
  for (const { url } of services)
    await eventually(async () => JSON.parse((await call(`${url}/readyz`)).body).limiter === mode);
}
