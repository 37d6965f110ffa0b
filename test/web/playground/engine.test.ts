import { Engine } from "../../../web/playground/engine.js";
import type { Call, CheckRequest, Reply } from "../../../web/playground/protocol.js";

const SETTINGS = { baseUrl: "http://localhost:8080", bodyLimit: 65_536 };
const REQUEST: CheckRequest = {
  text: "{}",
  domainId: "d",
  version: "v1",
  isCurrent: true,
  targetProduct: "t",
  targetUrl: "http://t",
};

/** Replies only on demand. */
class FakeWorker {
  static all: FakeWorker[] = [];
  readonly calls: Call[] = [];
  isTerminated = false;
  onmessage: (event: { data: Reply }) => void = () => {};
  onerror: () => void = () => {};

  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(call: Call): void {
    this.calls.push(call);
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

beforeEach(() => {
  FakeWorker.all = [];
  Object.assign(globalThis, { Worker: FakeWorker });
});
afterEach(() => {
  Reflect.deleteProperty(globalThis, "Worker");
});

test("of the checks that are asked for while one runs, only the last is made", async () => {
  const engine = new Engine("worker.js", SETTINGS, () => {});
  const [worker] = FakeWorker.all as [FakeWorker];
  const checks = ["1", "2", "3"].map((text) => engine.latest("check", { ...REQUEST, text }));
  worker.onmessage({ data: { id: worker.calls.at(-1)?.id as number, value: "first" } });
  expect(await Promise.all(checks.slice(0, 2))).toEqual(["first", undefined]);
  worker.onmessage({ data: { id: worker.calls.at(-1)?.id as number, value: "last" } });
  expect(await checks[2]).toBe("last");
  expect(worker.calls.map(({ name }) => name)).toEqual(["configure", "check", "check"]);
});

test("when the worker fails, nothing waits for it any more, and the next call starts another", async () => {
  let failures = 0;
  const engine = new Engine("worker.js", SETTINGS, () => failures++);
  const [first] = FakeWorker.all as [FakeWorker];
  const load = engine.call("load", {});
  const checks = [engine.latest("check", REQUEST), engine.latest("check", REQUEST)];
  first.onerror();
  await expect(load).rejects.toThrow("the worker failed");
  expect(await Promise.all(checks)).toEqual([undefined, undefined]);
  expect([failures, first.isTerminated, FakeWorker.all.length]).toEqual([1, true, 1]);

  const again = engine.call("load", {});
  const [, second] = FakeWorker.all as [FakeWorker, FakeWorker];
  expect(second.calls.map(({ name }) => name)).toEqual(["configure", "load"]);
  second.onmessage({ data: { id: second.calls[1]?.id as number, value: undefined } });
  expect(await again).toBeUndefined();
});
