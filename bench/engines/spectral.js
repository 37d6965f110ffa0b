import spectralCore from "@stoplight/spectral-core";
import spectralParsers from "@stoplight/spectral-parsers";
import * as v1 from "./v1.js";

/** A ruleset for the candidate as a string: Spectral parses it itself, since it reports lines. */
export const name = "Spectral";

const { Document, Spectral } = spectralCore;
const { Json } = spectralParsers;

export function create(registry) {
  // Spectral's own function "schema" compiles the schema for each document, which takes 15 ms.
  const hasShape = v1.compileShape();
  const rule = (given, fails) => ({
    given,
    severity: "error",
    // biome-ignore lint/suspicious/noThenProperty: the name in Spectral's format
    then: { function: (value) => (fails(value) ? [{ message: "violated" }] : []) },
  });
  const text = (given, fails) => rule(given, (value) => typeof value === "string" && fails(value));
  const list = (given, fails) => rule(given, (value) => Array.isArray(value) && fails(value));
  const spectral = new Spectral();
  spectral.setRuleset({
    rules: {
      "shape-and-records": rule(
        "$",
        (candidate) =>
          !hasShape(candidate) ||
          !v1.recordsConform(candidate.sampleRecords, candidate.outputFields),
      ),
      "owner-kind": text("$.owner.kind", (kind) => kind !== "human"),
      "owner-id": text("$.owner.id", (id) => !v1.NO_SPACE.test(id)),
      "id-case": text("$.generatorId", (id) => !v1.KEBAB_CASE.test(id)),
      "id-free": text("$.generatorId", (id) => registry.has(id)),
      texts: text("$[generatorName,description]", v1.isBlank),
      "field-descriptions": text("$.outputFields[*].description", v1.isBlank),
      "field-names": text("$.outputFields[*].name", (name) => !v1.IDENTIFIER.test(name)),
      "field-types": text("$.outputFields[*].type", (type) => !v1.isKnownType(type)),
      "fields-distinct": list(
        "$.outputFields",
        (fields) => !v1.areDistinct(fields.map((field) => field?.name)),
      ),
      strategies: text("$.supportedStrategies[*]", (strategy) => !v1.STRATEGIES.includes(strategy)),
      "strategies-distinct": list(
        "$.supportedStrategies",
        (strategies) => !v1.areDistinct(strategies),
      ),
    },
  });
  return async (_, body) => (await spectral.run(new Document(body, Json))).length === 0;
}
