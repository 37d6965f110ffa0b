import { eventually } from "./eventually.js";
import { ready } from "./send.js";

/** Waits until services say in `/readyz` how they count. */
export async function untilLimiter(
  mode: "shared" | "fallback",
  ...services: { url: string }[]
): Promise<void> {
  for (const service of services)
    await eventually(async () => (await ready(service)).limiter === mode);
}
