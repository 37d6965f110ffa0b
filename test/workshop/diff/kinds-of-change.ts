import { type Edits, edit, type Loose } from "../../support/rules-folder.js";

/** What a change does to candidates: some are refused or accepted now, or become other packages. */
export type Effect = "breaking" | "widening" | "repackaging";

export interface KindOfChange {
  /** Changes a copy of the first version of the data contracts. */
  edit(source: Loose): void;
  /**
   * What each change does, by its pointer; an empty array where it does nothing to any candidate.
   */
  readonly expected: Readonly<Record<string, readonly Effect[]>>;
}

type Effects = Effect | Effect[];

/**
 * In a source, what is in spec.json is apart from the other files; in pointers of a diff it is
 * beside them.
 */
const inSource = ([pointer, value]: [string, unknown]) =>
  [/^\/(shape|rules|examples)\//.test(pointer) ? pointer : `/settings${pointer}`, value] as const;

type Expected = Effects | "none" | KindOfChange["expected"];

function expectedAt(place: string, effects: Expected): KindOfChange["expected"] {
  if (effects === "none") return {};
  return typeof effects === "string" || Array.isArray(effects)
    ? { [place]: [effects].flat() }
    : effects;
}

/** A change at one place; or at several, with what is expected at each. */
function kind(effects: Expected, edits: Edits): KindOfChange {
  const [place = ""] = Object.keys(edits);
  const changes = Object.fromEntries(Object.entries(edits).map(inSource));
  return { expected: expectedAt(place, effects), edit: (source) => edit(source, changes) };
}

/** A change within the place that is reported. */
const within = (effects: Effects, place: string, edits: Edits): KindOfChange =>
  kind(
    { [place]: [effects].flat() },
    Object.fromEntries(
      Object.entries(edits).map(([pointer, value]) => [`${place}${pointer}`, value]),
    ),
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
  kind("breaking", { "/shape/properties/title/maxLength": 40 }),
  kind("widening", { "/shape/properties/title/maxLength": 120 }),
  kind("breaking", { "/shape/properties/dataset/minLength": 4 }),
  kind("widening", { "/shape/properties/description/minLength": undefined }),
  kind("breaking", { "/shape/properties/retentionDays/maximum": 3649 }),
  kind("widening", { "/shape/properties/retentionDays/minimum": 0 }),
  kind(
    {
      "/shape/properties/retentionDays/exclusiveMaximum": ["breaking"],
      "/shape/properties/retentionDays/maximum": [],
    },
    {
      "/shape/properties/retentionDays/maximum": undefined,
      "/shape/properties/retentionDays/exclusiveMaximum": 3650,
    },
  ),
  within("breaking", "/shape/properties/classification/enum", { "/0": undefined }),
  within("widening", "/shape/properties/classification/enum", { "/-": "open" }),
  within("breaking", "/shape/required", { "/-": "tags" }),
  within("widening", "/shape/required", { "/2": undefined }),
  kind("widening", { "/shape/properties/license": { type: "string", maxLength: 20 } }),
  kind(
    { "/shape/properties/license": ["widening"], "/shape/required": ["breaking"] },
    {
      "/shape/properties/license": { type: "string", maxLength: 20 },
      "/shape/required/-": "license",
    },
  ),
  kind("breaking", { "/shape/properties/validity": undefined }),
  kind("widening", { "/shape/properties/owner/additionalProperties": true }),
  kind("widening", { "/shape/properties/retentionDays/type": "number" }),
  kind("widening", {
    "/shape/properties/columns/items/properties/description/type": ["string", "null"],
  }),
  kind("breaking", { "/shape/properties/owner/properties/phone/format": "uri" }),
  kind(["breaking", "widening"], {
    "/shape/properties/history/items/properties/on/format": "date-time",
  }),
  kind("breaking", { "/shape/properties/columns/maxItems": 99 }),
  kind("breaking", { "/shape/properties/sampleRows/minItems": 2 }),
  kind("none", {
    "/shape/properties/title/aliases": ["heading"],
    "/shape/properties/title/placeholder": "A title",
    "/shape/properties/dataset/derive": undefined,
  }),
  // Data
  within("breaking", "/data/teams", { "/1": undefined }),
  within("widening", "/data/teams", { "/-": "legal" }),
  within("breaking", "/data/reservedNames", { "/-": "zzyzx_ts" }),
  within("breaking", "/data/columnTypes/string", { "/pattern": "^[^<>]*$" }),
  within("breaking", "/data/columnTypes/string", { "/pattern": "^(?!NULL$)" }),
  within("breaking", "/data/columnTypes/number", { "/multipleOf": 0.25 }),
  within("breaking", "/data/columnTypes/boolean", { "/const": true }),
  kind("breaking", { "/data/longestSecretDays": 364 }),
  kind("widening", { "/data/columnTypes/flag": { type: "boolean", examples: [true] } }),
  kind("breaking", { "/data/columnTypes/date": undefined }),
  within("breaking", "/data/columnTypes/integer", { "/minimum": 0 }),
  kind(["breaking", "widening"], {
    "/data/columnTypes/date": {
      type: "string",
      format: "date-time",
      examples: ["2026-01-31T09:30:00Z"],
    },
  }),
  kind("none", { "/data/colours": ["red"] }),
  // Rules
  kind("breaking", {
    "/rules/titles-are-short": rule({ check: { at: "/title", length: { max: 20 } } }),
  }),
  kind("breaking", {
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
  kind("breaking", {
    "/rules/few-columns-are-nullable": rule({
      check: {
        at: "/columns/*",
        where: { path: "/nullable", operator: "equal", value: true },
        count: { max: 2 },
      },
    }),
  }),
  kind("breaking", {
    "/rules/tags-say-more-than-the-dataset": rule({
      check: { at: "/tags/*", "none-of": { candidate: "/dataset" } },
    }),
  }),
  kind("breaking", {
    "/rules/titles-are-new": rule({ check: { at: "/title", "not-registered": true } }),
  }),
  kind(
    { "/rules/tags-are-colours": ["breaking"] },
    {
      "/data/colours": ["red"],
      "/rules/tags-are-colours": rule({ check: { at: "/tags/*", "one-of": { spec: "/colours" } } }),
    },
  ),
  kind("none", {
    "/rules/titles-are-short": rule({
      severity: "warning",
      check: { at: "/title", length: { max: 20 } },
    }),
  }),
  kind("widening", { "/rules/tags-are-unique": undefined }),
  kind("breaking", { "/rules/tags-are-few/severity": "error" }),
  kind("widening", { "/rules/history-is-in-order/severity": "warning" }),
  within("widening", "/rules/tags-are-lower-case/check", { "/pattern": "^[a-z0-9_-]+$" }),
  within("breaking", "/rules/tags-are-lower-case/check", { "/pattern": "^[a-z0-9]+$" }),
  within(["breaking", "widening"], "/rules/regions-are-country-codes/check", {
    "/pattern": "^[A-Z]{3}$",
  }),
  within("breaking", "/rules/column-names-are-snake-case/check", {
    "/pattern": "^[a-z][a-z0-9]*(_[a-z0-9]+){0,3}$",
  }),
  within("breaking", "/rules/regions-are-country-codes/check", {
    "/pattern": "^(?!A{2}|Q[M-Z]|X[A-Z]|Z{2})[A-Z]{2}$",
  }),
  kind("breaking", {
    "/rules/names-are-not-temporary": rule({
      check: { at: "/columns/*/name", pattern: "^(?!tmp_).*(?<!_old)$" },
    }),
  }),
  kind("breaking", {
    "/rules/rows-have-no-tags": rule({
      check: { at: "/sampleRows/*/{columns}", pattern: "^[^<>]*$" },
    }),
  }),
  within("breaking", "/rules/owner-is-a-known-team/check", { "/ignoreCase": undefined }),
  within("breaking", "/rules/limits-of-columns-are-in-order/check", {
    "/range": { above: { item: "/min" } },
  }),
  within("widening", "/rules/contract-has-one-primary-key/check", { "/count": { min: 1, max: 2 } }),
  within("breaking", "/rules/tags-are-unique/check", { "/at": ["/tags/*", "/regions/*"] }),
  kind("breaking", { "/rules/personal-data-is-secret/when": undefined }),
  kind("widening", {
    "/rules/owner-can-be-reached/when": {
      path: "/classification",
      operator: "equal",
      value: "secret",
    },
  }),
  within("widening", "/rules/regions-are-country-codes/check", { "/pattern": "^\\p{Lu}{2}$" }),
  kind(
    { "/normalize/trim/classification": ["widening"] },
    { "/normalize/8": { step: "trim", at: "/classification" } },
  ),
  kind(
    { "/normalize/nfc/owner/phone": ["breaking", "repackaging", "widening"] },
    { "/normalize/8": { step: "nfc", at: "/owner/phone" } },
  ),
  within(["breaking", "widening"], "/rules/history-is-in-order/check", { "/sorted": "descending" }),
  kind("none", {
    "/rules/tags-are-unique/message": "{actual} is there twice",
    "/rules/tags-are-unique/fixes": [],
  }),
  // Declarations
  within("breaking", "/declarations/columns", { "/optional": undefined }),
  within("breaking", "/declarations/columns", { "/nullable": undefined }),
  // Normalization
  kind(
    { "/normalize/trim/owner/phone": ["repackaging", "widening"] },
    { "/normalize/8": { step: "trim", at: "/owner/phone" } },
  ),
  kind(
    { "/normalize/trim/title": ["breaking", "repackaging", "widening"] },
    { "/normalize/2/at": ["/description", "/columns/*/description"] },
  ),
  kind(
    { "/normalize/nfc/columns/*/description": ["breaking", "repackaging", "widening"] },
    { "/normalize/0/at": ["/title", "/description"] },
  ),
  kind(
    { "/normalize/single-space/title": ["breaking", "repackaging"] },
    { "/normalize/1": undefined },
  ),
  kind({ "/normalize/default/tags": ["repackaging"] }, { "/normalize/3/value": ["new"] }),
  kind(
    { "/normalize/default/regions": ["repackaging"] },
    { "/normalize/8": { step: "default", at: "/regions", value: ["DE"] } },
  ),
  kind({ "/normalize/sort/tags": ["repackaging"] }, { "/normalize/4": undefined }),
  kind({ "/normalize/order-keys/sampleRows/*": ["repackaging"] }, { "/normalize/7/by": ["total"] }),
  {
    // Steps in another order that makes no difference.
    edit: ({ settings }) => settings.normalize.reverse(),
    expected: {},
  },
  // Words
  kind("none", {
    "/title": "Another title",
    "/rules/tags-are-unique/summary": "Another summary",
    "/rules/tags-are-unique/rationale": "Another rationale",
    "/shape/properties/title/description": "Another description",
    "/examples/orders/title": "Another example",
  }),
  kind("none", { "/data/columnTypeAliases/wide": "integer" }),
];
