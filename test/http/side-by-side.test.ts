import Koa from "koa";
import { sideBySide } from "../../src/http/side-by-side.js";
import { readCorpus } from "../slips/slip.js";
import { exampleRequest } from "../support/example-request.js";
import { ERAS, toolCall } from "../support/mcp.js";
import { RawConnection } from "../support/raw-connection.js";
import { rawRequest } from "../support/raw-request.js";
import { IS_OF_ALL } from "../support/runs.js";
import { serve } from "../support/serve.js";
import { startService } from "../support/service.js";

describe("requests that arrive together", () => {
  const steps: string[] = [];
  let url: string;
  beforeAll(async () => {
    const app = new Koa();
    app.silent = true;
    app.use(sideBySide());
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
    expect([(await connection.answer()).body, (await connection.answer()).body]).toEqual(["/a", "/b"]);
    expect(steps).toEqual(["/a starts", "/b starts", "/a ends", "/b ends"]);
    connection.socket.destroy();
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

test("calls that are handled side by side are answered as if each were alone", async () => {
  const service = await startService({ RATE_LIMIT_CALLS: "10000" });
  const headers = { Authorization: `Bearer ${service.key}` };
  const { cases } = readCorpus(new URL("../slips/bike-rides/", import.meta.url));
  const doors = [
    (request: object) => ({ path: "/api/validate", headers, body: JSON.stringify(request) }),
    (request: object) => ({ path: "/api/build", headers, body: JSON.stringify(request) }),
    ...ERAS.map(
      ([, era]) =>
        (request: object) =>
          toolCall(era, service.key)("validateProposal", request),
    ),
  ];
  const calls = cases.slice(0, IS_OF_ALL ? 168 : 72).map(({ sent: candidate }, at) => {
    const door = doors[at % doors.length] as (typeof doors)[number];
    return rawRequest(door({ ...exampleRequest(), candidate }));
  });
  const connection = await RawConnection.open(service.url);
  const alone = [];
  for (const call of calls) {
    connection.send(call);
    alone.push((await connection.answer()).body);
  }
  connection.socket.destroy();
  // Only now: connections on which nothing is sent are closed after some seconds.
  const connections = await Promise.all(Array.from({ length: 24 }, () => RawConnection.open(service.url)));
  try {
    const together: string[] = [];
    for (let at = 0; at < calls.length; at += connections.length) {
      const sent = calls.slice(at, at + connections.length);
      for (const [lane, call] of sent.entries()) connections[lane]?.send(call);
      const answers = await Promise.all(sent.map((_, lane) => connections[lane]?.answer()));
      together.push(...answers.map((answer) => answer?.body ?? ""));
    }
    expect(together).toEqual(alone);
  } finally {
    for (const { socket } of connections) socket.destroy();
  }
});
