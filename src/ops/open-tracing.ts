import type { Tracing } from "./tracing.js";

/** Loads OpenTelemetry, which takes longer than the rest of the service and most operators do not use. */
export async function openTracing(serviceName: string, onFailure: (detail: string) => void): Promise<Tracing> {
  const { startTracing } = await import("./opentelemetry.js");
  return startTracing(serviceName, onFailure);
}
