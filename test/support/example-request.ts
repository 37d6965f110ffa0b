import { readFileSync } from "node:fs";

type Candidate = Record<string, unknown> & {
  outputFields: Record<string, unknown>[];
  sampleRecords: Record<string, unknown>[];
};

/** A request that is valid at the embedded target product, with other members where a test wants them. */
export function exampleRequest(candidate: Record<string, unknown> = {}, envelope: Record<string, unknown> = {}) {
  const file = new URL("../../rules/generator-option/v1/examples/city-weather.json", import.meta.url);
  const example = JSON.parse(readFileSync(file, "utf8")) as { candidate: Candidate };
  return {
    targetProduct: "sample-studio",
    domainId: "generator-option",
    candidate: { ...example.candidate, ...candidate },
    ...envelope,
  };
}
