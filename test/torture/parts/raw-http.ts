import { brokenRequest, converse } from "../../http/fuzz/broken-http.js";
import { Random } from "../../http/fuzz/random.js";
import { seeds } from "../../http/fuzz/seeds.js";
import type { Line } from "../line.js";
import type { Size } from "../main.js";
import { repeat, Victim } from "../victim.js";

const HUNG_MS = 60_000;

/** Broken HTTP on connections of its own. */
export async function rawHttp({ rawRequests }: Size, seed: number): Promise<Line[]> {
  const random = new Random(seed);
  const victim = await Victim.start();
  const good = seeds(victim.service.key);
  await repeat(rawRequests, async () => {
    const bytes = brokenRequest(good, random);
    const statuses = await converse(victim.service.url, bytes, HUNG_MS);
    const shown = () => JSON.stringify(bytes.toString("latin1"));
    if (statuses === undefined) victim.failures.push(`a hung connection after ${shown()}`);
    for (const status of statuses ?? []) victim.count(status, shown);
  });
  return [await victim.end("broken HTTP")];
}
