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

/** AJV for the shape, and hand-written code for what JSON Schema cannot express. */
export const name = "AJV + hand code";

export function create(registry) {
  const hasShape = compileShape();
  return (candidate) => hasShape(candidate) && obeysRules(candidate, registry);
}

/** The rules for a candidate with a valid shape. */
export function obeysRules(candidate, registry) {
  const { owner, generatorId, outputFields, supportedStrategies } = candidate;
  const names = outputFields.map((field) => field.name);
  return (
    owner.kind === "human" &&
    NO_SPACE.test(owner.id) &&
    KEBAB_CASE.test(generatorId) &&
    !registry.has(generatorId) &&
    [candidate.generatorName, candidate.description].every((text) => !isBlank(text)) &&
    outputFields.every(
      ({ name, type, description }) => IDENTIFIER.test(name) && isKnownType(type) && !isBlank(description),
    ) &&
    areDistinct(names) &&
    supportedStrategies.every((strategy) => STRATEGIES.includes(strategy)) &&
    areDistinct(supportedStrategies) &&
    recordsConform(candidate.sampleRecords, outputFields)
  );
}
