import { evaluate } from "../../../src/engine/evaluate.js";
import type { JsonObject } from "../../../src/ground/json/value.js";
import { RegistryIndex } from "../../../src/ground/registry/registry-index.js";
import { applyFix } from "../generator-option.js";
import { specOf } from "../spec-of.js";

const text = { type: "string" };
const texts = { type: "array", maxItems: 9, items: text };
const object = (properties: JsonObject) => ({
  type: "object",
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});
const visit = object({ id: text, place: text, hint: text });
const spec = specOf({
  shape: object({
    startsOn: text,
    endsOn: text,
    sponsor: object({ name: text, city: text, email: text }),
    visits: { type: "array", maxItems: 9, items: visit },
    title: { ...text, aliases: [] },
    labels: { type: "object", additionalProperties: text, properties: {} },
    countries: { ...texts, aliases: ["nations"] },
  }),
  rules: {
    "visits-are-known": {
      check: { at: "/countries/*", "one-of": { candidate: "/visits/*/id" } },
      fixes: [
        {
          title: 'Use "{nearest}"',
          applicability: "machine-applicable",
          set: { "{path}": "{nearest}" },
        },
      ],
    } as never,
  },
});

const sponsor = { name: "Acme", city: "Ulm", email: "a@acme.example" };
const visits = [{ id: "baseline", place: "Ulm", hint: "Come early." }];
const base = {
  startsOn: "monday",
  endsOn: "friday",
  sponsor,
  visits,
  title: "Sleep",
  labels: { tier: "gold" },
  countries: ["baseline"],
};
const { sponsor: _, ...withoutSponsor } = base;
const { startsOn, endsOn, ...withoutDates } = base;

async function check(candidate: object) {
  const { diagnostics, repair } = await evaluate(spec, candidate, RegistryIndex.of([]));
  const offers = diagnostics.flatMap(({ fixes }) => fixes ?? []);
  return { diagnostics, repair, offers };
}

test.each<[title: string, candidate: object]>([
  ["a contrary name", { ...withoutSponsor, formerSponsor: sponsor }],
  ["a negated name", { ...withoutSponsor, nonSponsor: sponsor }],
  ["an abbreviated contrary", { ...withoutSponsor, exSponsor: sponsor }],
  ["another thing of the same form", { ...withoutSponsor, coSponsor: sponsor }],
  ["another thing with other words", { ...withoutSponsor, emergencyContact: sponsor }],
  ["a negation around an object", { ...base, sponsor: { not: sponsor } }],
  ["a state around an object", { ...base, sponsor: { rejected: sponsor } }],
  ["another thing around an object", { ...base, sponsor: { competitor: sponsor } }],
  ["a state around an array", { ...base, visits: { cancelled: visits } }],
  ["another thing around an array", { ...base, visits: { drafts: visits } }],
  ["a state around an item", { ...base, visits: [{ soldOut: visits[0] }] }],
  ["a state around the candidate", { removed: base }],
  ["a state in a neutral wrapper", { data: { cancelled: base } }],
  ["a contrary holder", { ...withoutDates, notDates: { startsOn, endsOn } }],
  ["a holder with a meaning", { ...withoutDates, holidays: { startsOn, endsOn } }],
  ["the value of a contrary", { ...base, excludedCountries: ["baseline"] }],
  ["the value of another thing", { ...base, freeFrom: ["baseline"] }],
  ["the text of another thing", { ...base, sponsor: { ...sponsor, wrongName: "Acme" } }],
  ["a text in another language", { ...base, title: { fr: "Sommeil" } }],
  ["an entry written as a pair", { ...base, labels: [{ key: "tier", value: "gold" }] }],
  [
    "a state around a map of items",
    { ...base, visits: { removed: { baseline: visits[0] }, count: null } },
  ],
  [
    "two ids that differ by case",
    {
      ...base,
      visits: [...visits, { id: "Baseline", place: "Bonn", hint: "Late." }],
      countries: ["BASELINE"],
    },
  ],
])("nothing is certain if a word with a meaning would be lost: %s", async (_, candidate) => {
  const { diagnostics, repair, offers } = await check(candidate);
  expect(diagnostics.length).toBeGreaterThan(0);
  expect(repair).toBeUndefined();
  expect(offers.filter(({ applicability }) => applicability === "machine-applicable")).toEqual([]);
});

test.each<[title: string, candidate: object]>([
  ["a contrary name", { ...withoutSponsor, formerSponsor: sponsor }],
  ["a negated name", { ...withoutSponsor, notSponsor: sponsor }],
  ["a negation around an object", { ...base, sponsor: { not: sponsor } }],
  ["a state around an item", { ...base, visits: [{ soldOut: visits[0] }] }],
  ["a contrary holder", { ...withoutDates, notDates: { startsOn, endsOn } }],
])("and what a contrary holds is not even offered: %s", async (_, candidate) => {
  for (const fix of (await check(candidate)).offers)
    expect(applyFix(candidate, fix)).not.toEqual(base);
});

test.each<[title: string, candidate: object]>([
  ["a neutral word behind the name", { ...withoutSponsor, sponsorInfo: sponsor }],
  ["a neutral wrapper", { data: base }],
  ["two neutral wrappers", { payload: { proposal: base } }],
  ["the name around its object", { ...base, sponsor: { sponsor } }],
  ["the singular around an item", { ...base, visits: [{ visit: visits[0] }] }],
  ["a neutral wrapper of an array", { ...base, visits: { items: visits } }],
  ["an alias with the value of its property", { ...base, nations: ["baseline"] }],
])("words that say nothing are taken off for certain: %s", async (_, candidate) => {
  expect(applyFix<object>(candidate, (await check(candidate)).repair)).toEqual(base);
});
