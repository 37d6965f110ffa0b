import type { Context } from "koa";

/** Browsers send less than half of this; what a caller sends without need is not worth parsing. */
const LONGEST = 512;

const headerOf = ({ req }: Context, name: "accept" | "accept-encoding") => {
  const value = req.headers[name] ?? "";
  return value.length > LONGEST ? "" : value;
};

/** Whether the caller asks for HTML by name and likes JSON no better. A program that accepts anything gets JSON. */
export function prefersHtml(ctx: Context): boolean {
  return headerOf(ctx, "accept").includes("text/html") && ctx.accepts("json", "html") === "html";
}

export function acceptedEncoding(ctx: Context): "br" | "gzip" | undefined {
  if (headerOf(ctx, "accept-encoding") === "") return undefined;
  return (["br", "gzip"] as const).find((encoding) => ctx.acceptsEncodings(encoding));
}
