import type Router from "@koa/router";
import type { Context } from "koa";
import type { Admission } from "../http/admission.js";
import { buildProposal } from "../proposals/build-proposal.js";
import type { CurrentDependencies, Dependencies } from "../proposals/dependencies.js";
import { listDomains } from "../proposals/list-domains.js";
import { readJson } from "../proposals/read-json.js";
import { readRequest } from "../proposals/read-request.js";
import type { ProposalRequest } from "../proposals/request.js";
import type { ValidationResult } from "../proposals/results.js";
import { validateProposal } from "../proposals/validate-proposal.js";

type UseCase = (request: ProposalRequest, dependencies: Dependencies) => Promise<ValidationResult>;

/** The three operations. Returns those that check a proposal, by their paths. */
export function operationRoutes(
  router: Router,
  admission: Admission,
  served: CurrentDependencies,
): ReadonlyMap<string, (ctx: Context) => Promise<void>> {
  router.get("/api/domains", async (ctx: Context) => {
    await admission.admitOperation(ctx, "listDomains", false);
    ctx.body = listDomains(served.current);
  });

  const check = (operation: string, useCase: UseCase) => async (ctx: Context) => {
    const body = await admission.admitOperation(ctx, operation, true);
    const { current } = served;
    const request = await readRequest(readJson(body), current);
    ctx.state.trace?.enter("judging");
    const result = await useCase(request, current);
    const codes = result.diagnostics.map(({ code }) => code);
    Object.assign(ctx.state, { operation, valid: result.valid, codes });
    ctx.state.headers = datesOf(result.specPackage);
    ctx.state.json = result;
  };
  const checks = new Map([
    ["/api/validate", check("validateProposal", validateProposal)],
    ["/api/build", check("buildProposal", buildProposal)],
  ]);
  for (const [path, handler] of checks) router.post(path, handler);
  return checks;
}

/** RFC 9745 and RFC 8594. */
function datesOf({ deprecatedOn, retiresOn }: ValidationResult["specPackage"]): string[] {
  return [
    ...(deprecatedOn === undefined ? [] : ["Deprecation", `@${Date.parse(deprecatedOn) / 1000}`]),
    ...(retiresOn === undefined ? [] : ["Sunset", new Date(retiresOn).toUTCString()]),
  ];
}
