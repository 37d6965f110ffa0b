import { isObject, type JsonObject } from "../json/value.js";
import { AppError } from "../proposals/app-error.js";
import { buildProposal } from "../proposals/build-proposal.js";
import type { CurrentDependencies, Dependencies, UseCase } from "../proposals/dependencies.js";
import { describeCandidates } from "../proposals/describe-candidate.js";
import { resultText } from "../proposals/fit-result.js";
import { listDomains } from "../proposals/list-domains.js";
import { readRequest } from "../proposals/read-request.js";
import { REQUEST_SCHEMA } from "../proposals/request.js";
import type { ValidationResult } from "../proposals/results.js";
import { ref } from "../proposals/schemas.js";
import { validateProposal } from "../proposals/validate-proposal.js";
import type { Quota } from "../rate-limit/window.js";
import { quote } from "../text/quote.js";
import { candidateOutline } from "./candidate-outline.js";
import type { Tool } from "./definition.js";
import { errorResult } from "./errors.js";
import { reportOf } from "./report.js";
import { outline, resolved } from "./schema-outline.js";

/** The three operations as tools, described for a model. Their results are those of REST. */
export function proposalTools(served: CurrentDependencies, quota?: Quota): Tool[] {
  const limit = quota && `Rate limit: ${quota.calls} tool calls in ${quota.windowSeconds} seconds.`;
  return [
    tool({
      name: "listDomains",
      description: [
        "Lists the domains and target products that accept proposals, and the URL of each spec package (the rules).",
        "Call it first: the other tools take its domainId and targetProduct.",
      ],
      input: () => ({ type: "object", properties: {} }),
      output: ref("DomainList"),
      needsCaller: false,
      advice: "Call it without arguments.",
      run: async (args) => {
        refuseArguments(args);
        return listDomains(served.current);
      },
    }),
    checkTool(
      "validateProposal",
      [
        "Checks a proposal and reports all its problems at once.",
        "Call it until `valid` is true; then call buildProposal.",
        "A candidate with problems is a normal result: `diagnostics` says where each problem is",
        "(a JSON Pointer into your arguments), what is expected and how to fix it.",
        "Apply `repair.patch` (JSON Patch, RFC 6902) unchanged to your arguments, or take `repaired` as the candidate,",
        "fix the errors that `repair.remaining` counts, and validate again.",
      ],
      ref("ValidationResult"),
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
      ref("BuildResult"),
      buildProposal,
    ),
  ];

  function checkTool(name: string, description: string[], output: JsonObject, useCase: UseCase): Tool {
    return tool({
      name,
      description,
      input: name === "buildProposal" ? repeatedSchema : () => requestSchema(served.current),
      output,
      needsCaller: true,
      run: async (args, observed) => {
        observed.trace?.enter("judging");
        const current = { ...served.current, inTurn: observed.turns?.expensive };
        const result = await useCase(await readRequest(args, current), current);
        Object.assign(observed, { valid: result.valid, codes: result.diagnostics.map(({ code }) => code) });
        return result;
      },
    });
  }

  function tool({ name, description, input, output, needsCaller, advice, run }: Operation): Tool {
    const constant = {
      name,
      description: [...description, limit ?? []].flat().join(" "),
      // A caller passes the result of buildProposal on unread, so one level of its schema is enough.
      outputSchema: { ...outline(output, name === "buildProposal" ? 1 : 2), required: resolved(output).required },
      annotations: { readOnlyHint: true, openWorldHint: false },
    };
    return {
      get definition() {
        return { ...constant, inputSchema: input() as Tool["definition"]["inputSchema"] };
      },
      needsCaller,
      async call(args, observed, readsStructured) {
        observed.operation = name;
        try {
          const structuredContent = await run(args, observed);
          const text = textOf(structuredContent, readsStructured);
          return { content: [{ type: "text", text }], structuredContent };
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          observed.error = error.code;
          return errorResult(error, advice);
        }
      },
    };
  }
}

/** Bounded, because a model reads the guide before every conversation. */
const MAX_GUIDE_LENGTH = 5_600;

/**
 * The envelope, with what a candidate looks like. It stays open, so that a client that validates arguments itself
 * keeps no slip from the service. Lengths are left out: not every API of a model knows them.
 */
function requestSchema(dependencies: Dependencies): JsonObject {
  const { candidate, ...others } = REQUEST_SCHEMA.properties;
  const properties = Object.entries(others).map(([name, { type, description }]) => [name, { type, description }]);
  const { type, ...outlined } = candidateOutline(dependencies);
  const description = `${candidate.description}\n${describeCandidates(dependencies, { room: MAX_GUIDE_LENGTH })}`;
  return {
    type: "object",
    properties: { ...Object.fromEntries(properties), candidate: { type: "object", description, ...outlined } },
  };
}

/**
 * buildProposal takes the arguments of validateProposal. Its schema does not describe them again, because a model reads
 * both before every conversation.
 */
function repeatedSchema(): JsonObject {
  const properties = Object.entries(REQUEST_SCHEMA.properties).map(([name, { type }]) => [name, { type }]);
  const candidate = { type: "object", additionalProperties: true, description: "As for validateProposal." };
  return { type: "object", properties: { ...Object.fromEntries(properties), candidate } };
}

function refuseArguments(args: unknown): void {
  if (args === undefined || (isObject(args) && Object.keys(args).length === 0)) return;
  throw new AppError("invalid-request", `listDomains takes no arguments; found ${quote(args)}`);
}

function textOf(result: object, readsStructured: boolean): string {
  if (!("diagnostics" in result)) return JSON.stringify(result);
  return readsStructured ? reportOf(result as ValidationResult) : resultText(result as ValidationResult);
}

interface Operation {
  readonly name: string;
  readonly description: readonly string[];
  /** Asked for each list of the tools: it may follow the spec packages. */
  input(): JsonObject;
  readonly output: JsonObject;
  readonly needsCaller: boolean;
  /** What to do where the arguments are wrong, if not what the error code says. */
  readonly advice?: string;
  run(args: unknown, observed: Parameters<Tool["call"]>[1]): Promise<object>;
}
