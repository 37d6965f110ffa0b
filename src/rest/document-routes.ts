import type Router from "@koa/router";
import type { Context } from "koa";
import { STATUSES } from "../http/statuses.js";
import { AppError } from "../proposals/app-error.js";
import { describeSpec, describeVersions } from "../proposals/describe-spec.js";
import { ERROR_CODES, type ErrorCode } from "../proposals/error-codes.js";
import type { Surroundings } from "../proposals/surroundings.js";
import { openApi } from "./openapi/openapi.js";

/** What can be read without a key and without being counted: spec packages, error codes and the description of the API. */
export function documentRoutes(router: Router, surroundings: Surroundings): void {
  const { specs, baseUrl } = surroundings;
  const description = openApi(surroundings);
  const domainOf = (ctx: Context) => specs.get(ctx.params.domainId) ?? missing("there is no such domain");

  router.get("/spec-packages/:domainId", (ctx: Context) => {
    ctx.body = describeVersions(domainOf(ctx), baseUrl);
  });

  router.get("/spec-packages/:domainId/:version", (ctx: Context) => {
    const domain = domainOf(ctx);
    const spec =
      domain.versions.find(({ version }) => version === ctx.params.version) ?? missing("there is no such version");
    const document = describeSpec(domain, spec);
    // Which version is current changes the document, but not the digest of the package.
    ctx.set("ETag", `"${spec.digest}${document.current ? "-current" : ""}"`);
    ctx.set("Cache-Control", "no-cache");
    ctx.body = document;
    if (ctx.fresh) ctx.status = 304;
  });

  router.get("/problems/:code", (ctx: Context) => {
    const code = ctx.params.code as ErrorCode;
    if (!Object.hasOwn(ERROR_CODES, code)) missing("there is no such error code");
    ctx.body = { code, status: STATUSES[code], ...ERROR_CODES[code] };
  });

  router.get("/openapi.json", async (ctx: Context) => {
    ctx.body = await description;
  });
}

function missing(detail: string): never {
  throw new AppError("not-found", detail);
}
