import type Router from "@koa/router";
import type { Context } from "koa";
import type { Admission } from "../http/admission.js";
import { buildProposal } from "../proposals/build-proposal.js";
import type { Dependencies } from "../proposals/dependencies.js";
import { listDomains } from "../proposals/list-domains.js";
import { readRequest } from "../proposals/read-request.js";
import { type ProposalRequest, readJson } from "../proposals/request.js";
import type { ValidationResult } from "../proposals/results.js";
import { validateProposal } from "../proposals/validate-proposal.js";

type UseCase = (request: ProposalRequest, dependencies: Dependencies) => Promise<ValidationResult>;

/** The three operations. */
export function operationRoutes(router: Router, admission: Admission, dependencies: Dependencies): void {
  router.get("/api/domains", async (ctx: Context) => {
    await admission.admitOperation(ctx, "listDomains", false);
    ctx.body = listDomains(dependencies);
  });

  const check = (operation: string, useCase: UseCase) => async (ctx: Context) => {
    const body = await admission.admitOperation(ctx, operation, true);
    const request = await readRequest(readJson(body), dependencies);
    ctx.state.trace?.enter("judging");
    const result = await useCase(request, dependencies);
    const codes = result.diagnostics.map(({ code }) => code);
    Object.assign(ctx.state, { operation, valid: result.valid, codes });
    ctx.body = result;
  };
  router.post("/api/validate", check("validateProposal", validateProposal));
  router.post("/api/build", check("buildProposal", buildProposal));
}
