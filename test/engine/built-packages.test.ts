import { buildPackage } from "../../src/engine/build-package.js";
import type { Json } from "../../src/ground/json/value.js";
import { casesOf } from "../support/cases.js";
import { compiledSpecs } from "../support/compiled-specs.js";

const testEach = casesOf(import.meta.url);

const catalog = compiledSpecs("rules", "examples/rules");
const built = (domainId: string, version: string, name: string) => {
  const spec = catalog.get(domainId)?.versions.find((one) => one.version === version);
  const example = spec?.source.examples[name];
  if (spec === undefined || example === undefined)
    throw new Error(`there is no ${domainId} ${version} ${name}`);
  return buildPackage(spec, "any", example.candidate as Json).digest;
};

const PINNED = [
  "data-contract v1 normalized",
  "data-contract v1 orders",
  "generator-option v1 city-weather",
  "rollout-plan v1 search-page",
];

/** What is built is kept by others under its digest. A better engine changes none. */
testEach<[string, string, string, string]>(
  "the package of %s %s %s has the bytes that it always had",
  (domainId, version, name, digest) => {
    expect(built(domainId, version, name)).toBe(digest);
  },
);

test("every valid example of the packages that ship is pinned", () => {
  const names = [...catalog].flatMap(([domainId, { versions }]) =>
    versions.flatMap(({ version, source }) =>
      Object.entries(source.examples)
        .filter(([, { diagnostics }]) => diagnostics.length === 0)
        .map(([name]) => `${domainId} ${version} ${name}`),
    ),
  );
  expect(names.sort()).toEqual(PINNED);
});
