import type Router from "@koa/router";
import type { Context } from "koa";
import { isPlainJson } from "../../ground/json/parse-strict-bytes.js";
import { buildProposal } from "../../proposals/build-proposal.js";
import type { CurrentDependencies, UseCase } from "../../proposals/dependencies.js";
import { listDomains } from "../../proposals/list-domains.js";
import { readJson } from "../../proposals/read-json.js";
import { isCleanRequest, readRequest } from "../../proposals/read-request.js";
import { type ValidationResult, verdictOf } from "../../proposals/results.js";
import { validateProposal } from "../../proposals/validate-proposal.js";
import type { Admission } from "../http/admission.js";
import { bytesOf, readBody } from "../http/read-body.js";
import type { RunRequest } from "../http/request-queue.js";

/** The three operations. */
export function operationRoutes(
  router: Router,
  admission: Admission,
  runRequest: RunRequest,
  served: CurrentDependencies,
): void {
  const { identify, limit, checkKey, checkKeyIfSent, countOrRefuse, checkSignedBody, refuseSignedBody } = admission;
  const caller = (operation: string) => [identify, admission.allow(operation), limit];
  const body = [readBody(countOrRefuse), checkSignedBody];
  const list = (ctx: Context) => {
    ctx.body = listDomains(served.current);
  };
  const check = (useCase: UseCase) => async (ctx: Context) => {
    const result = await runRequest(ctx, async (pause) => {
      const bytes = bytesOf(ctx);
      const body = readJson(bytes);
      const dependencies = { ...served.current, pause, isKnownPortable: isPlainJson(bytes) };
      if (pause === undefined && !isCleanRequest(body, dependencies)) return undefined;
      return useCase(await readRequest(body, dependencies), { ...dependencies, isClean: pause === undefined });
    });
    ctx.state.verdict = verdictOf(result);
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
