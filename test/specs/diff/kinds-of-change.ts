import type { EffectKind } from "../../../src/specs/diff/isolate-change.js";
import { type Edits, edit, type Loose } from "../../support/rules-folder.js";

export interface KindOfChange {
  readonly name: string;
  /** Changes a copy of the first version of the data contracts. */
  edit(source: Loose): void;
  /** What each change does, by its pointer; an empty array where it does nothing to any candidate. */
  readonly expected: Readonly<Record<string, readonly EffectKind[]>>;
}

type Effects = EffectKind | EffectKind[];

/** In a source, what is in spec.json is apart from the other files; in pointers of a diff it is beside them. */
const inSource = ([pointer, value]: [string, unknown]) =>
  [/^\/(shape|rules|examples)\//.test(pointer) ? pointer : `/settings${pointer}`, value] as const;

type Expected = Effects | "none" | KindOfChange["expected"];

function expectedAt(place: string, effects: Expected): KindOfChange["expected"] {
  if (effects === "none") return {};
  return typeof effects === "string" || Array.isArray(effects) ? { [place]: [effects].flat() } : effects;
}

/** A change at one place; or at several, with what is expected at each. */
function kind(name: string, effects: Expected, edits: Edits): KindOfChange {
  const [place = ""] = Object.keys(edits);
  const changes = Object.fromEntries(Object.entries(edits).map(inSource));
  return { name, expected: expectedAt(place, effects), edit: (source) => edit(source, changes) };
}

/** A change within the place that is reported. */
const within = (name: string, effects: Effects, place: string, edits: Edits): KindOfChange =>
  kind(
    name,
    { [place]: [effects].flat() },
    Object.fromEntries(Object.entries(edits).map(([pointer, value]) => [`${place}${pointer}`, value])),
  );

const rule = (parts: object) => ({
  severity: "error",
  summary: "-",
  rationale: "-",
  message: "{actual} is wrong",
  examples: [],
  ...parts,
});

/** One change each, with all that it does to candidates. */
export const KINDS_OF_CHANGE: readonly KindOfChange[] = [
  // The shape
  kind("a shorter maxLength", "breaking", { "/shape/properties/title/maxLength": 40 }),
  kind("a longer maxLength", "widening", { "/shape/properties/title/maxLength": 120 }),
  kind("a larger minLength", "breaking", { "/shape/properties/dataset/minLength": 4 }),
  kind("no minLength any more", "widening", { "/shape/properties/description/minLength": undefined }),
  kind("a maxLength where there was none", "breaking", {
    "/shape/properties/columns/items/properties/references/maxLength": 5,
  }),
  kind("a smaller maximum", "breaking", { "/shape/properties/retentionDays/maximum": 3649 }),
  kind("a smaller minimum", "widening", { "/shape/properties/retentionDays/minimum": 0 }),
  kind(
    "an exclusive maximum instead of an inclusive one",
    { "/shape/properties/retentionDays/exclusiveMaximum": ["breaking"], "/shape/properties/retentionDays/maximum": [] },
    { "/shape/properties/retentionDays/maximum": undefined, "/shape/properties/retentionDays/exclusiveMaximum": 3650 },
  ),
  within("a value less in an enum", "breaking", "/shape/properties/classification/enum", { "/0": undefined }),
  within("a value more in an enum", "widening", "/shape/properties/classification/enum", { "/-": "open" }),
  kind("an enum where there was none", "breaking", { "/shape/properties/regions/items/enum": ["DE", "FR"] }),
  within("a property more that is required", "breaking", "/shape/required", { "/-": "tags" }),
  within("a property less that is required", "widening", "/shape/required", { "/2": undefined }),
  within("a required property in an object that may be absent", "breaking", "/shape/properties/owner/required", {
    "/-": "phone",
  }),
  kind("a new optional property", "widening", { "/shape/properties/license": { type: "string", maxLength: 20 } }),
  kind(
    "a new required property",
    { "/shape/properties/license": ["widening"], "/shape/required": ["breaking"] },
    { "/shape/properties/license": { type: "string", maxLength: 20 }, "/shape/required/-": "license" },
  ),
  kind("an optional property that is gone", "breaking", { "/shape/properties/validity": undefined }),
  kind("an object that is open now", "widening", { "/shape/properties/owner/additionalProperties": true }),
  kind("another type", "widening", { "/shape/properties/retentionDays/type": "number" }),
  kind("a type more", "widening", {
    "/shape/properties/columns/items/properties/description/type": ["string", "null"],
  }),
  kind("a format more", "breaking", { "/shape/properties/owner/properties/phone/format": "uri" }),
  kind("another format", ["breaking", "widening"], {
    "/shape/properties/history/items/properties/on/format": "date-time",
  }),
  kind("fewer items", "breaking", { "/shape/properties/tags/maxItems": 9 }),
  kind("fewer items of an array of objects", "breaking", { "/shape/properties/history/maxItems": 1 }),
  kind("fewer declarations, with all their records", "breaking", { "/shape/properties/columns/maxItems": 99 }),
  kind("more items at least", "breaking", { "/shape/properties/sampleRows/minItems": 2 }),
  kind("aliases, placeholders and what is derived", "none", {
    "/shape/properties/title/aliases": ["heading"],
    "/shape/properties/title/placeholder": "A title",
    "/shape/properties/dataset/derive": undefined,
  }),
  // Data
  within("a value less in a list", "breaking", "/data/teams", { "/1": undefined }),
  within("a value more in a list", "widening", "/data/teams", { "/-": "legal" }),
  within("a value more in a list of what is refused", "breaking", "/data/reservedNames", { "/-": "total" }),
  within("a name more that declarations must not have", "breaking", "/data/reservedNames", { "/-": "zzyzx_ts" }),
  within("a type with a pattern", "breaking", "/data/columnTypes/string", { "/pattern": "^[^<>]*$" }),
  within("a type that excludes a word", "breaking", "/data/columnTypes/string", { "/pattern": "^(?!NULL$)" }),
  within("a type of multiples", "breaking", "/data/columnTypes/number", { "/multipleOf": 0.25 }),
  within("a type of dates with a pattern", "breaking", "/data/columnTypes/date", { "/pattern": "^2" }),
  within("a type that is never empty", "breaking", "/data/columnTypes/string", { "/minLength": 1 }),
  within("a type of one value", "breaking", "/data/columnTypes/boolean", { "/const": true }),
  kind("another limit", "breaking", { "/data/longestSecretDays": 364 }),
  kind("a type more in a table", "widening", { "/data/columnTypes/flag": { type: "boolean", examples: [true] } }),
  kind("a type less in a table", "breaking", { "/data/columnTypes/date": undefined }),
  within("a stricter type", "breaking", "/data/columnTypes/integer", { "/minimum": 0 }),
  kind("a type with another format", ["breaking", "widening"], {
    "/data/columnTypes/date": { type: "string", format: "date-time", examples: ["2026-01-31T09:30:00Z"] },
  }),
  kind("data that nothing has used before", "none", { "/data/colours": ["red"] }),
  // Rules
  kind("a new rule", "breaking", { "/rules/titles-are-short": rule({ check: { at: "/title", length: { max: 20 } } }) }),
  kind("a new rule with a condition on another place", "breaking", {
    "/rules/public-data-is-kept-briefly": rule({
      when: { path: "/classification", operator: "equal", value: "public" },
      check: { at: "/retentionDays", range: { max: 30 } },
    }),
  }),
  kind("a new rule with a condition on two places", "breaking", {
    "/rules/secrets-that-stay-have-an-address": rule({
      when: {
        all: [
          { path: "/classification", operator: "equal", value: "secret" },
          { path: "/retentionDays", operator: "greaterThan", value: 300 },
        ],
      },
      check: { at: "/owner", "has-keys": ["email"] },
    }),
  }),
  kind("a new rule about the number of items that meet a condition", "breaking", {
    "/rules/few-columns-are-nullable": rule({
      check: { at: "/columns/*", where: { path: "/nullable", operator: "equal", value: true }, count: { max: 2 } },
    }),
  }),
  kind("a new rule that compares two places", "breaking", {
    "/rules/tags-say-more-than-the-dataset": rule({ check: { at: "/tags/*", "none-of": { candidate: "/dataset" } } }),
  }),
  kind("a new rule about a registry", "breaking", {
    "/rules/titles-are-new": rule({ check: { at: "/title", "not-registered": true } }),
  }),
  kind(
    "a new rule with data of its own",
    { "/rules/tags-are-colours": ["breaking"] },
    {
      "/data/colours": ["red"],
      "/rules/tags-are-colours": rule({ check: { at: "/tags/*", "one-of": { spec: "/colours" } } }),
    },
  ),
  kind("a new rule that only warns", "none", {
    "/rules/titles-are-short": rule({ severity: "warning", check: { at: "/title", length: { max: 20 } } }),
  }),
  kind("a rule less", "widening", { "/rules/tags-are-unique": undefined }),
  kind("a warning that is an error now", "breaking", { "/rules/tags-are-few/severity": "error" }),
  kind("an error that is a warning now", "widening", { "/rules/history-is-in-order/severity": "warning" }),
  within("a wider pattern", "widening", "/rules/tags-are-lower-case/check", { "/pattern": "^[a-z0-9_-]+$" }),
  within("a narrower pattern", "breaking", "/rules/tags-are-lower-case/check", { "/pattern": "^[a-z0-9]+$" }),
  within("another pattern", ["breaking", "widening"], "/rules/regions-are-country-codes/check", {
    "/pattern": "^[A-Z]{3}$",
  }),
  within("a pattern with fewer repetitions", "breaking", "/rules/column-names-are-snake-case/check", {
    "/pattern": "^[a-z][a-z0-9]*(_[a-z0-9]+){0,3}$",
  }),
  within("a pattern with one letter less", "breaking", "/rules/regions-are-country-codes/check", {
    "/pattern": "^[A-WYZ][A-Z]$",
  }),
  within("a pattern that excludes some pairs of letters", "breaking", "/rules/regions-are-country-codes/check", {
    "/pattern": "^(?!A{2}|Q[M-Z]|X[A-Z]|Z{2})[A-Z]{2}$",
  }),
  within("a pattern that excludes a word", "breaking", "/rules/tags-are-lower-case/check", {
    "/pattern": "^(?!legacy)[a-z0-9-]+$",
  }),
  within("a pattern that wants a letter somewhere", "breaking", "/rules/tags-are-lower-case/check", {
    "/pattern": "^(?=.*[a-z])[a-z0-9-]+$",
  }),
  within("a pattern that wants more after each capital", "breaking", "/rules/api-names-are-camel-case/check", {
    "/pattern": "^[a-z]+([A-Z][a-z0-9]+)*$",
  }),
  kind("a second pattern for declared names", "breaking", {
    "/rules/names-are-not-temporary": rule({ check: { at: "/columns/*/name", pattern: "^(?!tmp_).*(?<!_old)$" } }),
  }),
  kind("shorter declared names", "breaking", {
    "/rules/names-are-short": rule({ check: { at: "/columns/*/name", length: { max: 20 } } }),
  }),
  kind("a pattern for the values of records", "breaking", {
    "/rules/rows-have-no-tags": rule({ check: { at: "/sampleRows/*/{columns}", pattern: "^[^<>]*$" } }),
  }),
  within("case that matters now", "breaking", "/rules/owner-is-a-known-team/check", { "/ignoreCase": undefined }),
  within("a limit that is excluded now", "breaking", "/rules/limits-of-columns-are-in-order/check", {
    "/range": { above: { item: "/min" } },
  }),
  within("another number of places", "widening", "/rules/contract-has-one-primary-key/check", {
    "/count": { min: 1, max: 2 },
  }),
  within("one place more that is checked", "breaking", "/rules/tags-are-unique/check", {
    "/at": ["/tags/*", "/regions/*"],
  }),
  kind("a condition less", "breaking", { "/rules/personal-data-is-secret/when": undefined }),
  kind("a condition more", "widening", {
    "/rules/owner-can-be-reached/when": { path: "/classification", operator: "equal", value: "secret" },
  }),
  within("letters of all scripts", "widening", "/rules/regions-are-country-codes/check", {
    "/pattern": "^\\p{Lu}{2}$",
  }),
  kind("a fixed value that is trimmed now", "widening", { "/normalize/8": { step: "trim", at: "/classification" } }),
  kind("a composed string", ["breaking", "repackaging", "widening"], {
    "/normalize/8": { step: "nfc", at: "/owner/phone" },
  }),
  within("the other order", ["breaking", "widening"], "/rules/history-is-in-order/check", { "/sorted": "descending" }),
  kind("another message and no fixes", "none", {
    "/rules/tags-are-unique/message": "{actual} is there twice",
    "/rules/tags-are-unique/fixes": [],
  }),
  // Declarations
  within("names of records that may no longer be absent", "breaking", "/declarations/columns", {
    "/optional": undefined,
  }),
  within("values of records that may no longer be null", "breaking", "/declarations/columns", {
    "/nullable": undefined,
  }),
  // Normalization
  kind("a string that is trimmed now", ["repackaging", "widening"], {
    "/normalize/8": { step: "trim", at: "/owner/phone" },
  }),
  within("a string that is no longer trimmed", ["breaking", "repackaging", "widening"], "/normalize/2", {
    "/at": ["/description", "/columns/*/description"],
  }),
  within(
    "a string in an array, absent in most examples, that is no longer composed",
    ["breaking", "repackaging", "widening"],
    "/normalize/0",
    { "/at": ["/title", "/description"] },
  ),
  kind("blanks that are no longer joined", ["breaking", "repackaging"], { "/normalize/1": undefined }),
  within("another default", "repackaging", "/normalize/3", { "/value": ["new"] }),
  kind("a default more", "repackaging", { "/normalize/8": { step: "default", at: "/regions", value: ["DE"] } }),
  kind("an array that is no longer sorted", "repackaging", { "/normalize/4": undefined }),
  within("keys in another order", "repackaging", "/normalize/7", { "/by": ["total"] }),
  {
    name: "steps in another order that makes no difference",
    edit: ({ spec }) => spec.normalize.reverse(),
    expected: {},
  },
  // Words
  kind("titles, summaries, rationales, descriptions and examples", "none", {
    "/title": "Another title",
    "/rules/tags-are-unique/summary": "Another summary",
    "/rules/tags-are-unique/rationale": "Another rationale",
    "/shape/properties/title/description": "Another description",
    "/examples/orders/title": "Another example",
  }),
  kind("another spelling of a type, which only helps to fix it", "none", { "/data/columnTypeAliases/wide": "integer" }),
];
