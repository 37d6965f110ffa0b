import { connect } from "node:net";
import { mutateBytes } from "../../http/fuzz/mutate-bytes.js";
import { mutateRequest } from "../../http/fuzz/mutate-request.js";
import { Random } from "../../http/fuzz/random.js";
import { seeds } from "../../http/fuzz/seeds.js";
import { rawRequest } from "../../support/raw-request.js";
import type { Line } from "../line.js";
import type { Size } from "../main.js";
import { repeat, Victim } from "../victim.js";

const HUNG_MS = 60_000;

/** Broken HTTP on connections of its own. */
export async function rawHttp({ rawRequests }: Size, seed: number): Promise<Line[]> {
  const random = new Random(seed);
  const victim = await Victim.start();
  const good = seeds(victim.service.key);
  const kinds = [
    () => random.bytes(1 + random.below(300)),
    () => mutateBytes(rawRequest(random.of(good)), random),
    () => rawRequest(mutateRequest(random.of(good), random)),
    () => mutateBytes(rawRequest(mutateRequest(random.of(good), random)), random),
  ];
  await repeat(rawRequests, async () => {
    const bytes = random.of(kinds)();
    const statuses = await converse(victim.service.url, bytes);
    const shown = () => JSON.stringify(bytes.toString("latin1"));
    if (statuses === undefined) victim.failures.push(`a hung connection after ${shown()}`);
    for (const status of statuses ?? []) victim.count(status, shown);
  });
  return [await victim.end("broken HTTP")];
}

/** The statuses of what came back, or undefined if the service never closed the connection that we have closed. */
function converse(url: string, bytes: Buffer): Promise<number[] | undefined> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    // Half a request gets no response.
    const hangUp = setTimeout(() => socket.end(), 100);
    const hung = setTimeout(() => resolve(undefined), HUNG_MS);
    let text = "";
    socket.on("data", (data) => {
      text += data.toString("latin1");
      if (!text.startsWith("HTTP/1.1 100")) socket.end();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(hangUp);
      clearTimeout(hung);
      resolve([...text.matchAll(/(?:^|\n|\})HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)));
    });
    socket.write(bytes);
  });
}
