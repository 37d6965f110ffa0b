import { call } from "./call.js";
import { eventually } from "./eventually.js";

/** Waits until services say in `/readyz` how they count. */
export async function untilLimiter(mode: "shared" | "fallback", ...services: { url: string }[]): Promise<void> {
  for (const { url } of services)
    await eventually(async () => JSON.parse((await call(`${url}/readyz`)).body).limiter === mode);
}
