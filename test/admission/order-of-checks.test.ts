import { newKey } from "../../src/service/auth/stored-keys.js";
import { IdentityServer } from "../support/identity-server.js";
import { slowTimers } from "../support/node-args.js";
import type { RawAnswer } from "../support/raw-connection.js";
import type { RawRequest } from "../support/raw-request.js";
import { outputOf, send } from "../support/send.js";
import { startService } from "../support/service.js";
import {
  AUDIENCE,
  PROPOSAL,
  type SignedCallOptions,
  signedCall,
  signingKey,
} from "../support/signed-call.js";
import { temporaryFile } from "../support/temporary-file.js";
import { admitted, burst, validate } from "./calls.js";

type Headers = NonNullable<RawRequest["headers"]>;

const POLICY = '"calls";q=20;w=60';

const VARIANTS = [
  ..."GET /api/domains, HEAD /api/domains, GET /api/domains?fresh=1, GET /api/domains/, GET /API/domains".split(
    ", ",
  ),
  ..."POST /api/domains, POST /api/validate, POST /Api/Validate, GET /api/validate, OPTIONS /api/validate".split(
    ", ",
  ),
  ..."DELETE /api/build, POST /api, POST /api/, POST /api/validate/x, POST /api//validate, POST /api/%76alidate".split(
    ", ",
  ),
].map((line) => line.split(" ") as [method: string, path: string]);

const { key } = newKey("alice");
const signer = signingKey("key");
const proxyKeys = await temporaryFile({ keys: [signer.jwk] });
const identity = await IdentityServer.start();
identity.issue(key);
const service = await startService(
  {
    IDENTITY_URL: identity.url,
    IDENTITY_CLIENT_ID: identity.clientId,
    IDENTITY_CLIENT_SECRET: identity.clientSecret,
    AGENT_PROXY_KEYS_FILE: proxyKeys.path,
    AUDIENCE,
    TRUSTED_PROXIES: "127.0.0.0/8",
    LOG_LEVEL: "trace",
  },
  slowTimers(2.5),
);

