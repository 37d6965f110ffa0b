import { readFileSync } from "node:fs";
import { createContext, SourceTextModule } from "node:vm";
import type * as Browser from "../src/browser.js";
import { describeSpec } from "../src/explain/describe-spec.js";
import { build, validate } from "../src/index.js";
import type { Catalog } from "../src/specs/catalog.js";
import { compiledSpecs } from "./support/compiled-specs.js";

/** All that the engine may need of a browser besides the language itself. */
const GLOBALS = { TextEncoder, setTimeout, queueMicrotask };

let browser: typeof Browser;
let specs: Catalog;
beforeAll(async () => {
  const module = new SourceTextModule(readFileSync("dist/browser.js", "utf8"), {
    context: createContext({ ...GLOBALS }),
  });
  await module.link((specifier) => {
    throw new Error(`it imports ${specifier}`);
  });
  await module.evaluate();
  browser = module.namespace as typeof Browser;
  specs = compiledSpecs("rules", "examples/rules");
});

/** As a service publishes them. */
function documents(): Browser.SpecDocument[] {
  return [...specs.values()].flatMap((domain) =>
    domain.versions.map((spec) => JSON.parse(JSON.stringify(describeSpec(domain, spec)))),
  );
}

/** Valid ones, and those with several errors each: a candidate with parts of another. */
function requests(): { domainId: string; targetProduct: string; specVersion: string; candidate: object }[] {
  return [...specs.values()].flatMap(({ id, versions }) =>
    versions.flatMap(({ version, source }) => {
      const [candidate] = Object.values(source.examples).map((example) => example.candidate as object);
      const keys = Object.keys(candidate as object);
      const changed = keys.flatMap((key) => [
        Object.fromEntries(Object.entries(candidate as object).filter(([name]) => name !== key)),
        { ...candidate, [key]: "Größe" },
        { ...candidate, [`${key}s`]: [1, { a: null }] },
        Object.fromEntries(
          Object.entries(candidate as object).map(([name, value]) => [name === key ? `${name}_` : name, value]),
        ),
      ]);
      return [candidate as object, {}, ...changed].map((one) => ({
        domainId: id,
        targetProduct: "sample-studio",
        specVersion: version,
        candidate: one,
      }));
    }),
  );
}

test("published spec packages compile to the same digests, without anything of Node", () => {
  const compiled = browser.compileSpecs(documents());
  const digests = (catalog: Catalog) =>
    [...catalog].map(([id, { versions, current }]) => [id, current?.version, versions.map(({ digest }) => digest)]);
  expect(digests(compiled)).toEqual(digests(specs));
});

test("a document that was changed on its way does not compile", () => {
  const [document] = documents() as [Browser.SpecDocument];
  expect(() => browser.compileSpecs([{ ...document, normalize: [] }])).toThrow("does not match its digest");
  expect(() =>
    browser.compileSpecs([{ ...document, normalize: [{ step: "sort", at: "/x", by: { spec: "/y" } }] }]),
  ).toThrow("cannot be compiled");
});

test("results are the same bytes as in Node", async () => {
  const compiled = browser.compileSpecs(documents());
  const options = { registry: ["city-weather"] };
  const all = requests();
  let built = 0;
  for (const request of all) {
    const expected = await build(specs, request, options);
    expect(JSON.stringify(await browser.build(compiled, request, options))).toBe(JSON.stringify(expected));
    expect(await browser.validate(compiled, request, options)).toEqual(await validate(specs, request, options));
    if (expected.proposalPackage) built++;
  }
  expect(all.length).toBeGreaterThan(40);
  expect(built).toBeGreaterThan(0);
});
