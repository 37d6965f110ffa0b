import type { Context } from "koa";
import { cacheByString } from "../../ground/cache/bounded-map.js";

/** Browsers send less than half of this. Longer headers are not parsed. */
const MAX_HEADER_LENGTH = 512;

/** Whether the caller accepts HTML by name, and JSON not more. A program that accepts anything gets JSON. */
export const prefersHtml = byHeader("accept", (accepted) => {
  const html = accepted.get("text/html") ?? 0;
  const json = accepted.get("application/json") ?? accepted.get("application/*") ?? accepted.get("*/*") ?? 0;
  if (html !== json) return html > json;
  const [first] = [...accepted.keys()].filter((name) => name === "text/html" || name === "application/json");
  return html > 0 && first === "text/html";
});

/** The encoding that the caller prefers, brotli if equal; undefined for no encoding. */
export const acceptedEncoding = byHeader("accept-encoding", (accepted) => {
  const qualityOf = (name: string) => accepted.get(name) ?? accepted.get("*") ?? 0;
  const best = qualityOf("gzip") > qualityOf("br") ? "gzip" : "br";
  return qualityOf(best) > 0 && qualityOf(best) >= (accepted.get("identity") ?? 0) ? best : undefined;
});

/** Decides by a header. The answers are kept, because parsing a header takes a fifth of the time of a page. */
function byHeader<T>(name: string, decide: (accepted: Map<string, number>) => T): (ctx: Context) => T | undefined {
  const answerTo = cacheByString((header) => decide(qualities(header)));
  return (ctx) => {
    const header = ctx.req.headers[name];
    return typeof header === "string" && header.length <= MAX_HEADER_LENGTH ? answerTo(header) : undefined;
  };
}

/** Names in lower case, each with its quality: `Text/HTML;level=1;q=0.5` is `text/html` with 0.5. */
function qualities(header: string): Map<string, number> {
  const byName = new Map<string, number>();
  for (const option of header.toLowerCase().split(",")) {
    const [name = "", ...parameters] = option.split(";").map((text) => text.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice("q=".length) ?? "1";
    byName.set(name, Math.max(Number(quality) || 0, byName.get(name) ?? 0));
  }
  return byName;
}
