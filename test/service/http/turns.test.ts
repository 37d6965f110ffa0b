import { setImmediate as nextTurn } from "node:timers/promises";
import type { Context } from "koa";
import { Turns } from "../../../src/service/http/turns.js";

const SMALL = 1024;
const LARGE = 60 * 1024;

describe("callers take turns", () => {
  let turns: Turns;
  let log: string[];
  beforeEach(() => {
    turns = new Turns();
    log = [];
  });
  const send = (key: string, bytes: number, { name = key, destroyed = false, ms = 0 } = {}) => {
    const ctx = {
      request: { body: Buffer.alloc(bytes) },
      req: { socket: { destroyed } },
      state: { charge: { key } },
    };
    return turns.run(ctx as unknown as Context, async () => {
      const until = performance.now() + ms;
      while (performance.now() < until);
      log.push(name);
    });
  };

  test("expensive bodies are checked one per turn of the event loop, callers in turn", async () => {
    const all = [..."aaabbc"].map((caller) => send(caller, LARGE, { ms: 11 }));
    await nextTurn();
    expect(log.length).toBeLessThanOrEqual(1);
    await Promise.all(all);
    expect(log.join("")).toBe("abcaba");
  });

  test("small bodies do not wait for large ones", async () => {
    await Promise.all([
      send("a", LARGE, { ms: 11 }),
      send("b", LARGE, { ms: 11 }),
      send("c", SMALL),
    ]);
    expect(log.join("").indexOf("c")).toBeLessThan(2);
  });

  test("small bodies wait too when those of this turn have taken long", async () => {
    const all = [send("a", SMALL, { ms: 12 }), send("b", SMALL), send("c", LARGE)];
    await Promise.all([...all, nextTurn().then(() => log.push("turn"))]);
    expect(log.indexOf("turn")).toBeLessThan(log.indexOf("b"));
  });

  test("a body whose connection was closed while it waited is not checked", async () => {
    const closed = expect(send("a", LARGE, { destroyed: true })).rejects.toThrow(
      /the connection was closed/,
    );
    await Promise.all([closed, send("b", LARGE)]);
    expect(log).toEqual(["b"]);
  });

  test("when too much waits, the caller that holds most loses its last body, and is told when to come back", async () => {
    const refused: unknown[] = [];
    const many = Array.from({ length: 430 }, (_, at) =>
      send("greedy", 64 * 1024, { name: String(at) }).catch((error) => refused.push(error)),
    );
    const other = send("modest", LARGE);
    await Promise.all([...many, other]);
    expect(refused.length).toBeGreaterThan(10);
    expect(refused[0]).toMatchObject({ code: "overloaded", details: { retryAfterSeconds: 5 } });
    expect(log).toContain("modest");
    expect(log).toContain("0");
  });
});
