import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { CHECKS } from "../../../src/engine/checks/index.js";
import { SPEC_STATUSES } from "../../../src/engine/grammar.js";
import { TEXT_STEPS } from "../../../src/engine/normalize/text-steps.js";
import { OPERATORS } from "../../../src/engine/operators.js";
import { RESPELLINGS } from "../../../src/ground/text/respell.js";
import { META_SCHEMA_NAMES } from "../../../src/specs/rules-folder.js";

const read = (name: string) => JSON.parse(readFileSync(join("rules", name), "utf8"));
const { check, hasOneCheck, respelling, compared } = read("rule.schema.json").$defs;

test("the schemas of rule files name the checks and their options as the engine knows them", () => {
  const names = [...CHECKS.keys()].sort();
  expect(
    hasOneCheck.oneOf.flatMap(({ required }: { required: string[] }) => required).sort(),
  ).toEqual(names);
  const options = new Set(
    [...CHECKS.values()].flatMap((definition) => Object.keys(definition.options ?? {})),
  );
  const common = ["at", "where", "per"];
  expect(Object.keys(check.properties).sort()).toEqual(
    [...new Set([...common, ...names, ...options])].sort(),
  );
  // An option stands beside the checks that have it, and no other.
  for (const option of options) {
    const { required, anyOf = [{ required }] } = check.dependentSchemas[option];
    const having = [...CHECKS.values()].filter(
      (definition) => option in (definition.options ?? {}),
    );
    const allowed = anyOf.flatMap((one: { required: string[] }) => one.required);
    expect([option, allowed.sort()]).toEqual([option, having.map(({ name }) => name).sort()]);
  }
  const groups = check.dependentSchemas.per.anyOf.flatMap(
    ({ required }: { required: string[] }) => required,
  );
  expect(groups.sort()).toEqual(
    [...CHECKS.values()].flatMap(({ name, group }) => (group ? name : [])).sort(),
  );
});

test("they name the operators, respellings, steps and statuses", () => {
  expect(compared.properties.operator.enum.sort()).toEqual([...OPERATORS.keys()].sort());
  expect(respelling.enum.sort()).toEqual(Object.keys(RESPELLINGS).sort());
  const { properties, $defs } = read("spec.schema.json");
  expect($defs.step.properties.step.enum).toEqual(expect.arrayContaining(Object.keys(TEXT_STEPS)));
  expect(properties.status.enum).toEqual([...SPEC_STATUSES]);
});

test("they are all there, and stay small enough to be read", () => {
  const files = readdirSync("rules").filter((name) => name.endsWith(".schema.json"));
  expect(files.sort()).toEqual([...META_SCHEMA_NAMES].sort());
  const bytes = files.reduce((sum, name) => sum + statSync(join("rules", name)).size, 0);
  expect(bytes).toBeLessThanOrEqual(60_000);
});
