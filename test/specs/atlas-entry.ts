import type { JsonObject } from "../../src/json/value.js";
import type { RulesFolder } from "../support/rules-folder.js";

export const ATLAS = {
  title: "Sea Level",
  slug: "sea-level",
  summary: "How high the sea is.",
  description: "How high the sea is at each gauge, by the hour.",
  channel: "web",
  owner: "ops-coast",
  createdOn: "2026-01-31",
  expiresOn: "2026-03-01",
  basedOn: "tides",
  region: "north",
  variants: [{ name: "hourly" }, { name: "daily" }],
  fields: ["gauge", "height"],
  samples: [1, 2, 3, 4],
  prices: [
    { currency: "EUR", amount: 1.25 },
    { currency: "JPY", amount: 100 },
  ],
  places: [
    { country: "DE", city: "Husum" },
    { country: "DE", city: "Emden" },
  ],
  releases: [
    { name: "core", version: "1.9.0" },
    { name: "core", version: "1.10.0" },
    { name: "maps", version: "0.1.0" },
  ],
  steps: [
    { id: "read", after: [] },
    { id: "clean", after: ["read"] },
    { id: "draw", after: ["read", "clean"] },
  ],
};

/** Rules of kinds that the packages of `rules/` and `examples/rules/` have none of, each with its examples. */
export const ATLAS_RULES: Record<string, JsonObject> = {
  "places-are-named-once": {
    summary: "No two places have the same country and city.",
    check: { at: "/places/*", unique: true, by: ["/country", "/city"] },
    message: "{first} has the same country and city",
    examples: [
      { title: "two cities of a country pass" },
      { title: "two cities of the same name pass", set: { "/places/1": { country: "US", city: "Husum" } } },
      violated("a city twice is found", { set: { "/places/1/city": "Husum" } }, "/places/1", {
        message: "/candidate/places/0 has the same country and city",
      }),
    ],
  },
  "base-exists": {
    summary: "An entry is based on one that the product has.",
    check: { at: "/basedOn", registered: true },
    message: "the product has no entry {actual}",
    fixes: [{ title: 'Replace with "{nearest}"', applicability: "maybe-incorrect", set: { "{path}": "{nearest}" } }],
    examples: [
      { title: "an entry of the product passes" },
      violated("a misspelt one is found", { set: { "/basedOn": "tide" } }, "/basedOn", {
        message: 'the product has no entry "tide"',
        fix: "maybe-incorrect",
        fixed: { "/basedOn": "tides" },
      }),
    ],
  },
  "region-is-known": {
    summary: "The region is one of the register of regions.",
    check: { at: "/region", registered: "regions" },
    message: "{actual} is in no register of regions",
    examples: [
      { title: "a region passes" },
      violated("an entry is no region", { set: { "/region": "tides" } }, "/region", {
        message: '"tides" is in no register of regions',
      }),
      { title: "another register has other regions", set: { "/region": "east" }, registries: { regions: ["east"] } },
    ],
  },
  "slug-is-spelt-like-the-title": {
    summary: "The slug is the title in kebab-case.",
    check: { at: "/slug", equals: { candidate: "/title" }, as: "kebab-case" },
    message: "the slug is {actual}; by the title it is {expected}",
    fixes: [{ title: "Make it {expected}", applicability: "machine-applicable", set: { "{path}": "{expected}" } }],
    examples: [
      { title: "sea-level is the slug of Sea Level" },
      violated("another slug is corrected", { set: { "/slug": "sealevel" } }, "/slug", {
        message: 'the slug is "sealevel"; by the title it is sea-level',
        fix: "machine-applicable",
        fixed: { "/slug": "sea-level" },
      }),
    ],
  },
  "samples-are-few": {
    summary: "There are at most twice as many samples as fields.",
    check: { at: "/samples/*", count: { max: { count: { candidate: "/fields/*" }, times: 2 } } },
    message: "there are {size} samples; {max} are enough",
    examples: [
      { title: "four samples of two fields pass" },
      violated("five do not", { resize: { "/samples": 5 } }, "/samples", {
        message: "there are 5 samples; 4 are enough",
      }),
    ],
  },
  "summary-is-shorter": {
    summary: "The summary is shorter than the description.",
    check: { at: "/summary", length: { max: { length: { candidate: "/description" }, plus: -1 } } },
    message: "the summary has {size} characters; {max} is the most",
    examples: [
      { title: "a shorter one passes" },
      violated("the same text does not", { set: { "/description": "How high the sea is." } }, "/summary", {
        message: "the summary has 20 characters; 19 is the most",
      }),
    ],
  },
  "entries-expire-in-ninety-days": {
    summary: "An entry expires 90 days after it was made, or before.",
    check: { at: "/expiresOn", range: { max: { candidate: "/createdOn", plusDays: 90 } } },
    message: "it expires on {actual}; {max} is the last day",
    fixes: [{ title: "Let it expire on {max}", applicability: "maybe-incorrect", set: { "{path}": "{max}" } }],
    examples: [
      { title: "a month later passes" },
      { title: "the last day passes", set: { "/expiresOn": "2026-05-01" } },
      violated("the day after does not", { set: { "/expiresOn": "2026-05-02" } }, "/expiresOn", {
        message: 'it expires on "2026-05-02"; 2026-05-01 is the last day',
        fix: "maybe-incorrect",
        fixed: { "/expiresOn": "2026-05-01" },
      }),
    ],
  },
  "codes-are-those-of-the-channel": {
    summary: "Names of variants are written as the channel writes them.",
    check: { at: "/variants/*/name", pattern: { spec: "/nameForms", by: { candidate: "/channel" } } },
    message: "{actual} is not written as the channel writes names",
    examples: [
      { title: "a name passes" },
      violated("a name with a digit does not", { set: { "/variants/1/name": "daily2" } }, "/variants/1/name", {
        message: '"daily2" is not written as the channel writes names',
      }),
    ],
  },
  "descriptions-are-finished": {
    summary: "A description is finished.",
    check: { at: "/description", "no-words": { spec: "/unfinished" } },
    message: 'the description has "{word}" in it',
    examples: [
      { title: "a text passes" },
      violated("a note does not", { set: { "/description": "How high the sea is. Todo: gauges." } }, "/description", {
        message: 'the description has "TODO" in it',
      }),
    ],
  },
  "operators-name-a-coast": {
    summary: "What operators own is about a coast that is watched.",
    when: { path: "/owner", operator: "startsWith", value: "ops-" },
    check: { at: "/owner", "none-of": ["ops-inland"] },
    message: "{actual} watches no coast",
    examples: [
      { title: "a coast passes" },
      violated("the inland does not", { set: { "/owner": "ops-inland" } }, "/owner", {
        message: '"ops-inland" watches no coast',
      }),
    ],
  },
  "late-entries-have-few-samples": {
    severity: "warning",
    summary: "A late entry with a number in its owner has at most 3 samples.",
    when: {
      all: [
        { path: "/createdOn", operator: "after", value: "2026-06-30" },
        { path: "/owner", operator: "matches", value: "[0-9]$" },
      ],
    },
    check: { at: "/samples/*", count: { max: 3 } },
    message: "there are {size} samples; at most {max} are read",
    examples: [
      { title: "an early one passes" },
      { title: "a late one of others passes", set: { "/createdOn": "2026-07-01", "/expiresOn": "2026-07-01" } },
      {
        title: "the day before passes",
        set: { "/createdOn": "2026-06-30", "/expiresOn": "2026-07-01", "/owner": "team-1" },
      },
      {
        title: "three samples pass",
        set: { "/createdOn": "2026-07-01", "/expiresOn": "2026-07-01", "/owner": "team-1" },
        resize: { "/samples": 3 },
      },
      violated(
        "four do not",
        { set: { "/createdOn": "2026-07-01", "/expiresOn": "2026-07-01", "/owner": "team-1" } },
        "/samples",
        { message: "there are 4 samples; at most 3 are read", severity: "warning" },
      ),
    ],
  },
  "amounts-have-the-decimals-of-their-currency": {
    summary: "An amount has the decimals that its currency has.",
    check: { at: "/prices/*/amount", "multiple-of": { spec: "/steps", by: { item: "/currency" } } },
    message: "{actual} is no multiple of {step}",
    fixes: [{ title: "Round it to {rounded}", applicability: "maybe-incorrect", set: { "{path}": "{rounded}" } }],
    examples: [
      { title: "1.25 euros and 100 yen pass" },
      violated("half a yen does not", { set: { "/prices/1/amount": 100.5 } }, "/prices/1/amount", {
        message: "100.5 is no multiple of 1",
        fix: "maybe-incorrect",
        fixed: { "/prices/1/amount": 101 },
      }),
    ],
  },
  "releases-are-in-order": {
    summary: "Releases are sorted by name and then by version.",
    check: {
      at: "/releases/*",
      sorted: "ascending",
      by: [{ at: "/name" }, { at: "/version", as: "semantic-version" }],
    },
    message: "{actual} comes before {previous}",
    examples: [
      { title: "1.9.0 comes before 1.10.0" },
      violated("and not behind it", { set: { "/releases/0/version": "1.11.0" } }, "/releases/1", {
        message: '["core","1.10.0"] comes before core, 1.11.0',
      }),
      violated("core comes before maps", { set: { "/releases/0/name": "maps" } }, "/releases/1"),
    ],
  },
  "steps-are-declared-before-they-are-used": {
    severity: "warning",
    summary: "A step waits for steps that are declared before it.",
    check: { at: "/steps/*/after/*", "refers-to": { names: { candidate: "/steps/*/id" }, order: "earlier" } },
    message: "{actual} is declared later, at {declaration}",
    examples: [
      { title: "earlier steps pass" },
      violated(
        "a later one does not",
        { set: { "/steps/0/after": ["draw"], "/steps/2/after": [] } },
        "/steps/0/after/0",
        {
          message: '"draw" is declared later, at /candidate/steps/2/id',
          severity: "warning",
        },
      ),
    ],
  },
};

