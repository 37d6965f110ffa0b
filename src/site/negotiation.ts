import type { Context } from "koa";

/** Browsers send less than half of this; what a caller sends without need is not worth parsing. */
const LONGEST = 512;
/** Browsers of one version send the same header, so a few answers serve nearly everyone. */
const MOST_KNOWN = 256;

/** Whether the caller asks for HTML by name and likes JSON no better. A program that accepts anything gets JSON. */
export const prefersHtml = remembering(
  "accept",
  (ctx, value) => value.includes("text/html") && ctx.accepts("json", "html") === "html",
);

export const acceptedEncoding = remembering("accept-encoding", (ctx) => {
  const encoding = ctx.acceptsEncodings("br", "gzip", "identity");
  return encoding === "br" || encoding === "gzip" ? encoding : undefined;
});

/** Parsing a header takes a fifth of the time of a page. */
function remembering<T>(name: string, decide: (ctx: Context, value: string) => T): (ctx: Context) => T | undefined {
  const known = new Map<string, T>();
  return (ctx) => {
    const value = ctx.req.headers[name];
    if (typeof value !== "string" || value.length > LONGEST) return undefined;
    const before = known.get(value);
    if (before !== undefined || known.has(value)) return before;
    const decided = decide(ctx, value);
    if (known.size === MOST_KNOWN) known.clear();
    known.set(value, decided);
    return decided;
  };
}
