import { describeSpec } from "../../src/proposals/describe-spec.js";
import { placeInfo, propertiesAt, type SpecWords } from "../../src/proposals/place-info.js";
import type { Domain } from "../../src/specs/catalog.js";
import { compiledSpecs } from "../support/compiled-specs.js";

let spec: SpecWords;
let candidate: unknown;
beforeAll(async () => {
  const domain = compiledSpecs("rules").get("generator-option") as Domain;
  spec = describeSpec(domain, domain.current as never) as unknown as SpecWords;
  candidate = domain.current?.source.examples["city-weather"]?.candidate;
});

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
