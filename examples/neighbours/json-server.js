import { once } from "node:events";
import { realpathSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

/**
 * @typedef {import("node:http").IncomingHttpHeaders} Headers
 * @typedef {{ method: string, target: string, path: string, headers: Headers, body: Buffer }} Call
 * @typedef {{ status: number, body?: unknown, headers?: Record<string, string> }} Answer
 * @typedef {(call: Call, part: string) => Answer | Promise<Answer>} Handler
 * @typedef {readonly [method: string, path: RegExp, handler: Handler]} Route
 * @typedef {{ url: string, close(): Promise<void> }} RunningServer
 */

// A package can be longer than the 64 KiB request that it was built from.
const BODY_LIMIT = 256 * 1024;

/** Thrown to answer with a problem document (RFC 9457). */
export class Problem extends Error {
  /** @param {number} status @param {string} detail @param {Record<string, string>} [headers] */
  constructor(status, detail, headers = {}) {
    super(detail);
    this.status = status;
    this.headers = headers;
  }
}

/**
 * Serves the routes. The `part` of a route is what its pattern captured.
 *
 * @param {{ host?: string, port?: number }} address
 * @param {readonly Route[]} routes
 * @returns {Promise<RunningServer>}
 */
export async function serveJson({ host = "127.0.0.1", port = 0 }, routes) {
  const server = createServer(async (request, response) => {
    const { status, body, headers } = await answer(request, routes);
    const raw = body === undefined || Buffer.isBuffer(body);
    response.writeHead(status, raw ? headers : { "content-type": "application/json", ...headers });
    response.end(raw ? body : JSON.stringify(body));
  });
  server.listen(port, host);
  await once(server, "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://${host === "0.0.0.0" ? "localhost" : host}:${address.port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** @param {import("node:http").IncomingMessage} request @param {readonly Route[]} routes @returns {Promise<Answer>} */
async function answer(request, routes) {
  const { method = "", url: target = "", headers } = request;
  const [path = ""] = target.split("?", 1);
  try {
    for (const [routeMethod, pattern, handle] of routes) {
      const match = pattern.exec(path);
      if (match && (method === routeMethod || routeMethod === "*")) {
        return await handle(
          { method, target, path, headers, body: await readBody(request) },
          match[1] ?? "",
        );
      }
    }
    throw new Problem(404, "no route has this path and method");
  } catch (error) {
    if (!(error instanceof Problem)) console.error(error);
    const problem =
      error instanceof Problem ? error : new Problem(500, "unexpected error; see the log");
    return {
      status: problem.status,
      headers: { "content-type": "application/problem+json", ...problem.headers },
      body: { status: problem.status, detail: problem.message },
    };
  }
}

/** @param {import("node:http").IncomingMessage} request */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > BODY_LIMIT)
      throw new Problem(413, `the body is larger than ${BODY_LIMIT} bytes`, {
        connection: "close",
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @param {Call} call @returns {unknown} */
export function jsonOf({ body }) {
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new Problem(400, "the body is not valid JSON");
  }
}

/** The bearer key of a call (RFC 6750 §2.1). @param {Call} call */
export function bearerOf({ headers }) {
  const [, key] = /^Bearer +(ai_[\w-]+)$/i.exec(headers.authorization ?? "") ?? [];
  if (key === undefined) throw unauthorized();
  return key;
}

export function unauthorized() {
  return new Problem(401, "send Authorization: Bearer ai_…, with a valid key", {
    "www-authenticate": "Bearer",
  });
}

/**
 * Starts the server if its file is the one that node runs, and stops it on a signal.
 *
 * @param {string} moduleUrl
 * @param {string} name
 * @param {(env: NodeJS.ProcessEnv) => Promise<RunningServer>} start
 */
export async function runStandalone(moduleUrl, name, start) {
  if (!process.argv[1] || realpathSync(process.argv[1]) !== fileURLToPath(moduleUrl)) return;
  const server = await start(process.env);
  console.log(`${name} is listening on ${server.url}`);
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => void server.close());
}
