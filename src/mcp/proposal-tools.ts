import type { JsonObject } from "../json/value.js";
import { AppError } from "../proposals/app-error.js";
import { buildProposal } from "../proposals/build-proposal.js";
import type { Dependencies } from "../proposals/dependencies.js";
import { resultText } from "../proposals/fit-result.js";
import { listDomains } from "../proposals/list-domains.js";
import { readRequest } from "../proposals/read-request.js";
import { type ProposalRequest, REQUEST_SCHEMA } from "../proposals/request.js";
import type { ValidationResult } from "../proposals/results.js";
import { BUILD_SCHEMA, DOMAINS_SCHEMA, VALIDATION_SCHEMA } from "../proposals/schemas.js";
import { validateProposal } from "../proposals/validate-proposal.js";
import type { Quota } from "../rate-limit/window.js";
import type { Tool } from "./definition.js";
import { errorResult } from "./errors.js";
import { outline } from "./schema-outline.js";

type UseCase = (request: ProposalRequest, dependencies: Dependencies) => Promise<ValidationResult>;

/** The three operations as tools, described for a model. Their results are those of REST. */
export function proposalTools(dependencies: Dependencies, { calls, windowSeconds }: Quota): Tool[] {
  return [
    tool({
      name: "listDomains",
      description: [
        "Lists the domains and target products that accept proposals, and the URL of each spec package (the rules).",
        "Call it first: the other tools take its domainId and targetProduct.",
      ],
      input: { type: "object", properties: {}, additionalProperties: false },
      output: DOMAINS_SCHEMA,
      needsCaller: false,
      run: async () => listDomains(dependencies),
    }),
    checkTool(
      "validateProposal",
      [
        "Checks a proposal and reports all its problems at once.",
        "Call it until `valid` is true; then call buildProposal.",
        "A candidate with problems is a normal result: `diagnostics` says where each problem is",
        "(a JSON Pointer into your arguments), what is expected and how to fix it.",
        "Apply `repair.patch` (JSON Patch, RFC 6902) unchanged to your arguments,",
        "fix the errors that `repair.remaining` counts, and validate again.",
        "To learn what is required, send an empty candidate.",
      ],
      VALIDATION_SCHEMA,
      validateProposal,
    ),
    checkTool(
      "buildProposal",
      [
        "Builds the package of a valid proposal.",
        "Call it with the arguments for which validateProposal returned `valid`: true.",
        "Returns `proposalPackage` and, in `submission`, how to send it to the target product;",
        "nothing is sent or stored here.",
        "For a candidate with problems, it returns the result of validateProposal, without a package.",
      ],
      BUILD_SCHEMA,
      buildProposal,
    ),
  ];

  function checkTool(name: string, description: string[], output: JsonObject, useCase: UseCase): Tool {
    const input = REQUEST_SCHEMA as unknown as JsonObject;
    return tool({
      name,
      description,
      input,
      output,
      needsCaller: true,
      run: async (args, observed) => {
        const result = await useCase(await readRequest(args, dependencies), dependencies);
        Object.assign(observed, { valid: result.valid, codes: result.diagnostics.map(({ code }) => code) });
        return result;
      },
    });
  }

  function tool({ name, description, input, output, needsCaller, run }: Operation): Tool {
    return {
      definition: {
        name,
        description: `${description.join(" ")} Rate limit: ${calls} tool calls in ${windowSeconds} seconds.`,
        inputSchema: input as Tool["definition"]["inputSchema"],
        outputSchema: { ...outline(output, 2), required: output.required },
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      needsCaller,
      async call(args, observed) {
        observed.operation = name;
        try {
          const structuredContent = await run(args, observed);
          return { content: [{ type: "text", text: textOf(structuredContent) }], structuredContent };
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          observed.error = error.code;
          return errorResult(error);
        }
      },
    };
  }
}

function textOf(result: object): string {
  return "diagnostics" in result ? resultText(result as ValidationResult) : JSON.stringify(result);
}

interface Operation {
  readonly name: string;
  readonly description: readonly string[];
  readonly input: JsonObject;
  readonly output: JsonObject;
  readonly needsCaller: boolean;
  run(...call: Parameters<Tool["call"]>): Promise<object>;
}
