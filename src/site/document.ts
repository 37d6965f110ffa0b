import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context } from "koa";
import { acceptedEncoding } from "./negotiation.js";

/** Pages load nothing but what this service serves, and have no inline scripts or styles. */
export const PAGE_POLICY = policy("style-src 'self'");
/** The renderer of the reference styles itself. */
export const REFERENCE_POLICY = policy("style-src 'self' 'unsafe-inline'");

function policy(styles: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    styles,
    "img-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Stands for the address of the service in a document, where only the request tells it. */
export const ADDRESS_OF_REQUEST = "http://address.invalid";

/** What is made once and sent as the same bytes. */
export interface Document {
  readonly type: string;
  readonly policy: string | undefined;
  readonly etag: string;
  readonly bodies: Readonly<Record<"identity" | "br" | "gzip", Buffer>>;
  /** Where it has the address of the service, which is put in for each request. */
  readonly template: string | undefined;
}

const compressed = {
  br: promisify(brotliCompress) as (text: string, options: object) => Promise<Buffer>,
  gzip: promisify(gzip) as (text: string, options: object) => Promise<Buffer>,
};
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

export async function toDocument(content: string, type: string, policy?: string): Promise<Document> {
  const etag = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  const template = content.includes(ADDRESS_OF_REQUEST) ? content : undefined;
  const [br, gzipped] = await Promise.all([compressed.br(content, BROTLI), compressed.gzip(content, {})]);
  return { type, policy, etag, template, bodies: { identity: Buffer.from(content), br, gzip: gzipped } };
}

export const htmlDocument = (content: string, contentPolicy = PAGE_POLICY) =>
  toDocument(content, "text/html; charset=utf-8", contentPolicy);

/** Sends a document, unless the client has it. */
export function sendDocument(ctx: Context, document: Document, status = 200): void {
  const { type, policy: contentPolicy, etag, template, bodies } = document;
  ctx.set({ Vary: "Accept, Accept-Encoding", "Cache-Control": "no-cache", "Content-Type": type });
  if (contentPolicy !== undefined) ctx.set("Content-Security-Policy", contentPolicy);
  const address = template === undefined ? "" : addressOf(ctx);
  ctx.set("ETag", `"${etag}${address && `@${address}`}"`);
  ctx.status = status;
  if (ctx.fresh) {
    ctx.status = 304;
    return;
  }
  if (template !== undefined) {
    ctx.body = Buffer.from(template.replaceAll(ADDRESS_OF_REQUEST, address));
    return;
  }
  const encoding = acceptedEncoding(ctx);
  if (encoding !== undefined) ctx.set("Content-Encoding", encoding);
  ctx.body = bodies[encoding ?? "identity"];
}

const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const LONGEST_HOST = 260;

/** As the caller has reached the service. A name that no host can have is not repeated. */
function addressOf({ req }: Context): string {
  const { host = "" } = req.headers;
  return host.length <= LONGEST_HOST && HOST.test(host) ? `http://${host}` : "http://localhost";
}
