import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { inCohorts } from "../../src/http/cohorts.js";
import { ERAS, toolCall } from "../mcp/message.js";
import { readCorpus } from "../slips/slip.js";
import { exampleRequest } from "../support/example-request.js";
import { RawConnection } from "../support/raw-connection.js";
import { rawRequest } from "../support/raw-request.js";
import { startService } from "../support/service.js";

describe("requests that arrive together", () => {
  const request = () => new IncomingMessage(new Socket());
  const handled: IncomingMessage[] = [];
  const arrive = inCohorts((one) => handled.push(one));
  beforeEach(() => handled.splice(0));

  test("are handled together in the same turn, in their order", async () => {
    const requests = Array.from({ length: 32 }, request);
    for (const one of requests) arrive(one, new ServerResponse(one));
    expect(handled).toEqual([]);
    await nextTurn();
    expect(handled.map((one) => requests.indexOf(one))).toEqual([...requests.keys()]);
  });

  test("are handled 32 at a time", async () => {
    const requests = Array.from({ length: 70 }, request);
    for (const one of requests) arrive(one, new ServerResponse(one));
    const counts = [];
    for (let turn = 0; turn < 3; turn++) {
      await nextTurn();
      counts.push(handled.length);
    }
    expect(counts).toEqual([32, 64, 70]);
    expect(handled.map((one) => requests.indexOf(one))).toEqual([...requests.keys()]);
  });

  test("are not handled if their client has left", async () => {
    const [left, stayed] = [request(), request()];
    for (const one of [left, stayed]) arrive(one, new ServerResponse(one));
    left.socket.destroy();
    await nextTurn();
    expect(handled.map((one) => one === stayed)).toEqual([true]);
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
  const calls = cases.slice(0, 168).map(({ sent: candidate }, at) => {
    const door = doors[at % doors.length] as (typeof doors)[number];
    return rawRequest(door({ ...exampleRequest(), candidate }));
  });
  const connections = await Promise.all(Array.from({ length: 24 }, () => RawConnection.open(service.url)));
  try {
    const alone = [];
    const [connection] = connections as [RawConnection];
    for (const call of calls) {
      connection.send(call);
      alone.push((await connection.answer()).body);
    }
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
    await service.stop();
  }
});
