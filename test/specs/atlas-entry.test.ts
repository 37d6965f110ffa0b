import { validate } from "../../src/index.js";
import { validateProposal } from "../../src/proposals/validate-proposal.js";
import { RegistryIndex } from "../../src/registry/registry-index.js";
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

test("a target product without a registry that rules ask is refused, not passed", async () => {
  const specs = await loadSpecs(rules.dir);
  const target = {
    id: "any",
    url: "http://localhost",
    domains: ["atlas-entry"],
    registry: { current: () => RegistryIndex.of(["tides"]), retryAfterSeconds: () => 1 },
    registryNames: [],
  };
  const dependencies = { specs, baseUrl: "http://localhost", targets: { list: () => [target], find: () => target } };
  await expect(validateProposal(REQUEST, dependencies)).rejects.toMatchObject({
    code: "registry-unavailable",
    message: expect.stringContaining('has no registry "regions"'),
  });
});

test("without a registry, no id is called unregistered", async () => {
  const specs = await loadSpecs(rules.dir);
  const codesWith = async (options: { registry?: string[] }) =>
    (await validate(specs, REQUEST, options)).diagnostics.map(({ code }) => code);
  expect(await codesWith({})).toEqual([]);
  expect(await codesWith({ registry: [] })).toHaveLength(1);
});
