import { setTimeout as pause } from "node:timers/promises";
import { Fleet, QUOTA } from "../fleet.js";
import type { Line } from "../line.js";
import { startCluster, startSentinels } from "../redis-groups.js";

const WINDOW_SECONDS = 5;
const SHARED_WITHIN_MS = 3_000;
const GROUPS = { Sentinel: startSentinels, Cluster: startCluster };

/** Primaries that are killed or frozen under load. */
export async function failover(): Promise<Line[]> {
  const lines: Line[] = [];
  for (const [name, start] of Object.entries(GROUPS))
    for (const signal of ["SIGKILL", "SIGSTOP"] as const) {
      const group = await start();
      const fleet = await Fleet.start(group.url, {
        RATE_LIMIT_WINDOW_SECONDS: `${WINDOW_SECONDS}`,
      });
      await fleet.until("shared");
      fleet.startLoad();
      await group.failOver("ip:10.0.0.1", signal);
      const took = (await fleet.until("shared")) ?? Number.POSITIVE_INFINITY;
      await fleet.stopLoad();
      await pause(WINDOW_SECONDS * 1000);
      const overQuota = Math.max(0, (await fleet.round()) - QUOTA);
      const failures =
        took > SHARED_WITHIN_MS ? [`shared again only after ${Math.round(took)} ms`] : [];
      const note = `shared ${Math.round(took)} ms after the new primary`;
      lines.push(await fleet.end(`${name}, primary ${signal}`, { overQuota, failures, note }));
      await group.stop();
    }
  return lines;
}
