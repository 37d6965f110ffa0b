import { readFileSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { dirname, join } from "node:path";
import { CallError, Client } from "../../src/client/client.js";
import { exampleRequest } from "../support/example-request.js";
import { serve } from "../support/serve.js";
import { startService } from "../support/service.js";
import { AUDIENCE, KNOWN_KEY, PRIVATE_JWK as key } from "../support/signed-call.js";
import { temporaryFile } from "../support/temporary-file.js";

/** Counts the answers by status. */
function counting(): { fetch: typeof fetch; statuses: number[] } {
  const statuses: number[] = [];
  return {
    statuses,
    fetch: async (...args) => {
      const response = await fetch(...args);
      statuses.push(response.status);
      return response;
    },
  };
}

const keys = await temporaryFile({ keys: [KNOWN_KEY.jwk] });
const service = await startService({
  RATE_LIMIT_CALLS: "1000",
  RATE_LIMIT_WINDOW_SECONDS: "3600",
  AGENT_PROXY_KEYS_FILE: keys.path,
  AUDIENCE,
});

describe("a client with a key", () => {
  const client = new Client({ url: `${service.url}/`, key: service.key });

  test("lists domains, validates and builds, and knows its budget", async () => {
    const { domains } = await client.domains();
    expect(domains).toEqual([expect.objectContaining({ domainId: "generator-option" })]);
    expect(await client.validate(exampleRequest())).toMatchObject({ valid: true });
    const built = await client.build(exampleRequest());
    // A compile-time check too: a valid result has a package.
    expect(built.valid && built.proposalPackage.formatVersion).toBe("1");
    expect(client.budget).toEqual({ left: 997, limit: 1000, resetSeconds: expect.any(Number) });
  });

  test("settles what can be repaired", async () => {
    const flawed = exampleRequest({
      supportedStrategies: ["fast", "realstic"],
      generatorId: "City_Weather",
    });
    const before = structuredClone(flawed);
    const { valid, request, result, open } = await client.settle(flawed);
    expect([valid, result.valid, open]).toEqual([true, true, []]);
    expect(request.candidate).toMatchObject({
      supportedStrategies: ["fast", "realistic"],
      generatorId: "city-weather",
    });
    expect(flawed).toEqual(before);
    expect(await client.build(request)).toMatchObject({ valid: true });
  });

  test("hands over what only an author can decide, with all the rest repaired", async () => {
    const flawed = exampleRequest({
      supportedStrategies: ["realstic"],
      owner: { kind: "agent", id: "a" },
    });
    const { valid, request, open } = await client.settle(flawed);
    expect(valid).toBe(false);
    expect(request.candidate).toMatchObject({
      supportedStrategies: ["realistic"],
      owner: { kind: "agent" },
    });
    expect(open.map(({ code, path }) => [code, path])).toEqual([
      ["owner-kind-is-allowed", "/candidate/owner/kind"],
    ]);
  });

  test.each<[title: string, request: object]>([
    [
      "a misspelled name",
      {
        target_product: "sample-studio",
        domainId: "generator-option",
        candidate: exampleRequest().candidate,
      },
    ],
    [
      "a candidate as a string",
      { ...exampleRequest(), candidate: JSON.stringify(exampleRequest().candidate) },
    ],
    ["a candidate in a list", { ...exampleRequest(), candidate: [exampleRequest().candidate] }],
    ["a title as the domain", { ...exampleRequest(), domainId: "Generator Option" }],
  ])("settles a refused request with %s", async (_, request) => {
    const settled = await client.settle(request as ReturnType<typeof exampleRequest>);
    expect([settled.valid, settled.request]).toEqual([true, exampleRequest()]);
  });

  test("throws the refusal of a request that has no repair", async () => {
    const request = { ...exampleRequest(), domainId: "no such thing" };
    await expect(client.settle(request)).rejects.toMatchObject({
      problem: { code: "unknown-domain" },
    });
  });

  test("goes on as long as repairs remove errors, and returns the one that does not", async () => {
    const [diagnostics, repair] = [
      [{ severity: "error" }, { severity: "warning" }],
      { patch: [], remaining: 1 },
    ];
    let calls = 0;
    const { url } = await serve((_, response) => {
      const repaired = { round: ++calls };
      const summary = { errors: calls < 8 ? 100 - calls : 93 };
      response.end(JSON.stringify({ valid: false, summary, diagnostics, repair, repaired }));
    });
    const { request, result, open } = await new Client({ url }).settle(exampleRequest());
    expect([calls, request.candidate, result.repair]).toEqual([8, { round: 7 }, repair]);
    expect(open).toEqual([{ severity: "error" }]);
  });

  test("throws a refusal with its problem, and does not repeat the call", async () => {
    const { fetch, statuses } = counting();
    const wrong = new Client({ url: service.url, key: "ai_wrong", fetch });
    const error = await wrong.validate(exampleRequest()).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(CallError);
    expect([error.status, error.problem.code, statuses]).toEqual([
      401,
      "invalid-credentials",
      [401],
    ]);
  });

  test("throws an answer that is none of the service", async () => {
    const elsewhere = new Client({ url: `${service.url}/openapi.json?` });
    await expect(elsewhere.build(exampleRequest())).rejects.toMatchObject({ name: "CallError" });
    const { url } = await serve((_, response) => {
      response.writeHead(502, { "Content-Type": "application/problem+json" }).end('{"code":');
    });
    const cutOff = { name: "CallError", status: 502, problem: undefined };
    await expect(new Client({ url }).domains()).rejects.toMatchObject(cutOff);
  });

  test("ends when its caller does not want the answer any more", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(client.domains({ signal })).rejects.toThrow("enough");
  });
});

