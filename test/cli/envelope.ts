import { readFileSync } from "node:fs";

interface Envelope {
  targetProduct: string;
  domainId: string;
  candidate: Record<string, unknown>;
}

/** A valid request for the spec package that ships with assay. */
export function validEnvelope(): Envelope {
  const example = JSON.parse(readFileSync("rules/generator-option/v1/examples/city-weather.json", "utf8"));
  return { targetProduct: "sample-studio", domainId: "generator-option", candidate: example.candidate };
}

/** A request with four errors that can be fixed automatically. */
export function fixableEnvelope(): Envelope {
  const envelope = validEnvelope();
  const { generatorName, ...candidate } = envelope.candidate;
  return {
    ...envelope,
    candidate: {
      ...candidate,
      generatorNmae: generatorName,
      owner: { kind: "Human", id: " user_4821" },
      supportedStrategies: ["fast", "realstic"],
    },
  };
}
