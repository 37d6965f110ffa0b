import type Router from "@koa/router";
import type { Context } from "koa";
import { type Encoded, encode, hashOf, sendEncoded, sendTagged } from "../http/encoded.js";
import { STATUSES } from "../http/statuses.js";
import { AppError } from "../proposals/app-error.js";
import type { CurrentDependencies, Dependencies } from "../proposals/dependencies.js";
import { describeSpec, describeVersions } from "../proposals/describe-spec.js";
import { ERROR_CODES, type ErrorCode } from "../proposals/error-codes.js";
import { openApi } from "./openapi/openapi.js";

/** Documents that need no key and are not counted: spec packages, error codes and the description of the API. */
export function documentRoutes(router: Router, served: CurrentDependencies): void {
  /** The documents of what is served, by their names: what is swapped takes its documents along. */
  const documents = new WeakMap<Dependencies, Map<string, Promise<Document>>>();

  router.get("/spec-packages/:domainId", async (ctx: Context) => {
    const { current } = served;
    const domain = domainIn(current, ctx);
    send(ctx, await document(current, domain.id, () => describeVersions(domain, current.baseUrl)));
  });

  router.get("/spec-packages/:domainId/:version", async (ctx: Context) => {
    const { current } = served;
    const domain = domainIn(current, ctx);
    const spec =
      domain.versions.find(({ version }) => version === ctx.params.version) ??
      missing("unknown version; see /spec-packages/{domainId} for the versions");
    const found = await document(current, `${domain.id}/${spec.version}`, () => describeSpec(domain, spec));
    await sendCached(ctx, "no-cache", found);
  });

  router.get("/problems/:code", async (ctx: Context) => {
    const code = ctx.params.code as ErrorCode;
    if (!Object.hasOwn(ERROR_CODES, code)) missing("unknown error code; see /openapi.json for the codes");
    const describe = () => ({ code, status: STATUSES[code], ...ERROR_CODES[code] });
    send(ctx, await document(served.current, `problem ${code}`, describe));
  });

  router.get("/openapi.json", async (ctx: Context) => {
    const { current } = served;
    await sendCached(ctx, "max-age=60", await document(current, "OpenAPI", () => openApi(current)));
  });

  /** Serializes each document once, so that all responses share one copy of its bytes. */
  function document(of: Dependencies, name: string, describe: () => object | Promise<object>): Promise<Document> {
    const known = documents.get(of) ?? new Map<string, Promise<Document>>();
    documents.set(of, known);
    const found = known.get(name) ?? toDocument(describe());
    known.set(name, found);
    return found;
  }
}

const JSON_TYPE = "application/json; charset=utf-8";

interface Document {
  readonly encoded: Encoded;
  /** Hashes the whole document: words, dates and which version is current are not part of a package's digest. */
  readonly tag: string;
}

async function toDocument(value: object | Promise<object>): Promise<Document> {
  const json = JSON.stringify(await value);
  return { encoded: await encode(json), tag: hashOf(json) };
}

function sendCached(ctx: Context, cacheControl: string, { tag, encoded }: Document): Promise<void> {
  ctx.vary("Accept-Encoding");
  ctx.set({ "Cache-Control": cacheControl, "Content-Type": JSON_TYPE });
  return sendTagged(ctx, tag, () => encoded);
}

function send(ctx: Context, { encoded }: Document): void {
  ctx.vary("Accept-Encoding");
  ctx.set("Content-Type", JSON_TYPE);
  sendEncoded(ctx, encoded);
}

function domainIn({ specs }: Dependencies, ctx: Context) {
  return specs.get(ctx.params.domainId) ?? missing("unknown domain; see /api/domains");
}

function missing(detail: string): never {
  throw new AppError("not-found", detail);
}
