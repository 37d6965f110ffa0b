import type Router from "@koa/router";
import type { Context } from "koa";
import { cacheByContent } from "../../ground/cache/cache-by-object.js";
import type { CurrentDependencies, Dependencies } from "../../proposals/dependencies.js";
import { AppError } from "../../proposals/errors/app-error.js";
import { ERROR_CODES, type ErrorCode } from "../../proposals/errors/error-codes.js";
import { describeSpec, describeVersions } from "../../specs/explain/describe-spec.js";
import { VERSION } from "../../version.js";
import type { Settings } from "../config.js";
import { contentTag, type Encoded, encodeContent, sendTagged } from "../http/encoded.js";
import { STATUSES } from "../http/problem.js";
import { openApi } from "./openapi.js";

/** Documents that need no key and are not counted. */
export function documentRoutes(
  router: Router,
  served: CurrentDependencies,
  { serviceName, site }: Pick<Settings, "serviceName" | "site">,
): void {
  /** All responses share one copy of the bytes of a document. */
  const document = cacheByContent<Promise<JsonDocument>>();

  router.get("/", async (ctx: Context) => {
    const { current } = served;
    const { catalog, baseUrl } = current;
    const links = () =>
      toDocument({
        service: serviceName,
        version: VERSION,
        domains: `${baseUrl}/api/domains`,
        validate: `${baseUrl}/api/validate`,
        build: `${baseUrl}/api/build`,
        mcp: `${baseUrl}/mcp`,
        openapi: `${baseUrl}/openapi.json`,
        specPackages: [...catalog.keys()].map((id) => `${baseUrl}/spec-packages/${id}`),
        ...(site && { llms: `${baseUrl}/llms.txt` }),
      });
    await send(ctx, await document(current, "links", links));
  });

  router.get("/spec-packages/:domainId", async (ctx: Context) => {
    const { current } = served;
    const domain = findDomain(current, ctx);
    await send(
      ctx,
      await document(current, domain.id, () =>
        toDocument(describeVersions(domain, current.baseUrl)),
      ),
    );
  });

  router.get("/spec-packages/:domainId/:version", async (ctx: Context) => {
    const { current } = served;
    const domain = findDomain(current, ctx);
    const spec =
      domain.versions.find(({ version }) => version === ctx.params.version) ??
      missing("unknown version; see /spec-packages/{domainId} for the versions");
    const page = await document(current, `${domain.id}/${spec.version}`, () =>
      toDocument(describeSpec(domain, spec)),
    );
    await send(ctx, page);
  });

  router.get("/problems/:code", async (ctx: Context) => {
    const code = ctx.params.code as ErrorCode;
    if (!Object.hasOwn(ERROR_CODES, code))
      missing("unknown error code; see /openapi.json for the codes");
    const describe = () => toDocument({ code, status: STATUSES[code], ...ERROR_CODES[code] });
    await send(ctx, await document(served.current, `problem ${code}`, describe));
  });

  router.get("/openapi.json", async (ctx: Context) => {
    const { current } = served;
    await send(
      ctx,
      await document(current, "OpenAPI", () => toDocument(openApi(current, serviceName))),
      "max-age=60",
    );
  });
}

const JSON_TYPE = "application/json; charset=utf-8";

interface JsonDocument {
  readonly encoded: Encoded;
  /** Hashes also words, dates and which version is current, unlike the digest of a package. */
  readonly tag: string;
}

async function toDocument(value: object | Promise<object>): Promise<JsonDocument> {
  const json = JSON.stringify(await value);
  return { encoded: await encodeContent(json), tag: contentTag(json) };
}

function send(
  ctx: Context,
  { tag, encoded }: JsonDocument,
  cacheControl = "no-cache",
): Promise<void> {
  ctx.vary("Accept-Encoding");
  ctx.set({ "Cache-Control": cacheControl, "Content-Type": JSON_TYPE });
  return sendTagged(ctx, tag, () => encoded);
}

function findDomain({ catalog }: Dependencies, ctx: Context) {
  return catalog.get(ctx.params.domainId) ?? missing("unknown domain; see /api/domains");
}

function missing(detail: string): never {
  throw new AppError("not-found", detail);
}

/** RFC 9727 §4.1. */
const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';
/** RFC 9116 §2.5.5 recommends less than a year. */
const SECURITY_DAYS = 90;
const DAY_IN_MS = 86_400_000;

export function wellKnownRoutes(
  router: Router,
  served: CurrentDependencies,
  hasSite: boolean,
  contact?: string,
): void {
  router.get("/.well-known/api-catalog", (ctx: Context) => {
    const { baseUrl } = served.current;
    const description = { href: `${baseUrl}/openapi.json`, type: "application/json" };
    const links = {
      anchor: `${baseUrl}/api`,
      "service-desc": [description],
      ...(hasSite && { "service-doc": [{ href: `${baseUrl}/reference`, type: "text/html" }] }),
      status: [{ href: `${baseUrl}/readyz`, type: "application/json" }],
    };
    ctx.set("Link", `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"`);
    ctx.body = JSON.stringify({ linkset: [links] });
    // After the body, for which Koa sets a type.
    ctx.set("Content-Type", CATALOG_TYPE);
  });

  if (contact === undefined) return;
  router.get("/.well-known/security.txt", (ctx: Context) => {
    const expires = new Date(
      Math.floor(Date.now() / DAY_IN_MS + SECURITY_DAYS) * DAY_IN_MS,
    ).toISOString();
    ctx.type = "text/plain; charset=utf-8";
    ctx.body = [`Contact: ${contact}`, `Expires: ${expires}`, "Preferred-Languages: en", ""].join(
      "\n",
    );
  });
}

/** `ready` returns undefined while the service is stopping. */
export function healthRoutes(router: Router, ready: () => object | undefined): void {
  router.get("/healthz", (ctx: Context) => {
    ctx.body = { status: "ok" };
  });

  router.get("/readyz", (ctx: Context) => {
    const now = ready();
    ctx.status = now === undefined ? 503 : 200;
    ctx.body = now === undefined ? { status: "stopping" } : { status: "ready", ...now };
  });
}
