import { describeCandidates } from "../../src/explain/describe-candidate.js";
import { describeSpec } from "../../src/explain/describe-spec.js";
import { type DescribedSpec, placeInfo, propertiesAt } from "../../src/explain/place-info.js";
import { type Catalog, type Domain, toDomain } from "../../src/specs/catalog.js";
import { type sourceOf, specOf } from "../engine/spec-of.js";
import { compiledSpecs } from "../support/compiled-specs.js";

const domain = compiledSpecs("rules").get("generator-option") as Domain;
const spec = describeSpec(domain, domain.current as never) as unknown as DescribedSpec;
const candidate = domain.current?.source.examples["city-weather"]?.candidate;

test("a value has its schema, with the vocabulary of its rule, and the rules that look at it", () => {
  expect(placeInfo(spec, ["supportedStrategies", "1"], candidate)).toMatchObject({
    schema: { enum: ["fast", "realistic"] },
    rules: [{ name: "supported-strategies-are-known" }, { name: "supported-strategies-are-unique" }],
  });
});

test("in a record, keys are the declared fields, and values have their types", () => {
  expect([...propertiesAt(spec, ["sampleRecords", "0"], candidate).keys()]).toEqual([
    "city",
    "temperature",
    "rainyDays",
    "measuredOn",
  ]);
  expect(placeInfo(spec, ["sampleRecords", "0", "measuredOn"], candidate)?.schema).toMatchObject({ format: "date" });
});

test("an object has its properties, and an unknown place nothing", () => {
  expect([...propertiesAt(spec, ["owner"], candidate).keys()].sort()).toEqual(["id", "kind"]);
  expect(placeInfo(spec, ["owner", "toString", "x"], candidate)).toBeUndefined();
  expect(propertiesAt(spec, ["sampleRecords", "0"], undefined).size).toBe(0);
});

test.each(["constructor", "toString", "__proto__", "hasOwnProperty"])("%s is a name like any other", (name) => {
  expect(placeInfo(spec, [name], candidate)).toBeUndefined();
  expect(placeInfo(spec, ["sampleRecords", "0", name], candidate)?.schema ?? {}).toEqual({});
  const field = { name, type: name, description: "A name that objects inherit." };
  const own = propertiesAt(spec, ["sampleRecords", "0"], { outputFields: [field] });
  expect([...own]).toEqual([[name, {}]]);
});

const parts = {
  shape: { type: "object", properties: { size: { type: "number" } } },
  examples: { "": { title: "-", candidate: { size: 1 } } },
} as unknown as Parameters<typeof sourceOf>[0];

function catalogOf(...ids: string[]): Catalog {
  const words = { title: "-", description: "-" };
  return new Map(ids.map((id) => [id, toDomain(id, words, [specOf(parts)])]));
}

const OUTLINE = "any (v1): { size?: number } No value is ever null: leave the property out.";

test("a domain without rules is described by its outline and its example", () => {
  const [domain, legend] = describeCandidates(catalogOf("one")).split("\n");
  expect(domain).toBe(`${OUTLINE} Example: {"size":1}`);
  expect(legend).toMatch(/optional.*characters.*items.*offset/);
});

test("only the domains that are asked for are described, in the room that there is", () => {
  const catalog = catalogOf("one", "two");
  expect(describeCandidates(catalog).split("\n")).toHaveLength(3);
  expect(describeCandidates(catalog, { only: new Set(["two"]) }).split("\n")).toHaveLength(2);
  expect(describeCandidates(catalog, { only: new Set(["two"]), room: 265 }).split("\n")[0]).toBe(OUTLINE);
  expect(describeCandidates(catalog, { room: 30 })).toMatch(/^Read the document at the specPackageUrl/);
});
