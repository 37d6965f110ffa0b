import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { CompiledSpec } from "../../src/engine/compile-spec.js";
import { RegistryIndex } from "../../src/ground/registry/registry-index.js";
import { type LibraryOptions, validate } from "../../src/index.js";
import { validateProposal } from "../../src/proposals/validate-proposal.js";
import { openApi } from "../../src/service/rest/openapi.js";
import type { Catalog } from "../../src/specs/catalog.js";
import { loadSpecs } from "../../src/specs/load-specs.js";
import { type Loose, RulesFolder } from "../support/rules-folder.js";
import { addSecondVersion } from "./second-version.js";

const options: LibraryOptions = { registry: ["person-name"] };

const rules = new RulesFolder();

function specsWith(change: (rules: RulesFolder) => void): Promise<Catalog> {
  rules.restore();
  change(rules);
  return loadSpecs(rules.dir);
}

const first = (await loadSpecs("rules")).get("generator-option")?.current as CompiledSpec;
const { candidate: base } = first.source.examples["city-weather"] as {
  candidate: Record<string, unknown>;
};

const request = (candidate: unknown, specVersion?: string) => ({
  targetProduct: "sample-studio",
  domainId: "generator-option",
  candidate,
  ...(specVersion && { specVersion }),
});

describe("a second version, added with files alone", () => {
  let specs: Catalog;
  beforeAll(async () => {
    specs = await specsWith(addSecondVersion);
  });

  test("becomes the current one and leaves the first as it was", () => {
    const domain = specs.get("generator-option");
    expect(domain?.current?.version).toBe("v2");
    expect(domain?.versions.map(({ version }) => version)).toEqual(["v1", "v2"]);
    expect(domain?.versions[0]?.digest).toBe(first.digest);
    expect(domain?.current?.digest).not.toBe(first.digest);
  });

  const shade = (value: unknown) => ({
    outputFields: [{ name: "shade", type: "hexcode", description: "A colour." }],
    sampleRecords: [{ shade: value }, { shade: "#ffffff" }, { shade: "#000000" }],
  });
  const UNKNOWN_TYPE = "output-field-types-are-known /candidate/outputFields/0/type";
  const TOO_FEW = "realistic-generators-show-three-records /candidate/sampleRecords";
  test.each<[change: object, v1: string[], v2: string[]]>([
    [
      { owner: { kind: "organization", id: "acme" } },
      ["owner-kind-is-allowed /candidate/owner/kind"],
      [TOO_FEW],
    ],
    [
      { supportedStrategies: ["exhaustive"] },
      ["supported-strategies-are-known /candidate/supportedStrategies/0"],
      [],
    ],
    [shade("#aabbcc"), [UNKNOWN_TYPE], []],
    [
      shade("red"),
      [UNKNOWN_TYPE],
      ["sample-record-values-have-declared-types /candidate/sampleRecords/0/shade"],
    ],
    [{}, [], [TOO_FEW]],
    [{ supportedStrategies: ["fast"] }, [], []],
  ])(
    "checks %j by its own rules, and the first version by the first one's",
    async (change, v1, v2) => {
      const candidate = { ...base, ...change };
      for (const [version, expected] of [
        ["v1", v1],
        ["v2", v2],
        [undefined, v2],
      ] as const) {
        const { valid, diagnostics, specPackage } = await validate(
          specs,
          request(candidate, version),
          options,
        );
        expect(diagnostics.map(({ code, path }) => `${code} ${path}`)).toEqual(expected);
        expect(valid).toBe(expected.length === 0);
        expect(specPackage.version).toBe(version ?? "v2");
      }
    },
  );
});

