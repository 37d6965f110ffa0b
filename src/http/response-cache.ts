import type { Context } from "koa";
import { headerError } from "./check-headers.js";
import { acceptedEncoding, prefersHtml } from "./negotiation.js";

/** Enough for all documents in the encodings that browsers accept. */
const MOST_ENTRIES = 256;
/** No document has a longer path, and hardly any host a longer name. */
const LONGEST = 256;
const NOT_CACHED_WITH = ["if-none-match", "content-length", "transfer-encoding"];
/** Without a query, and without other spellings of the same path. */
const PLAIN_PATH = /^\/[\w./-]*$/;

/** Node documents this for requests only. */
interface RawHeaders {
  getRawHeaderNames(): string[];
}

interface Entry {
  readonly route: string;
  /** Names and values in turn, around the request id. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly body: Buffer;
}

/**
 * Documents as they were sent before, to be written at once: finding a page and setting its headers one by one takes
 * longer than sending it. Routes set `ctx.state.cacheable` if a response depends on nothing but its path, the host,
 * what the client accepts, and the catalog.
 */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  #catalog: unknown;

  /** Another catalog empties the cache. */
  constructor(private readonly catalog: () => unknown) {}

  /** Sends a known response. A request with a condition, a body or an error is handled like any other. */
  send(ctx: Context): boolean {
    const { req, res } = ctx;
    if (req.method !== "GET" && req.method !== "HEAD") return false;
    if (this.catalog() !== this.#catalog) this.#empty();
    ctx.state.catalog = this.#catalog;
    const entry = this.#entries.get(keyOf(ctx));
    if (entry === undefined || NOT_CACHED_WITH.some((name) => req.headers[name] !== undefined) || headerError(req))
      return false;
    ctx._matchedRoute = entry.route;
    ctx.respond = false;
    res.writeHead(200, [...entry.before, "Request-Id", ctx.state.requestId, ...entry.after]);
    res.end(req.method === "GET" ? entry.body : undefined);
    return true;
  }

  /** Keeps a response that Koa is about to send. */
  keep(ctx: Context): void {
    const { req, res, body, originalUrl } = ctx;
    if (!ctx.state.cacheable || req.method !== "GET" || res.statusCode !== 200 || !Buffer.isBuffer(body)) return;
    // It may be of the catalog before.
    if (ctx.state.catalog !== this.catalog()) return;
    if (originalUrl.length > LONGEST || !PLAIN_PATH.test(originalUrl)) return;
    // Of this connection, not of the document.
    if ((req.headers.host ?? "").length > LONGEST || res.hasHeader("Connection")) return;
    const headers = (res as unknown as RawHeaders)
      .getRawHeaderNames()
      .flatMap((name) => [name, String(res.getHeader(name))]);
    const at = headers.indexOf("Request-Id");
    const [before, after] = [headers.slice(0, at), headers.slice(at + 2)];
    if (this.#entries.size === MOST_ENTRIES) this.#entries.clear();
    this.#entries.set(keyOf(ctx), { route: ctx._matchedRoute, before, after, body });
  }

  #empty(): void {
    this.#catalog = this.catalog();
    this.#entries.clear();
  }
}

function keyOf(ctx: Context): string {
  const format = prefersHtml(ctx) ? "html" : "other";
  return `${format} ${acceptedEncoding(ctx)} ${ctx.req.headers.host ?? ""} ${ctx.originalUrl}`;
}
