import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "./connection.js";
import { REQUESTS } from "./requests.js";
import { signature } from "./signature.js";

const CONNECTIONS = 16;
// Shorter than the keep-alive of any server.
const KEEP_MILLIS = 2_000;

/** The load generator, in its own process: replies to each order of the parent with the outcome. */
process.on("message", async (order) => process.send(await load(order)));

let caller = 0;
/** By port. Connections are reused between orders, to measure calls, not connecting. */
const kept = new Map();

function connectionsTo(port, count) {
  const known = kept.get(port);
  const isKnown = known?.connections.length === count && performance.now() - known.used < KEEP_MILLIS;
  if (isKnown) return known.connections;
  for (const connection of known?.connections ?? []) connection.close();
  return Array.from({ length: count }, () => new Connection(port));
}

/**
 * Makes calls, from several callers in turn, until their number or the time in milliseconds is reached: as fast as
 * they are answered, or `perSecond`.
 */
async function load({
  port,
  kind,
  millis = Number.POSITIVE_INFINITY,
  calls = Number.POSITIVE_INFINITY,
  callers = 1_000,
  connections: count = CONNECTIONS,
  perSecond = Number.POSITIVE_INFINITY,
}) {
  const render = renderer(REQUESTS[kind], port, callers);
  const expected = Buffer.from(REQUESTS[kind].expect);
  const connections = connectionsTo(port, count);
  const latencies = [];
  let [asked, failures, example] = [0, 0, undefined];
  const start = performance.now();
  const work = async (connection) => {
    while (asked < calls && performance.now() - start < millis && failures < 100) {
      const due = start + (asked++ / perSecond) * 1_000;
      const wait = due - performance.now();
      if (wait > 0) await sleep(wait);
      // A call that was due while all connections were busy has waited since then.
      const sent = wait > 0 || perSecond === Number.POSITIVE_INFINITY ? performance.now() : due;
      const answer = await connection.ask(render(caller++));
      latencies.push(performance.now() - sent);
      if (answer?.latin1Slice(9, 12) === "200" && answer.includes(expected)) continue;
      failures++;
      example = answer?.toString().slice(0, 2_000) ?? "the connection broke";
    }
  };
  await Promise.all(connections.map(work));
  kept.set(port, { connections, used: performance.now() });
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
  return {
    calls: latencies.length,
    seconds: (performance.now() - start) / 1000,
    failures,
    example,
    latency: { median: at(0.5), p99: at(0.99), max: at(1) },
  };
}

function renderer({ path, headers, body = "", signed }, port, callers) {
  const fields = {
    Host: `127.0.0.1:${port}`,
    ...(body !== "" && { "Content-Type": "application/json", "Content-Length": body.length }),
    ...headers,
  };
  const head = `${body === "" ? "GET" : "POST"} ${path} HTTP/1.1\r\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("")}`;
  return (number) => {
    const from = number % callers;
    const address = `X-Forwarded-For: 10.${from >> 16}.${(from >> 8) & 255}.${from & 255}\r\n`;
    return `${head}${address}${signed ? signature(`agent_${from}`, path, body) : ""}\r\n${body}`;
  };
}
