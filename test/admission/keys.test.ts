import { newKey } from "../../src/service/auth/stored-keys.js";
import { eventually } from "../support/eventually.js";
import type { RawRequest } from "../support/raw-request.js";
import { outputOf, send } from "../support/send.js";
import { startService } from "../support/service.js";
import { AUDIENCE, PROPOSAL, signedCall, signingKey } from "../support/signed-call.js";
import { temporaryFile } from "../support/temporary-file.js";
import { validate } from "./calls.js";

type Headers = NonNullable<RawRequest["headers"]>;

const { key: KEY, entry } = newKey("alice");
const signer = signingKey("this-year");
const [file, proxyFile] = [
  await temporaryFile({ keys: [entry] }),
  await temporaryFile({ keys: [signer.jwk] }),
];
const service = await startService({
  KEYS_FILE: file.path,
  AGENT_PROXY_KEYS_FILE: proxyFile.path,
  AUDIENCE,
  RATE_LIMIT_CALLS: "100000",
  LOG_LEVEL: "trace",
  NODE_ENV: "production",
});

describe("a key does not leak, wherever it is sent:", () => {
  const bearer = { Authorization: `Bearer ${KEY}` };
  /** The whole answer to a request. */
  const told = async (request: RawRequest | string): Promise<string> => {
    const { status, headers, body } = await send({ url: service.url }, request);
    return JSON.stringify([status, ...headers, body]);
  };
  const post = (headers: Headers, body = PROPOSAL, path = "/api/validate") =>
    told({ path, headers, body });

  /** Whether the text contains the key, or a useful part of it. */
  const leaks = (text: string) =>
    [KEY, KEY.slice(3, 15), KEY.slice(-12)].some((part) => text.includes(part));

  async function expectNoLeak(): Promise<void> {
    expect(leaks((await send({ url: service.managementUrl }, { path: "/metrics" })).body)).toBe(
      false,
    );
    expect(leaks(await outputOf(service))).toBe(false);
  }

  test("as or beside a credential, it is in no response, log line or metric", async () => {
    const { headers } = signedCall(signer);
    const answers = await Promise.all([
      post(bearer),
      post(bearer, PROPOSAL, "/api/build"),
      ...[
        KEY,
        `Basic ${KEY}`,
        `Bearer ${KEY} ${KEY}`,
        `Bearer ${KEY}, ${KEY}`,
        `Bearer x${KEY}`,
        `Bearer ${KEY}x`,
      ].map((Authorization) => post({ Authorization })),
      post({ ...bearer, ...headers }),
      ...Object.keys(headers).map((name) => post({ ...headers, [name]: KEY })),
      post({ ...headers, [`X-Adt-Proxy-${KEY}`]: KEY }),
      ...[
        "X-Api-Key",
        "Cookie",
        "X-Forwarded-For",
        "Traceparent",
        "Origin",
        "Referer",
        "X-Request-Id",
        KEY,
      ].map((name) => post({ ...bearer, [name]: KEY })),
      post({ ...bearer, "Content-Type": KEY }),
      post({ ...bearer, "Content-Encoding": KEY }),
    ]);
    expect(answers.filter(leaks)).toEqual([]);
    await expectNoLeak();
  });

  test("in the path or the query, it is in no response, log line or metric", async () => {
    const paths = [
      `/api/domains?key=${KEY}`,
      `/api/validate?access_token=${KEY}`,
      `/api/${KEY}`,
      `/${KEY}`,
      `/problems/${KEY}`,
      `/spec-packages/${KEY}`,
      `/spec-packages/generator-option/${KEY}`,
      `/healthz?${KEY}`,
    ];
    const answers = await Promise.all(
      paths.flatMap((path) => [told({ path }), post(bearer, PROPOSAL, path)]),
    );
    expect(answers.filter(leaks)).toEqual([]);
    await expectNoLeak();
  });

  test("in a malformed HTTP request, it is in no response, log line or metric", async () => {
    const requests = [
      `${KEY}\r\n\r\n`,
      `GET /${KEY} HTTP/9.9\r\n\r\n`,
      `GET / HTTP/1.1\r\nAuthorization : Bearer ${KEY}\r\n\r\n`,
      `GET / HTTP/1.1\r\n${`${KEY}: ${KEY}\r\n`.repeat(500)}\r\n`,
      `POST /api/validate HTTP/1.1\r\nHost: a\r\nContent-Length: ${KEY}\r\n\r\n`,
    ];
    const answers = await Promise.all(requests.map(told));
    expect(answers.filter(leaks)).toEqual([]);
    await expectNoLeak();
  });

  test("in a message to /mcp, it is in no log line or metric", async () => {
    const mcp = (message: object, headers = {}) =>
      post(headers, JSON.stringify({ jsonrpc: "2.0", id: KEY, ...message }), "/mcp");
    await Promise.all([
      mcp(
        { method: "tools/call", params: { name: "buildProposal", arguments: { candidate: KEY } } },
        bearer,
      ),
      mcp({ method: "tools/call", params: { name: KEY, arguments: { [KEY]: KEY } } }, bearer),
      mcp({ method: KEY, params: { [KEY]: KEY } }),
      mcp({ method: "tools/list" }, { Authorization: `Bearer ${KEY}x`, "Mcp-Session-Id": KEY }),
      mcp({ method: "tools/list" }, { "MCP-Protocol-Version": KEY }),
    ]);
    await expectNoLeak();
  });

  test("in a body, it is in no log line or metric, and in no response that refuses the body", async () => {
    const refused = [
      KEY,
      `{"${KEY}`,
      `{"key":"${KEY}",`,
      `{"a":1,"a":"${KEY}"}`,
      `{"key":"${KEY}"}`,
    ];
    const answers = await Promise.all(refused.map((body) => post(bearer, body)));
    expect(answers.filter(leaks)).toEqual([]);
    // A diagnostic may quote the caller's own value.
    const validated = ["generatorId", "generatorName", "owner", "sampleRecords", KEY].map((name) =>
      PROPOSAL.replace("{}", JSON.stringify({ [name]: KEY })),
    );
    for (const body of validated)
      await Promise.all([post(bearer, body), post(bearer, body, "/api/build")]);
    await expectNoLeak();
  });
});

const status = async (key: string) => (await validate(service.url, key)).status;

test("while a keys file is invalid, the last good keys stay, and the log does not quote it; then it is followed", async () => {
  await file.replace(`{ "keys": [ ${KEY} `);
  const flaw = `${file.path}: is not valid JSON; fix its syntax`;
  const isReported = ({ level, errors }: Record<string, unknown>) =>
    level === "error" && String(errors) === flaw;
  await eventually(() => service.logged("the last good keys stay in use").some(isReported));
  expect(await status(KEY)).toBe(200);
  expect((await outputOf(service)).includes(KEY)).toBe(false);
  const carol = newKey("carol");
  await file.replace({ keys: [carol.entry] });
  await eventually(async () => (await status(carol.key)) === 200);
  expect([await status(KEY), await outputOf(service)]).toEqual([
    401,
    expect.stringContaining('"caller":"carol"'),
  ]);
});

test("a key set of the agent proxy that changes is followed", async () => {
  const next = signingKey("next");
  const signed = async (key: typeof signer) => {
    const { target, ...rest } = signedCall(key);
    return (await send({ url: service.url }, { path: target, ...rest })).status;
  };
  expect(await signed(signer)).toBe(200);
  await proxyFile.replace({ keys: [next.jwk] });
  await eventually(async () => (await signed(next)) === 200);
  expect(await signed(signer)).toBe(401);
});
