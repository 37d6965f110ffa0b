import type { Context } from "koa";
import { requestQueue } from "../../../src/service/http/request-queue.js";

test("a body whose connection was closed while it waited is not worked on", async () => {
  const run = requestQueue();
  const bodyOf = (destroyed: boolean) => {
    // Smaller bodies do not wait.
    const request = { body: Buffer.alloc(9 * 1024) };
    return { request, req: { socket: { destroyed } }, state: { charge: { key: "a" } } } as unknown as Context;
  };
  const worked: string[] = [];
  const work = (name: string) => async () => worked.push(name);
  const closed = expect(run(bodyOf(true), work("closed"))).rejects.toThrow(/the connection was closed/);
  await Promise.all([closed, run(bodyOf(false), work("open"))]);
  expect(worked).toEqual(["open"]);
});
