import type Router from "@koa/router";
import type { Context } from "koa";
import type { Admission } from "../http/admission.js";
import { readBody } from "../http/read-body.js";
import { buildProposal } from "../proposals/build-proposal.js";
import { listDomains } from "../proposals/list-domains.js";
import { readJson } from "../proposals/read-json.js";
import { type ProposalRequest, readRequest } from "../proposals/request.js";
import type { ValidationResult } from "../proposals/results.js";
import type { Surroundings } from "../proposals/surroundings.js";
import { validateProposal } from "../proposals/validate-proposal.js";

type Judging = (request: ProposalRequest, surroundings: Surroundings) => Promise<ValidationResult>;

/** The three operations. */
export function operationRoutes(router: Router, admission: Admission, surroundings: Surroundings): void {
  router.get("/api/domains", async (ctx: Context) => {
    const visitor = await admission.identify(ctx);
    await admission.admit(ctx, visitor, { operation: "listDomains", needsCaller: false, counted: true });
    admission.checkNoBody(ctx, visitor);
    await admission.checkBody(ctx, visitor, Buffer.alloc(0));
    ctx.body = listDomains(surroundings);
  });

  const judge = (operation: string, judging: Judging) => async (ctx: Context) => {
    const visitor = await admission.identify(ctx);
    await admission.admit(ctx, visitor, { operation, needsCaller: true, counted: true });
    const body = await readBody(ctx);
    await admission.checkBody(ctx, visitor, body);
    const result = await judging(readRequest(readJson(body)), surroundings);
    const codes = result.diagnostics.map(({ code }) => code);
    Object.assign(ctx.state, { operation, valid: result.valid, codes });
    ctx.body = result;
  };
  router.post("/api/validate", judge("validateProposal", validateProposal));
  router.post("/api/build", judge("buildProposal", buildProposal));
}