test("at the rate limit, a client waits for its turn and is never refused", async () => {
  const service = await startService({ RATE_LIMIT_CALLS: "2", RATE_LIMIT_WINDOW_SECONDS: "1" });
  const { fetch, statuses } = counting();
  const client = new Client({ url: service.url, fetch });
  for (let call = 0; call < 5; call++) await client.domains();
  expect(statuses).toEqual([200, 200, 200, 200, 200]);
});

test.each([
  ["429", 429, () => "1"],
  ["503", 503, () => "1"],
  ["503 with a date", 503, () => new Date(Date.now() + 1000).toUTCString()],
])(
  "after %s, a client waits as long as Retry-After says and calls again",
  async (_, status, retryAfter) => {
    const events: string[] = [];
    const { url } = await serve((_, response) => {
      events.push("called");
      if (events.length > 1) return response.end('{"domains":[]}');
      // Its body does not end by itself: the client gives it up.
      response.on("close", () => events.push("given up"));
      return response.writeHead(status, { "Retry-After": retryAfter() }).write("{");
    });
    expect(await new Client({ url }).domains()).toEqual({ domains: [] });
    expect(events).toEqual(["called", "given up", "called"]);
  },
);

test.each([
  ["zero", () => "0"],
  ["a date in the past", () => new Date(Date.now() - 5_000).toUTCString()],
])(
  "Retry-After of %s makes no loop of calls, and the time that passes ends the call",
  async (_, retryAfter) => {
    let calls = 0;
    const { url } = await serve((_, response) => {
      calls++;
      response.writeHead(503, { "Retry-After": retryAfter() }).end();
    });
    const client = new Client({ url, maxWaitSeconds: 2 });
    await expect(client.domains()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 0 });
    expect(calls).toBeLessThanOrEqual(2);
  },
);

test.each<[title: string, fail: (response: ServerResponse) => void]>([
  ["a connection that was reset", (response) => response.socket?.resetAndDestroy()],
  ["503 without Retry-After", (response) => response.writeHead(503).end()],
])("after %s, a client calls again", async (_, fail) => {
  let calls = 0;
  const { url } = await serve((_, response) => {
    if (++calls === 1) fail(response);
    else response.end('{"domains":[]}');
  });
  expect(await new Client({ url }).domains()).toEqual({ domains: [] });
});

test("no answer in time is a CallError with its cause", async () => {
  const { url } = await serve(() => {});
  const thrown = await new Client({ url, timeoutMs: 200, maxWaitSeconds: 0 })
    .domains()
    .catch((error) => error);
  expect(thrown).toMatchObject({
    name: "CallError",
    status: undefined,
    cause: { name: "TimeoutError" },
  });
  expect(thrown.message).toMatch(/no answer within 200 ms/);
});

