import type { TextContent } from "@modelcontextprotocol/server";
import { isObject, type JsonObject } from "../../ground/json/value.js";
import { countedNoun, quote } from "../../ground/text/quote.js";
import { buildProposal } from "../../proposals/build-proposal.js";
import type { CurrentDependencies, Dependencies, UseCase } from "../../proposals/dependencies.js";
import { AppError } from "../../proposals/errors/app-error.js";
import { listDomains } from "../../proposals/list-domains.js";
import { readRequest } from "../../proposals/read-request.js";
import { writeReport } from "../../proposals/report-text.js";
import { resultText } from "../../proposals/response-room.js";
import { type DomainList, type OperationResult, toVerdict } from "../../proposals/results.js";
import { validateProposal } from "../../proposals/validate-proposal.js";
import type { Quota } from "../rate-limit/window.js";
import type { Tool, ToolCall } from "./definition.js";
import { errorResult } from "./errors.js";
import {
  cutSchema,
  RESULT_SCHEMAS,
  repeatedSchema,
  requestSchema,
  resolveSchema,
} from "./tool-schemas.js";

interface OperationTool {
  readonly name: string;
  readonly description: readonly string[];
  /** Follows the spec packages. */
  input(dependencies: Dependencies): JsonObject;
  readonly output: JsonObject;
  /** How many levels of the output schema are listed. */
  readonly outputDepth: number;
  readonly needsKey: boolean;
  /** What to do where the arguments are wrong, if not what the error code says. */
  readonly argumentAdvice?: string;
  run(args: unknown, dependencies: Dependencies): Promise<DomainList | OperationResult>;
}

const OPERATIONS: readonly OperationTool[] = [
  {
    name: "listDomains",
    description: [
      "Lists the domains and target products that accept proposals, and the URL of each spec package (the rules).",
      "Call it first: the other tools take its domainId and targetProduct.",
    ],
    input: () => ({ type: "object", properties: {} }),
    output: RESULT_SCHEMAS.DomainList as JsonObject,
    outputDepth: 2,
    needsKey: false,
    argumentAdvice: "Call it without arguments.",
    async run(args, dependencies) {
      if (args === undefined || (isObject(args) && Object.keys(args).length === 0))
        return listDomains(dependencies);
      throw new AppError("invalid-request", `listDomains takes no arguments; found ${quote(args)}`);
    },
  },
  {
    name: "validateProposal",
    description: [
      "Checks a proposal and reports all its problems at once.",
      "Call it until `valid` is true; then call buildProposal.",
      "A candidate with problems is a normal result: `diagnostics` says where each problem is",
      "(a JSON Pointer into your arguments), what is expected and how to fix it.",
      "Apply `repair.patch` (JSON Patch, RFC 6902) unchanged to your arguments, or take `repaired` as the candidate,",
      "fix the errors that `repair.remaining` counts, and validate again.",
    ],
    input: requestSchema,
    output: RESULT_SCHEMAS.ValidationResult as JsonObject,
    outputDepth: 2,
    needsKey: true,
    run: check(validateProposal),
  },
  {
    name: "buildProposal",
    description: [
      "Builds the package of a valid proposal.",
      "Call it with the arguments for which validateProposal returned `valid`: true.",
      "Returns `proposalPackage` and, in `submission`, how to send it to the target product;",
      "nothing is sent or stored here.",
      "For a candidate with problems, it returns the result of validateProposal, without a package.",
    ],
    input: repeatedSchema,
    output: RESULT_SCHEMAS.BuildResult as JsonObject,
    // A caller passes the result on unread.
    outputDepth: 1,
    needsKey: true,
    run: check(buildProposal),
  },
];

/** The operations as tools, described for a model. Their results are those of REST. */
export function proposalTools(served: CurrentDependencies, quota?: Quota): Tool[] {
  const limit = quota
    ? [`Rate limit: ${quota.calls} tool calls in ${quota.windowSeconds} seconds.`]
    : [];
  return OPERATIONS.map((operation) => {
    const { name, description, input, output, outputDepth, needsKey, argumentAdvice, run } =
      operation;
    const constant = {
      name,
      description: [...description, ...limit].join(" "),
      outputSchema: { ...cutSchema(output, outputDepth), required: resolveSchema(output).required },
      annotations: { readOnlyHint: true, openWorldHint: false },
    };
    return {
      get definition() {
        return {
          ...constant,
          inputSchema: input(served.current) as Tool["definition"]["inputSchema"],
        };
      },
      needsKey,
      async run(args, { refusal, note, budget, readsStructured }) {
        note?.({ operation: name });
        try {
          if (refusal) throw refusal;
          const result = await run(args, served.current);
          let text: string;
          if ("diagnostics" in result) {
            note?.({ verdict: toVerdict(result) });
            text = readsStructured ? writeReport(result) : resultText(result);
          } else text = JSON.stringify(result);
          return {
            content: [{ type: "text", text }, ...warnOfLimit(budget)],
            structuredContent: result,
          };
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          note?.({ error: error.code });
          const { content, ...refused } = errorResult(error, argumentAdvice);
          return { ...refused, content: [...content, ...warnOfLimit(budget)] };
        }
      },
    };
  });
}

/** With fewer calls left, an agent should plan. */
const FEW_CALLS = 3;

/** A text of its own, so the first one and the structured content are the same for every caller. */
function warnOfLimit(budget: ToolCall["budget"]): TextContent[] {
  if (budget === undefined || budget.remaining > FEW_CALLS) return [];
  const { remaining, resetSeconds } = budget;
  const text = `Rate limit: ${countedNoun(remaining, "call")} left; more in ${countedNoun(resetSeconds, "second")}.`;
  return [{ type: "text", text }];
}

function check(useCase: UseCase): OperationTool["run"] {
  return async (args, dependencies) => useCase(await readRequest(args, dependencies), dependencies);
}
