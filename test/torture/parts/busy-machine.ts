import { once } from "node:events";
import { cpus } from "node:os";
import { startProgram } from "../../support/program.js";
import { startRedis } from "../../support/redis.js";
import { Fleet, QUOTA } from "../fleet.js";
import type { Line } from "../line.js";
import type { Size } from "../main.js";

/** Of 200 rounds, one may be wrong. */
const MAY_BE_WRONG = 1 / 200;

/** Bursts at three instances while every core is kept busy. */
export async function busyMachine({ rounds }: Size): Promise<Line[]> {
  const redis = await startRedis();
  const fleet = await Fleet.start(redis.url);
  const spinning = cpus().map(() =>
    startProgram(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  await fleet.until("shared");
  const admitted: number[] = [];
  for (let round = 0; round < rounds; round++) admitted.push(await fleet.round(100));
  for (const child of spinning) {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  const wrong = admitted.filter((calls) => calls !== QUOTA);
  const failures =
    wrong.length > rounds * MAY_BE_WRONG ? [`admitted ${wrong} in ${wrong.length} rounds`] : [];
  const line = await fleet.end("every core busy", {
    failures,
    note: `${rounds - wrong.length} of ${rounds} rounds exact`,
  });
  await redis.stop();
  return [line];
}
