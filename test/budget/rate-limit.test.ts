import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import Koa, { type Middleware } from "koa";
import { LocalWindow } from "../../src/budget/local-window.js";
import { rateLimit } from "../../src/budget/rate-limit.js";

describe("the rate limit of a door", () => {
  let server: Server | undefined;

  afterEach(async () => {
    server?.close();
    if (server) await once(server, "close");
  });

  async function serve(...middleware: Middleware[]): Promise<string> {
    const app = new Koa();
    for (const one of middleware) app.use(one);
    server = app.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const get = (url: string) => fetch(url, { headers: { connection: "close" } });
  const hello: Middleware = (ctx) => {
    ctx.body = "hello";
  };

  test("every counted answer says what is left, a refused one when to return", async () => {
    const limit = rateLimit(new LocalWindow({ calls: 2, windowSeconds: 60 }), {
      keyOf: (ctx) => ctx.ip,
      onRefused(ctx, seconds) {
        ctx.body = { wait: seconds };
      },
    });
    const url = await serve(limit, hello);
    const answers = [await get(url), await get(url), await get(url)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(answers.map(({ headers }) => headers.get("RateLimit-Policy"))).toEqual(Array(3).fill('"calls";q=2;w=60'));
    expect(answers.map(({ headers }) => headers.get("RateLimit"))).toEqual([
      '"calls";r=1;t=60',
      '"calls";r=0;t=60',
      '"calls";r=0;t=60',
    ]);
    expect(answers.map(({ headers }) => headers.get("Retry-After"))).toEqual([null, null, "60"]);
    expect(answers.flatMap(({ headers }) => [...headers.keys()].filter((name) => name.startsWith("x-")))).toEqual([]);
    expect(await answers[2]?.json()).toEqual({ wait: 60 });
  });

  test("what the door throws at a refusal reaches the door's own error handling, with the headers in place", async () => {
    const refusal = new Error("refused");
    const problems: Middleware = async (ctx, next) => {
      await next().catch((error) => {
        ctx.status = 429;
        ctx.body = { same: error === refusal };
      });
    };
    const limit = rateLimit(new LocalWindow({ calls: 1, windowSeconds: 60 }), {
      keyOf: () => "a",
      onRefused() {
        throw refusal;
      },
    });
    const url = await serve(problems, limit, hello);
    await get(url);
    const answer = await get(url);
    expect(await answer.json()).toEqual({ same: true });
    expect(answer.headers.get("content-type")).toMatch("application/json");
    expect(answer.headers.get("Retry-After")).toBe("60");
    expect(answer.headers.get("RateLimit")).toBe('"calls";r=0;t=60');
  });

  test("a call without a key is not counted", async () => {
    const limit = rateLimit(new LocalWindow({ calls: 1, windowSeconds: 60 }), {
      keyOf: () => undefined,
      onRefused: () => {},
    });
    const url = await serve(limit, hello);
    await get(url);
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.has("RateLimit")).toBe(false);
  });

  test("a refused call never reaches what lies behind", async () => {
    let reached = 0;
    const limit = rateLimit(new LocalWindow({ calls: 20, windowSeconds: 60 }), {
      keyOf: () => "a",
      onRefused: () => {},
    });
    const url = await serve(limit, () => {
      reached++;
    });
    const answers = await Promise.all(Array.from({ length: 100 }, () => get(url)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(80);
    expect(reached).toBe(20);
  });
});