test.each<[title: string, answer: (response: ServerResponse) => void, error: object]>([
  [
    "a closed connection",
    (response) => response.socket?.resetAndDestroy(),
    { status: undefined, cause: { name: "TypeError" }, message: /failed/ },
  ],
  [
    "an answer that is not JSON",
    (response) => response.end("<html>"),
    { status: 200, cause: { name: "SyntaxError" }, message: /not JSON/ },
  ],
  [
    "an answer that is no result",
    (response) => response.end("null"),
    { status: 200, message: /no result/ },
  ],
])(
  "%s is a CallError with its cause",
  async (_, answer, { message, ...error }: { message?: RegExp }) => {
    const { url } = await serve((_, response) => answer(response));
    const thrown = await new Client({ url, maxWaitSeconds: 0 }).domains().catch((error) => error);
    expect(thrown).toMatchObject({ ...error, name: "CallError" });
    expect(thrown.message).toMatch(message as RegExp);
  },
);

test("a request that is no JSON is a CallError with its cause, and is not sent", async () => {
  const request = { ...exampleRequest(), candidate: { count: 1n } };
  const error = {
    name: "CallError",
    message: expect.stringContaining("JSON"),
    cause: { name: "TypeError" },
  };
  const client = new Client({ url: "http://localhost:1", key: "ai_x" });
  await expect(client.validate(request)).rejects.toMatchObject(error);
  await expect(client.settle(request)).rejects.toMatchObject(error);
});

test("a redirect is a CallError that names its target, and is not followed", async () => {
  const { url } = await serve((_, response) =>
    response.writeHead(308, { Location: "https://assay.example/" }).end(),
  );
  const error = {
    name: "CallError",
    status: 308,
    message: expect.stringContaining("https://assay.example/"),
  };
  await expect(new Client({ url }).domains()).rejects.toMatchObject(error);
});

test.each(["localhost:8080", "assay.example", "", "ftp://assay.example"])(
  "the URL %j is refused at once",
  (url) => {
    expect(() => new Client({ url })).toThrow(
      `"${url}" is not the URL of a service; write it like https://assay.example`,
    );
  },
);

test("a date in Retry-After is one of the service's own clock", async () => {
  const headers = {
    date: "Wed, 21 Oct 2015 07:28:00 GMT",
    "retry-after": "Wed, 21 Oct 2015 09:28:00 GMT",
  };
  const client = new Client({
    url: service.url,
    fetch: async () => new Response(null, { status: 503, headers }),
  });
  await expect(client.domains()).rejects.toMatchObject({ retryAfterSeconds: 7200 });
});

test("a wait that is longer than allowed is thrown with its length", async () => {
  let calls = 0;
  const { url } = await serve((_, response) => {
    response.setHeader("RateLimit", '"calls";r=0;t=600');
    if (calls++ === 0) return response.end('{"domains":[]}');
    response.writeHead(429, { "Content-Type": "application/problem+json", "Retry-After": "600" });
    return response.end('{"code":"rate-limited"}');
  });
  const client = new Client({ url });
  await client.domains();
  const error = await client.domains().catch((thrown) => thrown);
  expect([error.status, error.problem.code, error.retryAfterSeconds]).toEqual([
    429,
    "rate-limited",
    600,
  ]);
});

test("a client that signs calls is accepted for the operation that it names", async () => {
  const client = new Client({
    url: service.url,
    signing: { key, agent: "agent_7f3", audience: AUDIENCE },
  });
  expect((await client.domains()).domains).toHaveLength(1);
  expect(await client.validate(exampleRequest())).toMatchObject({ valid: true });
  expect(await client.build(exampleRequest())).toMatchObject({ valid: true });
  const other = new Client({ url: service.url, signing: { key, agent: "agent_7f3" } });
  await expect(other.validate(exampleRequest())).rejects.toMatchObject({ status: 401 });
});

test("what is compiled runs in a browser: no module of Node and no package is imported", () => {
  const files = new Set(["dist/client/client.js"]);
  for (const file of files)
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(
      /(?:from|import\(|^import) ?"([^"]+)"/gm,
    )) {
      expect([file, name]).toEqual([file, expect.stringMatching(/^\.\.?\//)]);
      files.add(join(dirname(file), name));
    }
});