// test/service/auth/introspection-verifier.test.ts has how long a key stays known, by a clock of
// its own.
test("a service asks its identity service about a key, and logs no secret", async () => {
  const [ALICE, BOB, CAROL] = [
    "ai_7Hq2-the-key-of-alice",
    "ai_9Zx5-the-key-of-bob",
    "ai_3Rt8-the-key-of-carol",
  ] as const;
  identity.issue(ALICE, { sub: "alice" });
  const status = async (key: string) => (await validate(service.url, key)).status;
  expect([await status(ALICE), await status(ALICE), await status(BOB)]).toEqual([200, 200, 401]);
  expect(identity.introspections).toBe(2);
  identity.condition = "failing";
  const other = await validate(service.url, CAROL);
  expect([other.status, JSON.parse(other.body).code]).toEqual([503, "identity-unavailable"]);
  expect(other.headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
  expect(await status(ALICE)).toBe(200);
  identity.condition = "well";
  const output = await outputOf(service);
  expect(service.logged("identity")).toMatchObject([
    { level: "warn", detail: expect.stringMatching(/500/) },
  ]);
  expect(service.logged("request")[0]).toMatchObject({ caller: "alice" });
  expect(
    [ALICE, BOB, CAROL, identity.clientSecret].filter((secret) => output.includes(secret)),
  ).toEqual([]);
});

describe("checks in the order caller, rate limit, key, body:", () => {
  let callers = 0;

  /** Each test uses its own caller. */
  const newAddress = () => `192.0.2.${callers++}`;

  function from(
    address: string,
    path: string,
    { headers, ...rest }: RawRequest = {},
  ): Promise<RawAnswer> {
    return send(
      { url: service.url },
      { path, ...rest, headers: { ...headers, "X-Forwarded-For": address } },
    );
  }
  const post = (address: string, headers: Headers, body = PROPOSAL, path = "/api/validate") =>
    from(address, path, { method: "POST", headers, body });
  const bearer = { Authorization: `Bearer ${key}` };
  const signed = (address: string, options: SignedCallOptions, body?: string) => {
    const signedRequest = signedCall(signer, options);
    return post(address, signedRequest.headers, body ?? signedRequest.body);
  };

  /** Sends everything but the body, which never comes. */
  function headOnly(address: string, authorization: string): Promise<{ status: number }> {
    const head = [
      "POST /api/validate HTTP/1.1",
      "Host: assay.example",
      `X-Forwarded-For: ${address}`,
      `Authorization: ${authorization}`,
      "Content-Type: application/json",
      "Content-Length: 60000",
    ];
    return send({ url: service.url }, `${head.join("\r\n")}\r\n\r\n`);
  }

  test("a caller over its quota is refused before its key is verified and its body is read", async () => {
    const address = newAddress();
    expect(admitted(await burst(service.url, 20, address))).toBe(20);
    const before = identity.introspections;
    expect((await validate(service.url, "ai_unknown", { "X-Forwarded-For": address })).status).toBe(
      429,
    );
    expect((await headOnly(address, "Bearer ai_another")).status).toBe(429);
    expect((await post(address, { ...bearer, "X-Adt-Proxy-Nonce": "n" })).status).toBe(429);
    expect(identity.introspections).toBe(before);
  });

  test("an invalid key is refused before the body is read", async () => {
    expect((await headOnly(newAddress(), "Bearer ai_refused")).status).toBe(401);
    expect((await headOnly(newAddress(), "Basic YTpi")).status).toBe(401);
  });

  test("failed credentials of every kind count against the address", async () => {
    const address = newAddress();
    const agent = `agent of ${address}`;
    const failures: [status: number, make: () => Promise<RawAnswer>][] = [
      [401, () => post(address, {})],
      [401, () => validate(service.url, "ai_guess", { "X-Forwarded-For": address })],
      [401, () => post(address, { Authorization: "Basic YTpi" })],
      [400, () => post(address, { ...bearer, "X-Adt-Proxy-Agent": agent })],
      [
        401,
        () =>
          post(address, { ...signedCall(signer, { agent }).headers, "X-Adt-Proxy-agent": "other" }),
      ],
    ];
    for (let turn = 0; turn < 20; turn++) {
      const [status, make] = failures[turn % failures.length] as (typeof failures)[number];
      const answer = await make();
      expect([turn, answer.status]).toEqual([turn, status]);
      expect(answer.headers.get("RateLimit-Policy")).toBe(POLICY);
      expect(answer.headers.get("RateLimit")).toMatch(
        new RegExp(`^"calls";r=${19 - turn};t=\\d+$`),
      );
    }
    for (const [, make] of failures) expect((await make()).status).toBe(429);
    expect(admitted(await burst(service.url, 5, address))).toBe(0);
    expect((await signed(address, { agent })).headers.get("RateLimit")).toMatch(/^"calls";r=19;/);
  });

  test("a signed call for another capability counts against its agent, and a replay against the address", async () => {
    const address = newAddress();
    const agent = `agent of ${address}`;
    const wrong = signedCall(signer, { agent, capability: "assay.buildProposal" });
    const left = async (headers: Headers) => {
      const answer = await post(address, headers, wrong.body);
      return [
        answer.status,
        JSON.parse(answer.body).code,
        /r=(\d+)/.exec(String(answer.headers.get("RateLimit")))?.[1],
      ];
    };
    expect(await left(wrong.headers)).toEqual([403, "capability-not-granted", "19"]);
    for (const rest of ["19", "18"])
      expect(await left(wrong.headers)).toEqual([403, "capability-not-granted", rest]);
    expect((await signed(address, { agent })).headers.get("RateLimit")).toMatch(/^"calls";r=18;/);
  });

  test("a signed listDomains call with a body is refused, and counts once, against its agent", async () => {
    const address = newAddress();
    const options = {
      method: "GET",
      target: "/api/domains",
      capability: "assay.listDomains",
      agent: `agent of ${address}`,
    };
    const list = (signedBody: string, request: RawRequest) => {
      const { method, headers } = signedCall(signer, { ...options, body: signedBody });
      return from(address, options.target, {
        method,
        ...request,
        headers: { ...headers, ...request.headers },
      });
    };
    const refused = [
      await list("", { body: "{}" }),
      await list("{}", { body: "{}" }),
      await list("", { body: "{}", chunked: true }),
    ];
    for (const [turn, { status, headers, body }] of refused.entries()) {
      expect([status, JSON.parse(body)]).toMatchObject([
        401,
        {
          code: "invalid-credentials",
          detail: "this operation takes no body; send the request without one",
        },
      ]);
      expect(headers.get("RateLimit")).toMatch(new RegExp(`^"calls";r=${19 - turn};`));
    }
    expect((await list("", { headers: { "Content-Length": "0" } })).status).toBe(200);
  });

  test("a signed call with another body counts once, against its agent", async () => {
    const address = newAddress();
    const agent = `agent of ${address}`;
    for (let turn = 0; turn < 20; turn++) {
      const answer = await signed(address, { agent }, PROPOSAL.replace("{}", "[]"));
      expect([turn, answer.status]).toEqual([turn, 401]);
      expect(answer.headers.get("RateLimit")).toMatch(
        new RegExp(`^"calls";r=${19 - turn};t=\\d+$`),
      );
    }
    expect((await signed(newAddress(), { agent })).status).toBe(429);
    expect(admitted(await burst(service.url, 25, address))).toBe(20);
  });

  test("every response of a counted route reports the calls left", async () => {
    const address = newAddress();
    const many = "x".repeat(70_000);
    const answers = {
      200: await post(address, bearer),
      400: await post(address, bearer, "{"),
      401: await post(address, {}),
      403: await signed(address, { capability: "assay.listDomains" }),
      404: await from(address, "/api/nothing"),
      405: await from(address, "/api/build", { method: "PUT" }),
      413: await post(address, bearer, many),
      415: await post(address, { ...bearer, "Content-Type": "text/plain" }),
      422: await post(address, bearer, PROPOSAL.replace("generator-option", "recipe")),
      431: await from(address, "/api/domains", { headers: { X: Array<string>(64).fill("x") } }),
      429: (await burst(service.url, 20, address)).find(
        ({ status }) => status === 429,
      ) as RawAnswer,
    };
    for (const [status, answer] of Object.entries(answers)) {
      expect(`${answer.status}`).toBe(status);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        "ratelimit-policy": POLICY,
        ratelimit: expect.stringMatching(/^"calls";r=\d+;t=[1-9]\d*$/),
      });
    }
    expect(answers[429].headers.get("Retry-After")).toMatch(/^[1-9]\d*$/);
  });

  test("a request that HTTP forbids counts against the address, but only under /api", async () => {
    const address = newAddress();
    const ask = (path: string) =>
      send(
        { url: service.url },
        { path, headers: { Host: ["a", "b"], "X-Forwarded-For": address } },
      );
    const other = await ask("/healthz");
    expect([other.status, other.headers.get("RateLimit")]).toEqual([400, null]);
    for (let left = 19; left >= 0; left--) {
      const answer = await ask("/api/domains");
      expect([answer.status, answer.headers.get("RateLimit")]).toEqual([
        400,
        expect.stringContaining(`r=${left};`),
      ]);
    }
    expect((await ask("/api/domains")).status).toBe(429);
    expect(admitted(await burst(service.url, 1, address))).toBe(0);
  });

  test("every variant of every operation shares one quota, whether or not the route exists", async () => {
    const address = newAddress();
    const calls = Array.from({ length: 6 }, () => VARIANTS).flat();
    const answers = await Promise.all(
      calls.map(([method, path]) =>
        from(address, path, {
          method,
          headers: { ...bearer, "Content-Type": "application/json" },
          ...(method === "POST" && { body: PROPOSAL }),
        }),
      ),
    );
    expect(admitted(answers)).toBe(20);
    expect(answers.filter(({ headers }) => headers.get("RateLimit") === null)).toEqual([]);
  });

  describe("over /mcp", () => {
    const mcp = (address: string, body: string, headers: Headers) =>
      post(address, headers, body, "/mcp");
    const list = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });

    test("a signed call with another body counts against the address if the agent is not charged", async () => {
      const address = newAddress();
      const { headers } = signedCall(signer, { target: "/mcp", body: "{}" });
      const answer = await mcp(address, list, headers);
      expect([answer.status, answer.headers.get("RateLimit")]).toEqual([
        401,
        expect.stringMatching(/^"calls";r=19;/),
      ]);
      expect(admitted(await burst(service.url, 30, address))).toBe(19);
    });

    test("a signed call that is not a message counts against the agent, and not against the address", async () => {
      const address = newAddress();
      for (const [body, left] of [
        ['{"hello":"world"}', 19],
        ["[1,", 18],
      ] as const) {
        const { headers } = signedCall(signer, {
          target: "/mcp",
          agent: "agent_of_no_message",
          body,
        });
        const answer = await mcp(address, body, headers);
        expect([answer.status, answer.headers.get("RateLimit")]).toEqual([
          400,
          expect.stringMatching(`"calls";r=${left};`),
        ]);
      }
      expect(admitted(await burst(service.url, 30, address))).toBe(20);
    });
  });

  test("the address of a caller is read from all X-Forwarded-For headers, and is not one that a client made up", async () => {
    const forged = Array.from({ length: 30 }, (_, n) =>
      burst(service.url, 1, `203.0.113.${n}, 198.51.100.77`),
    );
    expect(admitted((await Promise.all(forged)).flat())).toBe(20);
    const headers = { "X-Forwarded-For": ["203.0.113.200", "198.51.100.77"] };
    expect((await send({ url: service.url }, { path: "/api/domains", headers })).status).toBe(429);
  });

  test("a capability allows its own operation and no other", async () => {
    const operations = [
      { capability: "assay.listDomains", method: "GET", target: "/api/domains", body: "" },
      { capability: "assay.validateProposal", method: "POST", target: "/api/validate" },
      { capability: "assay.buildProposal", method: "POST", target: "/api/build" },
    ];
    const address = newAddress();
    for (const operation of operations) {
      for (const { capability } of operations) {
        const { target, ...rest } = signedCall(signer, {
          ...operation,
          capability,
          agent: `agent of ${address}`,
        });
        const { status } = await from(address, target, rest);
        expect([capability, target, status]).toEqual([
          capability,
          target,
          capability === operation.capability ? 200 : 403,
        ]);
      }
    }
  });
});
