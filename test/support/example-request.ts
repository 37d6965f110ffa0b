import { readFileSync } from "node:fs";
import { delimiter } from "node:path";

type Candidate = Record<string, unknown> & {
  outputFields: Record<string, unknown>[];
  sampleRecords: Record<string, unknown>[];
};

/**
 * A request that is valid at the embedded target product, with other properties where a test wants
 * them.
 */
export function exampleRequest(
  candidate: Record<string, unknown> = {},
  envelope: Record<string, unknown> = {},
) {
  const example = readExample("rules/generator-option/v1/examples/city-weather.json") as Candidate;
  return {
    targetProduct: "sample-studio",
    domainId: "generator-option",
    candidate: { ...example, ...candidate },
    ...envelope,
  };
}

/** A request with four errors that can be fixed automatically. */
export function fixableRequest() {
  const { generatorName, ...others } = exampleRequest().candidate;
  const owner = { kind: "Human", id: " user_4821" };
  const candidate = {
    ...others,
    generatorNmae: generatorName,
    owner,
    supportedStrategies: ["fast", "realstic"],
  };
  return { ...exampleRequest(), candidate: candidate as Record<string, unknown> };
}

/** What a service needs to serve the domain of the examples beside its own. */
export const BOTH_DOMAINS = {
  RULES_DIR: ["rules", "examples/rules"].join(delimiter),
  TARGETS_FILE: "examples/targets.json",
};

/** The same for the domain of the examples. */
export function contractRequest(candidate: Record<string, unknown> = {}) {
  const example = readExample("examples/rules/data-contract/v1/examples/orders.json");
  return {
    targetProduct: "sample-warehouse",
    domainId: "data-contract",
    candidate: { ...example, ...candidate },
  };
}

function readExample(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")).candidate;
}