function violated(title: string, change: JsonObject, place: string, more: JsonObject = {}): JsonObject {
  return { title, ...change, violations: [place], ...more };
}

export function addAtlas(rules: RulesFolder): void {
  const folder = "atlas-entry/v1";
  rules.write("atlas-entry/domain.json", {
    $schema: "../domain.schema.json",
    title: "Atlas entries",
    description: "What an atlas shows, and how it is made.",
  });
  rules.write(`${folder}/spec.json`, {
    $schema: "../../spec.schema.json",
    status: "released",
    title: "Atlas entries",
    base: "sea-level",
    data: {
      nameForms: { web: "^[a-z]+$", watch: "^[a-z]{1,6}$" },
      steps: { EUR: 0.01, JPY: 1 },
      unfinished: ["TODO", "lorem ipsum"],
    },
    normalize: [],
  });
  rules.write(`${folder}/candidate.schema.json`, {
    $schema: "../../shape.schema.json",
    ...shapeOf(ATLAS as unknown as JsonObject),
  });
  rules.write(`${folder}/examples/sea-level.json`, {
    $schema: "../../../example.schema.json",
    title: "A complete entry",
    registry: ["tides"],
    registries: { regions: ["north"] },
    candidate: ATLAS,
    diagnostics: [],
  });
  for (const [name, rule] of Object.entries(ATLAS_RULES))
    rules.write(`${folder}/rules/${name}.json`, {
      $schema: "../../../rule.schema.json",
      severity: "error",
      rationale: `Readers count on it: ${name}.`,
      ...rule,
    });
}

/** A shape that takes what looks like this value. */
function shapeOf(value: unknown): JsonObject {
  if (Array.isArray(value)) return { type: "array", maxItems: 20, items: shapeOf(value[0] ?? "") };
  if (typeof value === "object" && value !== null) {
    const properties = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
    return { type: "object", required: Object.keys(value), additionalProperties: false, properties };
  }
  if (typeof value === "number") return { type: "number" };
  if (typeof value === "boolean") return { type: "boolean" };
  const isDate = /^\d{4}-\d\d-\d\d$/.test(String(value));
  return { type: "string", maxLength: 100, ...(isDate && { format: "date" }) };
}
