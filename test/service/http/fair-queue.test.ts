import { setImmediate as nextTurn } from "node:timers/promises";
import { FairQueue } from "../../../src/service/http/fair-queue.js";

describe("a fair queue", () => {
  let queue: FairQueue;
  let log: string[];
  let milliseconds = 0;
  beforeEach(() => {
    queue = new FairQueue(() => milliseconds);
    log = [];
    milliseconds = 0;
  });
  /** A body of a kilobyte is expected to take a millisecond. */
  const work = (caller: string, taking: number, name = caller) =>
    queue.run(caller, taking * 1024, async () => {
      await null;
      milliseconds += taking;
      log.push(name);
    });

  test("does short work one after the other in the same turn", async () => {
    const turn = nextTurn().then(() => log.push("next turn"));
    await Promise.all([work("a", 0, "1"), work("a", 0, "2"), work("a", 0, "3"), turn]);
    expect(log).toEqual(["1", "2", "3", "next turn"]);
  });

  test("leaves turns to others between long pieces of work", async () => {
    const turn = nextTurn().then(() => log.push("next turn"));
    await Promise.all([work("a", 12, "1"), work("a", 12, "2"), turn]);
    expect(log).toEqual(["1", "next turn", "2"]);
  });

  test("lets work that pauses leave a turn to others once it has taken long, and no earlier", async () => {
    await queue.run("a", 0, async (pause) => {
      expect(pause()).toBeUndefined();
      milliseconds += 12;
      void nextTurn().then(() => log.push("next turn"));
      await pause();
      log.push("work");
      expect(pause()).toBeUndefined();
    });
    expect(log).toEqual(["next turn", "work"]);
  });

  test("serves the caller first who was served least", async () => {
    await Promise.all([
      ...[1, 2, 3, 4].map((at) => work("large", 12, `large ${at}`)),
      ...[1, 2].map((at) => work("small", 1, `small ${at}`)),
    ]);
    expect(log.slice(0, 3)).toEqual(["large 1", "small 1", "small 2"]);
  });

  test("does not let small work wait for the large work of callers who came first", async () => {
    await Promise.all([..."abcd"].map((caller) => work(caller, 40)).concat(work("small", 1)));
    expect(log.join(" ")).toBe("a small b c d");
  });

  test("serves equal callers in turn", async () => {
    await Promise.all([..."aaa", ..."bbb"].map((caller) => work(caller, 12)));
    expect(log.join("")).toBe("ababab");
  });

  test("does not put off a caller who was served before for ever because of newcomers", async () => {
    const before = Promise.all([work("a", 30, "a 1"), work("a", 30, "a 2")]);
    let newcomers = 0;
    const arrive = (): Promise<void> =>
      work(`newcomer ${newcomers++}`, 30).then(() => (newcomers < 40 ? arrive() : undefined));
    await Promise.all([before, arrive(), arrive(), arrive()]);
    expect(log.indexOf("a 2")).toBeLessThan(15);
  });

  test("rejects the promise of work that throws, and does the next one", async () => {
    const failed = queue.run("a", 0, async () => {
      await null;
      throw new Error("wrong");
    });
    const next = work("a", 0, "next");
    await expect(failed).rejects.toThrow("wrong");
    await next;
    expect(log).toEqual(["next"]);
  });

  /** Keeps the queue busy until it is called. */
  const block = () => {
    let end = () => {};
    const blocked = queue.run("first", 0, () => new Promise<void>((resolve) => (end = resolve)));
    return { end, blocked };
  };
  const refusal = (seconds: number) => ({ code: "overloaded", details: { retryAfterSeconds: seconds } });
  const MEGABYTE = 2 ** 20;

  test("refuses what would make one caller hold more than 8 MiB, and nothing of others", async () => {
    const { end, blocked } = block();
    const held = Array.from({ length: 7 }, (_, at) => queue.run("a", MEGABYTE, async () => log.push(`a ${at}`)));
    milliseconds += 2_500;
    await expect(queue.run("a", MEGABYTE, async () => {})).rejects.toMatchObject(refusal(3));
    const other = queue.run("b", MEGABYTE, async () => log.push("b"));
    end();
    await Promise.all([blocked, ...held, other]);
    expect(log).toHaveLength(8);
  });

  test("takes the last piece from the caller with the most, so that a full queue has room for others", async () => {
    const { end, blocked } = block();
    const callers = ["a", "b", "c", "d", "e"];
    const held = callers.map((caller) =>
      Promise.allSettled([6, 1].map((size) => queue.run(caller, size * MEGABYTE, async () => caller))),
    );
    // Five times 7 MiB are more than 32.
    const small = queue.run("small", 1_000, async () => "small");
    end();
    const outcomes = (await Promise.all(held)).map((pieces) => pieces.map(({ status }) => status));
    expect(await small).toBe("small");
    expect(outcomes.map(([first]) => first)).toEqual(Array(5).fill("fulfilled"));
    expect(outcomes.filter(([, last]) => last === "rejected").length).toBeGreaterThan(0);
    await blocked;
  });

  test("counts requests as well as bytes: thousands of small bodies do not wait", async () => {
    const { end, blocked } = block();
    const all = Array.from({ length: 3_000 }, (_, at) => queue.run(`${at % 100}`, 10, async () => {}));
    const outcomes = Promise.allSettled(all);
    end();
    await blocked;
    const refused = (await outcomes).filter(({ status }) => status === "rejected");
    expect(refused.length).toBeGreaterThan(900);
    expect(refused.length).toBeLessThan(1_000);
  });

  test("refuses what has waited for 20 s, and does the rest", async () => {
    const { end, blocked } = block();
    const early = work("a", 1, "early");
    milliseconds += 15_000;
    const late = work("b", 1, "late");
    milliseconds += 6_000;
    const refused = expect(early).rejects.toMatchObject(refusal(21));
    end();
    await Promise.all([blocked, refused, late]);
    expect(log).toEqual(["late"]);
  });

  test("does the second turn of a request before requests that came later", async () => {
    const { end, blocked } = block();
    const turns = async (name: string) => {
      const since = queue.now();
      for (const turn of [1, 2]) await queue.run("a", 1024, async () => log.push(`${name} ${turn}`), since);
    };
    const both = [turns("early"), turns("late")];
    milliseconds += 1;
    const last = queue.run("a", 1024, async () => log.push("last"));
    end();
    await Promise.all([blocked, ...both, last]);
    expect(log).toEqual(["early 1", "late 1", "early 2", "late 2", "last"]);
  });

  test("counts the waiting of both turns of a request together", async () => {
    const since = queue.now();
    const turnAfter = async (waited: number) => {
      const { end, blocked } = block();
      const turn = queue.run("a", 1024, async () => "done", since);
      milliseconds += waited;
      end();
      await blocked;
      return turn;
    };
    expect(await turnAfter(12_000)).toBe("done");
    await expect(turnAfter(9_000)).rejects.toMatchObject(refusal(21));
  });

  test("starts cheap work at once for 10 ms of a turn, while others wait", async () => {
    const { end, blocked } = block();
    const atOnce = () => queue.tryAtOnce(() => (milliseconds += 4));
    expect([atOnce(), atOnce(), atOnce(), atOnce()]).toEqual([4, 8, 12, undefined]);
    await nextTurn();
    expect(atOnce()).toBe(16);
    end();
    await blocked;
  });
});
