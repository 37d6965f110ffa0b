import type { Json, JsonObject } from "../../src/ground/json/value.js";
import type { RulesFolder } from "../support/rules-folder.js";

export const ATLAS = {
  title: "Sea Level",
  slug: "sea-level",
  description: "How high the sea is at each gauge, by the hour.",
  createdOn: "2026-01-31",
  expiresOn: "2026-03-01",
  basedOn: "tides",
  region: "north",
  prices: [
    { currency: "EUR", amount: 1.25 },
    { currency: "JPY", amount: 100 },
  ],
  releases: [
    { name: "core", version: "1.9.0" },
    { name: "core", version: "1.10.0" },
    { name: "maps", version: "0.1.0" },
  ],
};

interface More {
  /** What else passes, and another register of regions in which it does. */
  readonly passing?: readonly JsonObject[];
  readonly regions?: readonly string[];
  /** A fix that puts in a placeholder, and what comes out. */
  readonly fix?: readonly [applicability: string, placeholder: string, fixed: Json];
}

/** A rule that the base passes; with these values it is violated there, and says this. */
function rule(
  check: JsonObject,
  message: string,
  [set, place, says]: [set: JsonObject, place: string, says: string],
  { passing = [], regions, fix }: More = {},
): JsonObject {
  const [applicability, placeholder = "", fixed] = fix ?? [];
  return {
    severity: "error",
    check,
    message,
    ...(fix && {
      fixes: [{ title: `Make it ${placeholder}`, applicability, set: { "{path}": placeholder } }],
    }),
    examples: [
      { title: "the base passes" },
      ...passing.map((change, at) => ({
        title: `number ${at} passes`,
        set: change,
        ...(regions && { registries: { regions } }),
      })),
      {
        title: "it is violated",
        set,
        violations: [place],
        message: says,
        ...(fix && { fix: applicability, fixed: { [place]: fixed } }),
      },
    ],
  } as JsonObject;
}

/**
 * Rules of kinds that the packages of `rules/` and `examples/rules/` have none of, by what they
 * demand.
 */
export const ATLAS_RULES: Record<string, JsonObject> = {
  "base-exists": rule(
    { at: "/basedOn", registered: true },
    "the product has no entry {actual}",
    [{ "/basedOn": "tide" }, "/basedOn", 'the product has no entry "tide"'],
    { fix: ["maybe-incorrect", "{nearest}", "tides"] },
  ),
  "region-is-known": rule(
    { at: "/region", registered: "regions" },
    "{actual} is in no register of regions",
    [{ "/region": "tides" }, "/region", '"tides" is in no register of regions'],
    { passing: [{ "/region": "east" }], regions: ["east"] },
  ),
  "slug-is-spelt-like-the-title": rule(
    { at: "/slug", equals: { candidate: "/title" }, as: "kebab-case" },
    "the slug is {actual}; by the title it is {expected}",
    [{ "/slug": "sealevel" }, "/slug", 'the slug is "sealevel"; by the title it is sea-level'],
    { fix: ["machine-applicable", "{expected}", "sea-level"] },
  ),
  "entries-expire-in-ninety-days": rule(
    { at: "/expiresOn", range: { max: { candidate: "/createdOn", plusDays: 90 } } },
    "it expires on {actual}; {max} is the last day",
    [
      { "/expiresOn": "2026-05-02" },
      "/expiresOn",
      'it expires on "2026-05-02"; 2026-05-01 is the last day',
    ],
    { passing: [{ "/expiresOn": "2026-05-01" }], fix: ["maybe-incorrect", "{max}", "2026-05-01"] },
  ),
  "descriptions-are-finished": rule(
    { at: "/description", "no-words": { spec: "/unfinished" } },
    'the description has "{word}" in it',
    [
      { "/description": "How high the sea is. Todo: gauges." },
      "/description",
      'the description has "TODO" in it',
    ],
  ),
  "amounts-have-the-decimals-of-their-currency": rule(
    { at: "/prices/*/amount", "multiple-of": { spec: "/steps", by: { item: "/currency" } } },
    "{actual} is no multiple of {step}",
    [{ "/prices/1/amount": 100.5 }, "/prices/1/amount", "100.5 is no multiple of 1"],
    { fix: ["maybe-incorrect", "{rounded}", 101] },
  ),
  "releases-are-in-order": rule(
    {
      at: "/releases/*",
      sorted: "ascending",
      by: [{ at: "/name" }, { at: "/version", as: "semantic-version" }],
    },
    "{actual} comes before {previous}",
    [
      { "/releases/0/version": "1.11.0" },
      "/releases/1",
      '["core","1.10.0"] comes before core, 1.11.0',
    ],
  ),
};

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
      summary: `It holds that ${name.replaceAll("-", " ")}.`,
      rationale: `Readers count on it: ${name}.`,
      ...rule,
    });
}

/** A shape that takes what looks like this value. */
function shapeOf(value: unknown): JsonObject {
  if (Array.isArray(value)) return { type: "array", maxItems: 20, items: shapeOf(value[0] ?? "") };
  if (typeof value === "object" && value !== null) {
    const properties = Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, shapeOf(one)]),
    );
    return {
      type: "object",
      required: Object.keys(value),
      additionalProperties: false,
      properties,
    };
  }
  if (typeof value === "number") return { type: "number" };
  const isDate = /^\d{4}-\d\d-\d\d$/.test(String(value));
  return { type: "string", maxLength: 100, ...(isDate && { format: "date" }) };
}
