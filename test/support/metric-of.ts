import type { RunningService } from "./service.js";

/** The value of one series, such as `name{label="value"}`; 0 if it has none yet. */
export async function metricOf({ managementUrl }: RunningService, series: string): Promise<number> {
  const metrics = await (await fetch(`${managementUrl}/metrics`)).text();
  const line = metrics.split("\n").find((one) => one.startsWith(`${series} `));
  return Number(line?.slice(series.length) ?? 0);
}
