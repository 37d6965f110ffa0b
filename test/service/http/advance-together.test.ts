import { setImmediate as nextTurn } from "node:timers/promises";
import Koa, { type Context } from "koa";
import { advanceTogether } from "../../../src/service/http/advance-together.js";
import { RawConnection } from "../../support/raw-connection.js";
import { rawRequest } from "../../support/raw-request.js";
import { serve } from "../../support/serve.js";

describe("requests that arrive together", () => {
  const steps: string[] = [];
  let url: string;
  beforeAll(async () => {
    const app = new Koa();
    app.silent = true;
    app.use(advanceTogether());
    app.use(async (ctx) => {
      steps.push(`${ctx.path} starts`);
      await null;
      if (ctx.path === "/throws") throw new Error("wrong");
      steps.push(`${ctx.path} ends`);
      ctx.body = ctx.path;
    });
    ({ url } = await serve(app.callback()));
  });
  beforeEach(() => steps.splice(0));

  test("advance together, one step after the other", async () => {
    const connection = await RawConnection.open(url);
    connection.send(Buffer.concat(["/a", "/b"].map((path) => rawRequest({ path }))));
    expect([(await connection.answer()).body, (await connection.answer()).body]).toEqual([
      "/a",
      "/b",
    ]);
    expect(steps).toEqual(["/a starts", "/b starts", "/a ends", "/b ends"]);
    connection.socket.destroy();
  });

  test("follow in later turns if there are more than 32", async () => {
    const advance = advanceTogether();
    let started = 0;
    for (let request = 0; request < 70; request++)
      void advance({} as Context, async () => void started++);
    const counts = [];
    while (started < 70) {
      await nextTurn();
      counts.push(started);
    }
    expect(counts).toEqual([32, 64, 70]);
  });

  test("are answered even if one of them throws", async () => {
    const connection = await RawConnection.open(url);
    connection.send(Buffer.concat(["/a", "/throws", "/b"].map((path) => rawRequest({ path }))));
    const statuses = [];
    for (let answer = 0; answer < 3; answer++) statuses.push((await connection.answer()).status);
    expect(statuses).toEqual([200, 500, 200]);
    connection.socket.destroy();
  });
});
