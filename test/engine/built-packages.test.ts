import { buildPackage } from "../../src/engine/build-package.js";
import type { Json } from "../../src/ground/json/value.js";
import { compiledSpecs } from "../support/compiled-specs.js";

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
test.each([
  [
    "generator-option",
    "v1",
    "city-weather",
    "sha256:a3c9b2dc7ba962e39be5e4f2313a7cdd0159c573df87d9a741466864fad6b778",
  ],
  [
    "data-contract",
    "v1",
    "normalized",
    "sha256:b680573d9019ed3f7795782c11ff5454524a6fe3c882e15ea9030a1df9263360",
  ],
  [
    "data-contract",
    "v1",
    "orders",
    "sha256:4b9045402f0b1ae031494937ad5f17d6c9b657073e3b944507233d2d5cf5a6c1",
  ],
  [
    "rollout-plan",
    "v1",
    "search-page",
    "sha256:e0460ff15b3bf65f9f9070fc46408ef4186615af143fb83bfe3bb09d9a120500",
  ],
])(
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
