import type Router from "@koa/router";
import type { Context, Middleware } from "koa";
import compose from "koa-compose";
import { buildProposal } from "../../proposals/build-proposal.js";
import type { CurrentDependencies, UseCase } from "../../proposals/dependencies.js";
import { listDomains } from "../../proposals/list-domains.js";
import { readJson } from "../../proposals/read-json.js";
import { readRequest } from "../../proposals/read-request.js";
import { toVerdict, type ValidationResult } from "../../proposals/results.js";
import { validateProposal } from "../../proposals/validate-proposal.js";
import type { Admission } from "../http/admission.js";
import { bytesOf, readBody } from "../http/read-body.js";
import type { Turns } from "../http/turns.js";

/** The three operations. */
export function operationRoutes(
  router: Router,
  admission: Admission,
  turns: Turns,
  served: CurrentDependencies,
): void {
  const {
    identify,
    limit,
    checkKey,
    checkKeyIfSent,
    countOrRefuse,
    checkSignedBody,
    refuseSignedBody,
  } = admission;
  const caller = (operation: string) => [identify, admission.allow(operation), limit];
  const body = [readBody(countOrRefuse), checkSignedBody];
  const list = (ctx: Context) => {
    ctx.body = listDomains(served.current);
  };
  const check = (useCase: UseCase) => async (ctx: Context) => {
    const result = await turns.run(ctx, async () => {
      const { current } = served;
      return useCase(await readRequest(readJson(bytesOf(ctx)), current), current);
    });
    ctx.state.verdict = toVerdict(result);
    ctx.set(dateHeaders(result.specPackage));
    ctx.body = result;
  };

  // Once: the router would compose the steps of a route again for each request.
  const steps = (...middleware: Middleware[]) => compose(middleware);
  router.get(
    "/api/domains",
    steps(...caller("listDomains"), checkKeyIfSent, refuseSignedBody, list),
  );
  router.post(
    "/api/validate",
    steps(...caller("validateProposal"), checkKey, ...body, check(validateProposal)),
  );
  router.post(
    "/api/build",
    steps(...caller("buildProposal"), checkKey, ...body, check(buildProposal)),
  );
}

/** The headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) of a version. */
function dateHeaders({
  deprecatedOn,
  retiresOn,
}: ValidationResult["specPackage"]): Record<string, string> {
  return {
    ...(deprecatedOn !== undefined && { Deprecation: `@${Date.parse(deprecatedOn) / 1000}` }),
    ...(retiresOn !== undefined && { Sunset: new Date(retiresOn).toUTCString() }),
  };
}
