import { ZenEngine } from "@gorules/zen-engine";
import { MEMBERS, STRATEGIES, TYPES } from "./v1.js";

/** A decision graph with one expression node that contains the rules in ZEN, the engine's own language. */
export const name = "zen-engine";

const list = (values) => JSON.stringify(values);
const text = (value, min, max) =>
  `type(${value}) == 'string' and len(trim(${value})) >= ${min} and len(${value}) <= ${max}`;
const items = (value, max) => `type(${value}) == 'array' and len(${value}) >= 1 and len(${value}) <= ${max}`;
const onlyKeys = (value, keys) => `type(${value}) == 'object' and all(keys(${value}), # in ${list(keys)})`;

const SHAPE = [
  onlyKeys("c", MEMBERS),
  onlyKeys("c.owner", ["kind", "id"]),
  text("c.owner.id", 1, 128),
  text("c.generatorId", 3, 64),
  text("c.generatorName", 1, 80),
  text("c.description", 1, 2000),
  `(c.rationaleNotes == null or ${text("c.rationaleNotes", 0, 4000)})`,
  items("c.supportedStrategies", 16),
  items("c.outputFields", 64),
  `all(c.outputFields as f, ${[
    onlyKeys("f", ["name", "type", "description"]),
    text("f.name", 1, 64),
    "type(f.type) == 'string'",
    text("f.description", 1, 1000),
  ].join(" and ")})`,
  items("c.sampleRecords", 500),
  "all(c.sampleRecords, type(#) == 'object')",
];
const RULES = [
  "c.owner.kind == 'human'",
  "matches(c.owner.id, '^[^ \\t\\r\\n]+$')",
  "matches(c.generatorId, '^[a-z][a-z0-9]*(-[a-z0-9]+)*$')",
  "not taken",
  `all(c.supportedStrategies, # in ${list(STRATEGIES)})`,
  "all(c.supportedStrategies as s, count(c.supportedStrategies, # == s) == 1)",
  "all(c.outputFields, matches(#.name, '^[A-Za-z_][A-Za-z0-9_]*$'))",
  `all(c.outputFields, #.type in ${list(Object.keys(TYPES))})`,
  "all(c.outputFields as f, count(c.outputFields, #.name == f.name) == 1)",
  "all(c.sampleRecords, len(keys(#)) == len(c.outputFields))",
];

const isText = (v, condition) => `type(${v}) == 'string' and ${condition}`;
const DAY = "[0-9]{4}-[0-9]{2}-[0-9]{2}";
const TYPE_TESTS = {
  string: (v) => `type(${v}) == 'string'`,
  integer: (v) => `type(${v}) == 'number' and ${v} == floor(${v})`,
  number: (v) => `type(${v}) == 'number'`,
  boolean: (v) => `type(${v}) == 'bool'`,
  date: (v) => isText(v, `matches(${v}, '^${DAY}$') and d(${v}).isValid()`),
  datetime: (v) => isText(v, `matches(${v}, '^${DAY}[Tt].*([Zz]|[+-][0-9]{2}:[0-9]{2})$') and d(${v}).isValid()`),
  uuid: (v) => isText(v, `matches(${v}, '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$')`),
  email: (v) => isText(v, `len(${v}) <= 254 and matches(${v}, '^[^@ ]+@([A-Za-z0-9-]+[.])+[A-Za-z0-9-]+$')`),
  url: (v) => isText(v, `len(${v}) <= 2048 and matches(${v}, '^https?://[^ ]+$')`),
  object: (v) => `type(${v}) == 'object'`,
  array: (v) => `type(${v}) == 'array'`,
};
const TYPED = Object.entries(TYPE_TESTS).reduceRight(
  (otherwise, [type, test]) => `f.type == '${type}' ? (${test("r[f.name]")}) : (${otherwise})`,
  "false",
);

const node = (id, type, content = {}) => ({ id, name: id, type, position: { x: 0, y: 0 }, content });
const edge = (sourceId, targetId) => ({ id: `${sourceId}-${targetId}`, type: "edge", sourceId, targetId });
const value = [...SHAPE, ...RULES, `all(c.sampleRecords as r, all(c.outputFields as f, ${TYPED}))`].join(" and ");
const GRAPH = {
  contentType: "application/vnd.gorules.decision",
  nodes: [
    node("input", "inputNode"),
    node("rules", "expressionNode", { expressions: [{ id: "valid", key: "valid", value }] }),
    node("output", "outputNode"),
  ],
  edges: [edge("input", "rules"), edge("rules", "output")],
};

export function create(registry) {
  const decision = new ZenEngine().createDecision(GRAPH);
  return async (candidate) => {
    const taken = registry.has(candidate?.generatorId);
    // An expression rejects when it meets a value that it cannot evaluate.
    const { data } = await decision.safeEvaluate({ c: candidate, taken });
    return data?.result.valid === true;
  };
}
