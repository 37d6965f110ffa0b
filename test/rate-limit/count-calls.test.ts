import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import Koa from "koa";
import { countCalls } from "../../src/rate-limit/count-calls.js";
import { LocalWindow } from "../../src/rate-limit/local-window.js";
import { NONCES } from "./window-suite.js";

describe("counting a call", () => {
  let server: Server | undefined;
  afterEach(async () => {
    server?.close();
    if (server) await once(server, "close");
  });

  /** Responds with the decision; everything else in the response comes from `countCalls`. */
  async function serve(calls: number): Promise<string> {
    const count = countCalls(new LocalWindow({ calls, windowSeconds: 60 }, NONCES), (decision) => {
      throw Object.assign(new Error("too many calls"), { decision });
    });
    const app = new Koa();
    app.use(async (ctx) => {
      try {
        ctx.body = await count(ctx, ctx.path);
      } catch (error) {
        ctx.body = (error as { decision: object }).decision;
      }
    });
    server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const get = (url: string) => fetch(url, { headers: { connection: "close" } });

  test("returns a decision, and reports in the headers what is left", async () => {
    const url = await serve(2);
    const answers = [await get(`${url}/a`), await get(`${url}/a`), await get(`${url}/a`)];
    expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([
      { admitted: true, replayed: false, remaining: 1, resetSeconds: 60 },
      { admitted: true, replayed: false, remaining: 0, resetSeconds: 60 },
      { admitted: false, replayed: false, remaining: 0, resetSeconds: 60 },
    ]);
    expect(answers.map(({ headers }) => headers.get("RateLimit-Policy"))).toEqual(Array(3).fill('"calls";q=2;w=60'));
    expect(answers.map(({ headers }) => headers.get("RateLimit"))).toEqual([
      '"calls";r=1;t=60',
      '"calls";r=0;t=60',
      '"calls";r=0;t=60',
    ]);
  });

  test("counts each key separately, and 100 simultaneous calls exactly", async () => {
    const url = await serve(20);
    const admitted = async (path: string) => {
      const answers = await Promise.all(Array.from({ length: 100 }, () => get(url + path)));
      const decisions = await Promise.all(answers.map((answer) => answer.json() as Promise<{ admitted: boolean }>));
      return decisions.filter((decision) => decision.admitted).length;
    };
    expect(await Promise.all([admitted("/a"), admitted("/b")])).toEqual([20, 20]);
  });
});
