import { Engine } from "json-rules-engine";
import { areDistinct, compileShape, isBlank, recordsConform, STRATEGIES, TYPES } from "./v1.js";

/**
 * As its documentation suggests: one engine for all runs, JSONPath, and custom operators for what
 * it lacks.
 */
export const name = "AJV + json-rules-engine";

const OPERATORS = {
  unlike: (text, pattern) => !new RegExp(pattern).test(text),
  isBlank,
  hasBlank: (items, member) => items.some((item) => isBlank(item[member])),
  someUnlike: (items, [member, pattern]) =>
    items.some((item) => !new RegExp(pattern).test(item[member])),
  someNotIn: (items, allowed) => items.some((item) => !allowed.includes(item)),
  someMemberNotIn: (items, [member, allowed]) =>
    items.some((item) => !allowed.includes(item[member])),
  repeats: (items, member) =>
    !areDistinct(member === null ? items : items.map((item) => item[member])),
  nonconforming: ({ sampleRecords, outputFields }) => !recordsConform(sampleRecords, outputFields),
};

/** The conditions describe violations, with one rule for each. */
const rulesFor = (registry) =>
  [
    ["$.owner.kind", "notIn", ["human"]],
    ["$.owner.id", "unlike", "^\\S+$"],
    ["$.generatorId", "unlike", "^[a-z][a-z0-9]*(-[a-z0-9]+)*$"],
    ["$.generatorId", "in", [...registry]],
    ["$.generatorName", "isBlank", true],
    ["$.description", "isBlank", true],
    ["$.outputFields", "hasBlank", "description"],
    ["$.outputFields", "someUnlike", ["name", "^[A-Za-z_][A-Za-z0-9_]*$"]],
    ["$.outputFields", "someMemberNotIn", ["type", Object.keys(TYPES)]],
    ["$.outputFields", "repeats", "name"],
    ["$.supportedStrategies", "someNotIn", STRATEGIES],
    ["$.supportedStrategies", "repeats", null],
    ["$", "nonconforming", true],
  ].map(([path, operator, value]) => ({
    conditions: { all: [{ fact: "candidate", path, operator, value }] },
    event: { type: "violation", params: { path, operator } },
  }));

export function create(registry) {
  const hasShape = compileShape();
  const engine = new Engine(rulesFor(registry));
  for (const [operator, test] of Object.entries(OPERATORS)) engine.addOperator(operator, test);
  return async (candidate) =>
    hasShape(candidate) && (await engine.run({ candidate })).events.length === 0;
}
