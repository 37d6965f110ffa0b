import { importSources } from "../../scripts/import-sources.js";
import { bodyOf, requestOf, typical } from "../candidates/typical.js";
import { KEY } from "../servers/constant.js";
import { Connection } from "./connection.js";

const { ERAS, KNOWN_KEY, rawRequest, signedCall, toolCall } = await importSources(
  "test/support/mcp.ts",
  "test/support/raw-request.ts",
  "test/support/signed-call.ts",
);
const body = bodyOf(typical());
const [mcpLegacy, mcpModern] = ERAS.map(([, era]) => ({
  ...toolCall(era, KEY)("validateProposal", requestOf(typical())),
  expect: '"structuredContent"',
}));
/** A page, and calls with the same candidate. A response without `expect` is a failure. */
const REQUESTS = {
  page: { path: "/rules/generator-option/v1", headers: { Accept: "text/html" }, expect: "</html>" },
  bearer: { headers: { Authorization: `Bearer ${KEY}` }, body, expect: '"valid":true' },
  signed: {
    body,
    expect: '"valid":true',
    sign: (agent) => signedCall(KNOWN_KEY, { agent, body }).headers,
  },
  mcpLegacy,
  mcpModern,
};

const CONNECTIONS = 16;
const CALLERS = 1_000;
// Shorter than the keep-alive timeout of any server.
const KEEP_MILLIS = 2_000;

// This process replies to each order of its parent with the outcome.
process.on("message", async (order) => process.send(await load(order)));

let caller = 0;
/** The connections by port. Orders reuse them, so that connecting is not measured. */
const openConnections = new Map();

function connectionsTo(port, count) {
  const known = openConnections.get(port);
  const isKnown =
    known?.connections.length === count && performance.now() - known.used < KEEP_MILLIS;
  if (isKnown) return known.connections;
  for (const { socket } of known?.connections ?? []) socket.destroy();
  return Array.from({ length: count }, () => new Connection(port));
}

/** The requests of callers, by kind. Each is made once, except signed ones: a nonce is used once. */
const prepared = Object.fromEntries(Object.keys(REQUESTS).map((kind) => [kind, []]));

function callOf(from, kind) {
  const { sign, headers, ...request } = REQUESTS[kind];
  const address = { "X-Forwarded-For": `10.0.${from >> 8}.${from & 255}` };
  if (sign) return rawRequest({ ...request, headers: { ...address, ...sign(`agent_${from}`) } });
  prepared[kind][from] ??= rawRequest({ ...request, headers: { ...headers, ...address } });
  return prepared[kind][from];
}

/** Makes calls from several callers in turn, up to a number of calls or a time. */
async function load({
  port,
  kind,
  millis = Infinity,
  calls = Infinity,
  connections: count = CONNECTIONS,
}) {
  const expected = Buffer.from(REQUESTS[kind].expect);
  const connections = connectionsTo(port, count);
  const latencies = [];
  let [asked, failures, example] = [0, 0, undefined];
  const start = performance.now();
  const work = async (connection) => {
    while (asked < calls && performance.now() - start < millis && failures < 100) {
      asked++;
      const sent = performance.now();
      const answer = await connection.ask(callOf(caller++ % CALLERS, kind));
      latencies.push(performance.now() - sent);
      if (answer?.latin1Slice(9, 12) === "200" && answer.includes(expected)) continue;
      failures++;
      example = answer?.toString().slice(0, 2_000) ?? "the connection broke";
    }
  };
  await Promise.all(connections.map(work));
  openConnections.set(port, { connections, used: performance.now() });
  latencies.sort((a, b) => a - b);
  return {
    calls: latencies.length,
    failures,
    example,
    latency: { median: latencies[latencies.length >> 1], max: latencies.at(-1) },
  };
}
