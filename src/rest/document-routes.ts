import { createHash } from "node:crypto";
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
  const serialized = new WeakMap<object, Document>();
  const domainOf = (ctx: Context) => specs.get(ctx.params.domainId) ?? missing("unknown domain; see /api/domains");

  router.get("/spec-packages/:domainId", (ctx: Context) => {
    const domain = domainOf(ctx);
    send(
      ctx,
      serialize(domain, () => describeVersions(domain, baseUrl)),
    );
  });

  router.get("/spec-packages/:domainId/:version", (ctx: Context) => {
    const domain = domainOf(ctx);
    const spec =
      domain.versions.find(({ version }) => version === ctx.params.version) ??
      missing("unknown version; see /spec-packages/{domainId} for the versions");
    sendTagged(
      ctx,
      "no-cache",
      serialize(spec, () => describeSpec(domain, spec)),
    );
  });

  router.get("/problems/:code", (ctx: Context) => {
    const code = ctx.params.code as ErrorCode;
    if (!Object.hasOwn(ERROR_CODES, code)) missing("unknown error code; see /openapi.json for the codes");
    const describe = () => ({ code, status: STATUSES[code], ...ERROR_CODES[code] });
    send(ctx, serialize(ERROR_CODES[code], describe));
  });

  router.get("/openapi.json", async (ctx: Context) => {
    const document = await description;
    sendTagged(
      ctx,
      "max-age=60",
      serialize(document, () => document),
    );
  });

  /** Serializes each document once, so that all responses share one copy of its bytes. */
  function serialize(subject: object, describe: () => object): Document {
    const document = serialized.get(subject) ?? toDocument(describe());
    serialized.set(subject, document);
    return document;
  }
}

interface Document {
  readonly bytes: Buffer;
  /** Of the whole document: words, dates and which version is current are not part of a package's digest. */
  readonly tag: string;
}

function toDocument(value: object): Document {
  const bytes = Buffer.from(JSON.stringify(value));
  return { bytes, tag: `"${createHash("sha256").update(bytes).digest("base64url")}"` };
}

function sendTagged(ctx: Context, cacheControl: string, document: Document): void {
  ctx.set("ETag", document.tag);
  ctx.set("Cache-Control", cacheControl);
  ctx.status = 200;
  if (ctx.fresh) ctx.status = 304;
  else send(ctx, document);
}

function send(ctx: Context, { bytes }: Document): void {
  ctx.type = "application/json";
  ctx.body = bytes;
}

function missing(detail: string): never {
  throw new AppError("not-found", detail);
}
