import { setImmediate as nextTurn } from "node:timers/promises";
import { FairQueue } from "../../../src/service/http/fair-queue.js";

describe("a fair queue", () => {
  let queue: FairQueue;
  let log: string[];
  let milliseconds = 0;
  beforeEach(() => {
    queue = new FairQueue(() => milliseconds);
    log = [];
  });
  const work = (caller: string, taking: number, name = caller) =>
    queue.run(caller, taking, async () => {
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
    await queue.run("a", 20, async (pause) => {
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
});
