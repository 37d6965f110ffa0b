import { startRedis } from "../../support/redis.js";
import { Fleet, QUOTA } from "../fleet.js";
import type { Line } from "../line.js";
import type { Size } from "../main.js";

/** Instances that are killed in the middle of a burst: the others neither fail nor admit more. */
export async function instanceKills({ outages }: Size): Promise<Line[]> {
  const redis = await startRedis();
  const lines: Line[] = [];
  for (let turn = 0; turn < outages; turn++) {
    const fleet = await Fleet.start(redis.url, { SERVICE_NAME: `kills-${turn}` });
    await fleet.until("shared");
    const killed = (await Fleet.start(redis.url, { SERVICE_NAME: `kills-${turn}` })).victims;
    const round = fleet.round(100);
    for (const { service } of killed) service.process.kill("SIGKILL");
    const overQuota = Math.max(0, (await round) - QUOTA);
    lines.push(await fleet.end("other instances killed", { overQuota }));
  }
  await redis.stop();
  return lines;
}
