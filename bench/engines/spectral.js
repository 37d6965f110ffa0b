import spectralCore from "@stoplight/spectral-core";
import spectralParsers from "@stoplight/spectral-parsers";
import {
  areDistinct,
  compileShape,
  IDENTIFIER,
  isBlank,
  isKnownType,
  KEBAB_CASE,
  NO_SPACE,
  recordsConform,
  STRATEGIES,
} from "./v1.js";

/** A ruleset for the candidate as a string: Spectral parses it itself, since it reports lines. */
export const name = "Spectral";

const { Document, Spectral } = spectralCore;
const { Json } = spectralParsers;

export function create(registry) {
  // Spectral's own function "schema" compiles the schema for each document, which takes 15 ms.
  const hasShape = compileShape();
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
      shape: rule("$", (candidate) => !hasShape(candidate)),
      "owner-kind": text("$.owner.kind", (kind) => kind !== "human"),
      "owner-id": text("$.owner.id", (id) => !NO_SPACE.test(id)),
      "id-case": text("$.generatorId", (id) => !KEBAB_CASE.test(id)),
      "id-free": text("$.generatorId", (id) => registry.has(id)),
      texts: text("$[generatorName,description]", isBlank),
      "field-descriptions": text("$.outputFields[*].description", isBlank),
      "field-names": text("$.outputFields[*].name", (name) => !IDENTIFIER.test(name)),
      "field-types": text("$.outputFields[*].type", (type) => !isKnownType(type)),
      "fields-distinct": list("$.outputFields", (fields) => !areDistinct(fields.map((field) => field?.name))),
      strategies: text("$.supportedStrategies[*]", (strategy) => !STRATEGIES.includes(strategy)),
      "strategies-distinct": list("$.supportedStrategies", (strategies) => !areDistinct(strategies)),
      records: rule(
        "$",
        (candidate) => isJudgeable(candidate) && !recordsConform(candidate.sampleRecords, candidate.outputFields),
      ),
    },
  });
  return async (_, body) => (await spectral.run(new Document(body, Json))).length === 0;
}

/** Only the shape check reports values with an invalid shape. */
function isJudgeable({ outputFields, sampleRecords } = {}) {
  return (
    Array.isArray(outputFields) &&
    outputFields.every((field) => isKnownType(field?.type)) &&
    Array.isArray(sampleRecords) &&
    sampleRecords.every((record) => typeof record === "object" && record !== null)
  );
}
