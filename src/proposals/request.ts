import type { Json } from "../ground/json/value.js";

export interface ProposalRequest {
  targetProduct: string;
  domainId: string;
  /** An object, except where a schema alone decides. */
  candidate: Json;
  specVersion?: string;
  applyRepair?: boolean;
}

/** In bytes. */
export const BODY_LIMIT = 65_536;

/** `readRequest` validates with it, and OpenAPI and the MCP tools publish it. */
export const REQUEST_SCHEMA = {
  type: "object",
  required: ["targetProduct", "domainId", "candidate"],
  additionalProperties: false,
  properties: {
    targetProduct: {
      type: "string",
      minLength: 1,
      maxLength: 128,
      description: "The product that the proposal is for, as listed by listDomains.",
    },
    domainId: {
      type: "string",
      minLength: 1,
      maxLength: 128,
      description: "The domain of the proposal, as listed by listDomains.",
    },
    candidate: {
      type: "object",
      additionalProperties: true,
      description: "The proposal itself, as the spec package of the domain describes it.",
    },
    specVersion: {
      type: "string",
      minLength: 1,
      maxLength: 16,
      description: "A version of the spec package other than the current one, such as a draft.",
    },
    applyRepair: {
      type: "boolean",
      description: "Whether to return `repaired`: the candidate after `repair.patch`.",
    },
  },
} as const;

export const OPTIONAL: readonly string[] = ["specVersion", "applyRepair"];

/** Other names that callers give to the properties of a request. */
export const REQUEST_ALIASES: Readonly<
  Record<keyof typeof REQUEST_SCHEMA.properties, readonly string[]>
> = {
  targetProduct: ["target", "product", "targetId", "productId", "targetProductId"],
  domainId: ["domain"],
  candidate: ["proposal", "payload", "data", "document"],
  specVersion: ["specPackageVersion"],
  applyRepair: ["repair", "autoRepair", "applyFixes"],
};

/** What protocols add to the arguments of a call says nothing of a request. */
export const CALL_VALUES = {
  jsonrpc: "2.0",
  method: /^(?:tools\/call|POST)$/,
  // Hosts prefix the names of tools.
  name: /(?:^|[^a-z])(?:validate|build)_?proposal$/i,
  type: /^(?:function(?:_call)?|tool_(?:call|use))$/,
  id: /^(?:call|toolu)_\w+$/,
  path: /\/api\/(?:validate|build)$/,
};
