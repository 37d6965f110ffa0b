import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { findRedis, type TestRedis } from "../support/redis.js";

const script = fileURLToPath(new URL("instance.mjs", import.meta.url));
const clockAhead = "data:text/javascript,const now = Date.now; Date.now = () => now() + 61_000;";

interface Answer {
  admitted: number;
  mode: string;
  now: number;
}

describe("several processes on one Redis", () => {
  let redis: TestRedis;
  let inSync: ChildProcess[];
  let ahead: ChildProcess;

  beforeAll(async () => {
    redis = await findRedis();
    const args = [redis.url, `test-${randomUUID()}`];
    inSync = Array.from({ length: 4 }, () => fork(script, args));
    ahead = fork(script, args, { execArgv: ["--import", clockAhead] });
    await Promise.all([...inSync, ahead].map((instance) => once(instance, "message")));
  });

  afterAll(async () => {
    const ended = [...inSync, ahead].map((instance) => once(instance, "exit"));
    for (const instance of [...inSync, ahead]) instance.disconnect();
    await Promise.all(ended);
    await redis.stop();
  });

  async function burst(instances: ChildProcess[], key: string): Promise<Answer[]> {
    const answers = instances.map(async (instance) => (await once(instance, "message"))[0] as Answer);
    for (const instance of instances) instance.send({ key, calls: 100 });
    return Promise.all(answers);
  }

  const total = (answers: Answer[]) => answers.reduce((sum, { admitted }) => sum + admitted, 0);

  test("4 processes that make 100 simultaneous calls each get 20 in total, in each of 20 rounds", async () => {
    for (let round = 0; round < 20; round++) {
      const answers = await burst(inSync, `round ${round}`);
      expect(answers.map(({ mode }) => mode)).toEqual(["shared", "shared", "shared", "shared"]);
      expect(total(answers)).toBe(20);
    }
  });

  test("a process whose clock is 61 s ahead gets no extra calls", async () => {
    for (let round = 0; round < 20; round++) {
      const answers = await burst([ahead, ...inSync.slice(1)], `skewed ${round}`);
      const [skewed = 0, straight = 0] = answers.map(({ now }) => now);
      expect(skewed - straight).toBeGreaterThan(30_000);
      expect(total(answers)).toBe(20);
      expect(total(await burst([ahead], `skewed ${round}`))).toBe(0);
    }
  });
});
