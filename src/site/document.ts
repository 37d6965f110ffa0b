import type { Context } from "koa";
import { type Encoded, encode, hashOf, sendTagged } from "../http/encoded.js";

const HTML = "text/html; charset=utf-8";

/** Pages load nothing but what this service serves, and have no inline scripts or styles. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Stands for the address of the service in a document, if only the request contains it. */
export const ADDRESS_OF_REQUEST = "http://address.invalid";

/** A document is made once and sent as the same bytes. */
export interface Document {
  readonly type: string;
  readonly tag: string;
  readonly content: string;
  readonly namesAddress: boolean;
  /** By the address of the service, where the document names it; the most recently used address comes last. */
  readonly encoded: Map<string, Promise<Encoded>>;
}

/** Bounded, because callers choose the address, and each one takes the memory of a document. */
const MAX_ADDRESSES = 8;

export function toDocument(content: string, type = HTML): Document {
  const tag = hashOf(content).slice(0, 22);
  return { type, tag, content, namesAddress: content.includes(ADDRESS_OF_REQUEST), encoded: new Map() };
}

/** Sends a document, unless the client has it. */
export async function sendDocument(ctx: Context, document: Document, status = 200): Promise<void> {
  const { type, tag, namesAddress } = document;
  ctx.set({ Vary: "Accept, Accept-Encoding", "Cache-Control": "no-cache", "Content-Type": type });
  if (type === HTML) ctx.set("Content-Security-Policy", PAGE_POLICY);
  const address = namesAddress ? addressOf(ctx) : "";
  return sendTagged(ctx, `${tag}${address && `@${address}`}`, () => encodedFor(document, address), status);
}

function encodedFor({ content, encoded }: Document, address: string): Promise<Encoded> {
  const found = encoded.get(address) ?? encode(content.replaceAll(ADDRESS_OF_REQUEST, address));
  encoded.delete(address);
  encoded.set(address, found);
  // The least recently used address makes room, so that foreign Host headers never cost others their compression.
  const [oldest] = encoded.keys();
  if (encoded.size > MAX_ADDRESSES && oldest !== undefined) encoded.delete(oldest);
  return found;
}

const HOST = /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
const MAX_HOST_LENGTH = 260;

/** The address at which the caller has reached the service. A host name that is not valid is not repeated. */
function addressOf({ req }: Context): string {
  const { host = "" } = req.headers;
  return host.length <= MAX_HOST_LENGTH && HOST.test(host) ? `http://${host}` : "http://localhost";
}
