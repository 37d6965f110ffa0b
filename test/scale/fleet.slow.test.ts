import { eventually } from "../support/eventually.js";
import { untilLimiter } from "../support/limiter.js";
import { slowTest } from "../support/runs.js";
import { type Asked, ask, REQUESTS } from "./ask.js";
import { Fleet, type Instance } from "./fleet.js";
import { FleetLoad } from "./load.js";

const fleet = await Fleet.start();

test("all instances give the same response to a request, except for its id and date", async () => {
  for (const which of REQUESTS.keys()) {
    const answers = await Promise.all(
      fleet.instances.map(async ({ url }, index) => {
        // From three addresses, so that the same number of calls is left each time.
        const caller = {
          address: `192.0.2.${which * 10 + index}`,
          key: fleet.keys[index] as string,
        };
        const { answer } = await ask(url, which, caller);
        const { "request-id": id, date, ...headers } = answer?.headers ?? {};
        expect([id, date]).toEqual([expect.any(String), expect.any(String)]);
        return { ...answer, headers };
      }),
    );
    expect(answers[0]).toMatchObject({ status: 200 });
    expect(answers.slice(1)).toEqual([answers[0], answers[0]]);
  }
});

test("of 60 calls of a caller at once, all instances together admit 20, even if a clock is ahead", async () => {
  const fallbacks = async () => {
    const counts = await Promise.all(fleet.instances.map((instance) => instance.fallbacks()));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  // On a machine so busy that Redis answers late, instances count locally: such a round proves
  // nothing.
  for (let round = 0; ; round += 1) {
    await untilLimiter("shared", ...fleet.instances);
    const before = await fallbacks();
    const caller = { address: `198.51.100.${round}`, key: fleet.keys[0] as string };
    const asked = await Promise.all(
      Array.from({ length: 60 }, (_, call) => ask(fleet.url, call % 4, caller)),
    );
    if ((await fallbacks()) > before) continue;
    const statuses = asked.map(({ answer }) => answer?.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    const refused = asked.filter(({ answer }) => answer?.status === 429);
    expect(refused.every(({ answer }) => Number(answer?.headers["retry-after"]) >= 1)).toBe(true);
    const traces = new Set(asked.map(({ trace }) => trace));
    for (const instance of fleet.instances)
      await eventually(() => instance.traces().some((trace) => traces.has(trace)));
    const [ahead, other] = fleet.instances.map((instance) => instance.lastLogged());
    expect(Number(ahead) - Number(other)).toBeGreaterThan(30_000);
    return;
  }
});

test("when an instance is killed, only its requests in flight fail", async () => {
  const [victim, ...survivors] = fleet.instances as [Instance, ...Instance[]];
  const load = new FleetLoad(fleet);
  await load.answered(150);
  await victim.stop("SIGKILL");
  const diedAt = performance.now();
  const askedBefore = load.made.length;
  await load.answered(150);
  await load.stop();
  await victim.start();

  const survived = await answeredBy(survivors, load.made.slice(askedBefore));
  const logged = [victim, ...survivors].flatMap((instance) => instance.traces());
  expect(new Set(logged).size).toBe(logged.length);
  for (const { trace, connectedAt } of load.failures) {
    expect(survived).not.toContain(trace);
    expect(connectedAt).toBeLessThan(diedAt);
  }
  // Each caller has one request in flight.
  expect(load.failures.length).toBeLessThanOrEqual(FleetLoad.callers);
  expect(load.answers).toEqual({ statuses: [200], bodies: [1, 1, 1, 1] });
});

slowTest("restarting the instances one after the other fails no request", async () => {
  const load = new FleetLoad(fleet);
  for (const instance of fleet.instances) {
    await load.answered(30);
    expect(await instance.stop("SIGTERM")).toBe(0);
    await instance.start();
    await eventually(() => instance.traces("start").length > 0);
  }
  await load.stop();
  expect(load.failures).toEqual([]);
  expect(load.answers).toEqual({ statuses: [200], bodies: [1, 1, 1, 1] });
});

/** The traces of all requests that the survivors answered, once the last of them are logged. */
async function answeredBy(survivors: Instance[], last: Asked[]): Promise<string[]> {
  const answered = last.flatMap(({ trace, answer }) => (answer ? [trace] : []));
  const logged = () => survivors.flatMap((instance) => instance.traces());
  await eventually(() => {
    const traces = new Set(logged());
    return answered.every((trace) => traces.has(trace));
  });
  return logged();
}
