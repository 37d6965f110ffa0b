import type { Context } from "koa";
import { contentTag, type Encoded, encodeContent, sendTagged } from "../service/http/encoded.js";

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

/** Sends a document, made once, unless the client has it. */
export type Send = ReturnType<typeof documentSender>;

/** `ownAddress` is the address of the service, as far as it knows it. */
export function documentSender(content: string, ownAddress: string, type = HTML) {
  const tag = contentTag(content).slice(0, 22);
  const namesAddress = content.includes(ADDRESS_OF_REQUEST);
  const contentFor = (address: string) => content.replaceAll(ADDRESS_OF_REQUEST, address);
  let own: Promise<Encoded> | undefined;
  const encodedFor = (address: string): Encoded | Promise<Encoded> => {
    // Not compressed, because anyone can send any Host.
    if (address !== ownAddress) return { identity: Buffer.from(contentFor(address)) };
    own ??= encodeContent(contentFor(ownAddress));
    return own;
  };
  return (ctx: Context, status = 200): Promise<void> => {
    ctx.vary("Accept, Accept-Encoding");
    ctx.set({ "Cache-Control": "no-cache", "Content-Type": type });
    if (type === HTML) ctx.set("Content-Security-Policy", PAGE_POLICY);
    const address = namesAddress ? readAddress(ctx) : ownAddress;
    return sendTagged(
      ctx,
      namesAddress ? `${tag}@${address}` : tag,
      () => encodedFor(address),
      status,
    );
  };
}

const HOST = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The address at which the caller has reached the service, if its host is a valid name. */
function readAddress({ req }: Context): string {
  const { host = "" } = req.headers;
  return HOST.test(host) ? `http://${host}` : "http://localhost";
}
