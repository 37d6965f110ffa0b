import type Router from "@koa/router";
import type { Context, Middleware } from "koa";
import type { Admission } from "../http/admission.js";
import { requestQueueOf } from "../http/fair-queue.js";
import { bytesOf, readBody } from "../http/read-body.js";
import { isPlainJson } from "../json/parse-strict-bytes.js";
import { buildProposal } from "../proposals/build-proposal.js";
import type { CurrentDependencies, UseCase } from "../proposals/dependencies.js";
import { listDomains } from "../proposals/list-domains.js";
import { readJson } from "../proposals/read-json.js";
import type { ValidationResult } from "../proposals/results.js";
import { runCall } from "../proposals/run-call.js";
import { validateProposal } from "../proposals/validate-proposal.js";

/** The three operations. */
export function operationRoutes(
  router: Router,
  admission: Admission,
  queueRequests: Middleware,
  served: CurrentDependencies,
): void {
  const { identify, limit, checkKey, checkKeyIfSent, countOrRefuse, checkSignedBody, refuseSignedBody } = admission;
  const caller = (operation: string) => [identify, admission.allow(operation), limit];
  const body = [readBody(countOrRefuse), checkSignedBody, queueRequests];
  const list = (ctx: Context) => {
    ctx.body = listDomains(served.current);
  };
  const check = (useCase: UseCase) => async (ctx: Context) => {
    const result = await requestQueueOf(ctx).runWhole(async () => {
      const bytes = bytesOf(ctx);
      const dependencies = { ...served.current, isPortable: isPlainJson(bytes) };
      return runCall(useCase, readJson(bytes), dependencies, ctx.state);
    });
    ctx.set(dateHeaders(result.specPackage));
    ctx.body = result;
  };

  router.get("/api/domains", ...caller("listDomains"), checkKeyIfSent, refuseSignedBody, list);
  router.post("/api/validate", ...caller("validateProposal"), checkKey, ...body, check(validateProposal));
  router.post("/api/build", ...caller("buildProposal"), checkKey, ...body, check(buildProposal));
}

/** The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of a version. */
function dateHeaders({ deprecatedOn, retiresOn }: ValidationResult["specPackage"]): Record<string, string> {
  return {
    ...(deprecatedOn !== undefined && { Deprecation: `@${Date.parse(deprecatedOn) / 1000}` }),
    ...(retiresOn !== undefined && { Sunset: new Date(retiresOn).toUTCString() }),
  };
}
