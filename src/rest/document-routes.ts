import type Router from "@koa/router";
import type { Context } from "koa";
import { STATUSES } from "../http/statuses.js";
import { AppError } from "../proposals/app-error.js";
import type { Dependencies } from "../proposals/dependencies.js";
import { describeSpec, describeVersions } from "../proposals/describe-spec.js";
import { ERROR_CODES, type ErrorCode } from "../proposals/error-codes.js";
import { openApi } from "./openapi/openapi.js";

/** Documents that need no key and are not counted: spec packages, error codes and the description of the API. */
export function documentRoutes(router: Router, dependencies: Dependencies): void {
  const { specs, baseUrl } = dependencies;
  const description = openApi(dependencies);
  /** Keyed by the object that a document describes. */
  const serialized = new WeakMap<object, Buffer>();
  const domainOf = (ctx: Context) => specs.get(ctx.params.domainId) ?? missing("unknown domain; see /api/domains");

  router.get("/spec-packages/:domainId", (ctx: Context) => {
    const domain = domainOf(ctx);
    send(ctx, domain, () => describeVersions(domain, baseUrl));
  });

  router.get("/spec-packages/:domainId/:version", (ctx: Context) => {
    const domain = domainOf(ctx);
    const spec =
      domain.versions.find(({ version }) => version === ctx.params.version) ??
      missing("unknown version; see /spec-packages/{domainId} for the versions");
    // The document says whether the version is current; the digest does not.
    ctx.set("ETag", `"${spec.digest}${spec === domain.current ? "-current" : ""}"`);
    ctx.set("Cache-Control", "no-cache");
    ctx.status = 200;
    if (ctx.fresh) ctx.status = 304;
    else send(ctx, spec, () => describeSpec(domain, spec));
  });

  router.get("/problems/:code", (ctx: Context) => {
    const code = ctx.params.code as ErrorCode;
    if (!Object.hasOwn(ERROR_CODES, code)) missing("unknown error code; see /openapi.json for the codes");
    send(ctx, ERROR_CODES[code], () => ({ code, status: STATUSES[code], ...ERROR_CODES[code] }));
  });

  router.get("/openapi.json", async (ctx: Context) => {
    const document = await description;
    send(ctx, document, () => document);
  });

  /** Serializes each document once, so that all responses share one copy of its bytes. */
  function send(ctx: Context, subject: object, describe: () => object): void {
    const bytes = serialized.get(subject) ?? Buffer.from(JSON.stringify(describe()));
    serialized.set(subject, bytes);
    ctx.type = "application/json";
    ctx.body = bytes;
  }
}

function missing(detail: string): never {
  throw new AppError("not-found", detail);
}
