import * as v1 from "./v1.js";

/** AJV for the shape, and hand-written code for what JSON Schema cannot express. */
export const name = "AJV + hand code";

export function create(registry) {
  const hasShape = v1.compileShape();
  return (candidate) => hasShape(candidate) && obeysRules(candidate, registry);
}

/** The rules for a candidate with a valid shape. */
export function obeysRules(candidate, registry) {
  const { owner, generatorId, outputFields, supportedStrategies } = candidate;
  const names = outputFields.map((field) => field.name);
  return (
    owner.kind === "human" &&
    v1.NO_SPACE.test(owner.id) &&
    v1.KEBAB_CASE.test(generatorId) &&
    !registry.has(generatorId) &&
    [candidate.generatorName, candidate.description].every((text) => !v1.isBlank(text)) &&
    outputFields.every(
      ({ name, type, description }) =>
        v1.IDENTIFIER.test(name) && v1.isKnownType(type) && !v1.isBlank(description),
    ) &&
    v1.areDistinct(names) &&
    supportedStrategies.every((strategy) => v1.STRATEGIES.includes(strategy)) &&
    v1.areDistinct(supportedStrategies) &&
    v1.recordsConform(candidate.sampleRecords, outputFields)
  );
}