describe("the status of a version", () => {
  const plans = new RulesFolder("rollout-plan");
  const { candidate } = plans.read("rollout-plan/v1/examples/search-page.json");

  /** A small domain with these versions. */
  function versionsWith(statuses: Readonly<Record<string, string>>): Promise<Catalog> {
    plans.restore();
    for (const [version, status] of Object.entries({ v1: "released", ...statuses })) {
      if (version !== "v1") plans.copy("rollout-plan/v1", `rollout-plan/${version}`);
      plans.edit(`rollout-plan/${version}/spec.json`, { "/status": status });
    }
    return loadSpecs(plans.dir);
  }
  const usedBy = async (specs: Catalog, specVersion?: string) => {
    const sent = {
      targetProduct: "shop",
      domainId: "rollout-plan",
      candidate,
      ...(specVersion && { specVersion }),
    };
    return (await validate(specs, sent)).specPackage.version;
  };

  test("a draft is not current, but can be tried by naming it", async () => {
    const specs = await versionsWith({ v2: "released", v3: "draft" });
    expect([await usedBy(specs), await usedBy(specs, "v3")]).toEqual(["v2", "v3"]);
  });

  test("a retired version is refused, with the versions that are not", async () => {
    const specs = await versionsWith({ v2: "released", v3: "retired" });
    expect(await usedBy(specs)).toBe("v2");
    await expect(usedBy(specs, "v3")).rejects.toMatchObject({
      code: "unknown-spec-version",
      detail: expect.stringMatching(/supported: v1, v2$/),
    });
  });

  test("versions are counted, not spelt: v10 is higher than v9", async () => {
    expect(await usedBy(await versionsWith({ v9: "released", v10: "released" }))).toBe("v10");
  });

  test("with nothing released, a version must be named", async () => {
    const specs = await versionsWith({ v1: "draft" });
    await expect(usedBy(specs)).rejects.toMatchObject({ code: "unknown-spec-version" });
    expect(await usedBy(specs, "v1")).toBe("v1");
  });
});

/**
 * A domain with rules of kinds that the packages of `rules/` and `examples/rules/` have none of: its
 * files, by their names.
 */
const ATLAS: Record<string, Loose> = JSON.parse(
  readFileSync("test/specs/atlas-entry.json", "utf8"),
);

describe("rules that add, compare, look up and follow references", () => {
  let specs: Catalog;
  beforeAll(async () => {
    specs = await specsWith((rules) => {
      for (const [file, content] of Object.entries(ATLAS)) rules.write(file, content);
    });
  });

  const { candidate } = ATLAS["atlas-entry/v1/examples/sea-level.json"];
  const ATLAS_REQUEST = { targetProduct: "any", domainId: "atlas-entry", candidate };

  test("load with all their examples", () => {
    const names = specs
      .get("atlas-entry")
      ?.current?.compiled()
      .rules.map(({ name }) => name);
    const files = Object.keys(ATLAS).filter((file) => file.includes("/rules/"));
    expect(names).toEqual(files.map((file) => basename(file, ".json")).sort());
  });

  test("the library takes the registries that rules ask by their names", async () => {
    const codesWith = async (regions: string[]) => {
      const { diagnostics } = await validate(specs, ATLAS_REQUEST, {
        registry: ["tides"],
        registries: { regions },
      });
      return diagnostics.map(({ code }) => code);
    };
    expect(await codesWith(["north"])).toEqual([]);
    expect(await codesWith(["south"])).toEqual(["region-is-known"]);
  });

  test("a target product without a registry that rules ask is refused, not passed", async () => {
    const target = {
      id: "any",
      url: "http://localhost",
      domains: ["atlas-entry"],
      registry: { current: () => RegistryIndex.of(["tides"]), retryAfterSeconds: () => 1 },
      registryNames: [],
    };
    const dependencies = {
      catalog: specs,
      baseUrl: "http://localhost",
      targets: { list: () => [target], find: () => target },
    };
    await expect(validateProposal(ATLAS_REQUEST, dependencies)).rejects.toMatchObject({
      code: "registry-unavailable",
      message: expect.stringContaining('has no registry "regions"'),
    });
    // The OpenAPI document, whose examples ask an empty registry, is not refused.
    expect(await openApi(dependencies, "assay")).toMatchObject({
      components: { examples: { proposal: expect.anything() } },
    });
  });

  test("without a registry, no id is called unregistered", async () => {
    const codesWith = async (options: { registry?: string[] }) =>
      (await validate(specs, ATLAS_REQUEST, options)).diagnostics.map(({ code }) => code);
    expect(await codesWith({})).toEqual([]);
    expect(await codesWith({ registry: [] })).toHaveLength(1);
  });
});
