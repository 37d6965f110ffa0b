import { validate } from "../../src/index.js";
import { loadSpecs } from "../../src/specs/load-specs.js";
import { ATLAS, ATLAS_RULES, addAtlas } from "./atlas-entry.js";
import { RulesFolder } from "./rules-folder.js";

const rules = new RulesFolder();
beforeAll(() => addAtlas(rules));
afterAll(() => rules.remove());

const REQUEST = { targetProduct: "any", domainId: "atlas-entry", candidate: ATLAS };

test("rules that add, compare, look up and follow references load with all their examples", async () => {
  const specs = await loadSpecs(rules.dir);
  const names = specs.get("atlas-entry")?.current?.rules.map(({ name }) => name);
  expect(names).toEqual(Object.keys(ATLAS_RULES).sort());
});

test("the library takes the registries that rules ask by their names", async () => {
  const specs = await loadSpecs(rules.dir);
  const codesWith = async (regions: string[]) => {
    const { diagnostics } = await validate(specs, REQUEST, { registry: ["tides"], registries: { regions } });
    return diagnostics.map(({ code }) => code);
  };
  expect(await codesWith(["north"])).toEqual([]);
  expect(await codesWith(["south"])).toEqual(["region-is-known"]);
});
