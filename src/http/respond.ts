import type { ServerResponse } from "node:http";
import type { Context } from "koa";
import { written } from "../proposals/written.js";
import { SECURITY_HEADERS } from "./security-headers.js";

const COMMON_HEADERS = Object.entries(SECURITY_HEADERS).flat();

/** What is left in `ctx.state` for the response. Koa writes what a route sets on `ctx` itself. */
export interface Response {
  readonly requestId: string;
  /** Of the last count, as names and values in turn. */
  rateLimit?: readonly string[];
  /** Of the operation. */
  headers?: readonly string[];
  /** Written as JSON, with status 200. */
  json?: object;
}

/** Leaves the response to Koa while the service stops: closing the connection needs its headers unsent. */
export function respond(ctx: Context, draining: boolean): void {
  const { res } = ctx;
  const { requestId, rateLimit = [], headers: own = [], json } = ctx.state as Response;
  const headers = ["Request-Id", requestId, ...COMMON_HEADERS, ...rateLimit, ...own];
  if (json !== undefined && !draining) {
    ctx.respond = false;
    writeJson(res, headers, json);
    return;
  }
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] as string;
    // A document has its own Cache-Control.
    if (!res.hasHeader(name)) res.setHeader(name, headers[at + 1] as string);
  }
  if (json !== undefined) ctx.body = json;
}

/** All headers at once: eight that are set one by one take as long as checking a proposal. */
function writeJson(res: ServerResponse, headers: string[], json: object): void {
  const text = written(json);
  const length = Buffer.byteLength(text);
  headers.push("Content-Type", "application/json; charset=utf-8", "Content-Length", String(length));
  res.writeHead(200, headers);
  // Latin-1 is written without a conversion, and ASCII is the same in both.
  res.end(text, length === text.length ? "latin1" : "utf8");
}
