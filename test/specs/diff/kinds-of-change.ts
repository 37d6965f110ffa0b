import type { EffectKind } from "../../../src/specs/diff/isolate-change.js";

// biome-ignore lint/suspicious/noExplicitAny: packages are changed as they come.
export type Loose = any;

export interface KindOfChange {
  readonly name: string;
  /** Changes a copy of the first version of the data contracts. */
  edit(source: Loose): void;
  /** What each change does, by its pointer; an empty array where it does nothing to any candidate. */
  readonly expected: Readonly<Record<string, readonly EffectKind[]>>;
}

const kind = (name: string, edit: (source: Loose) => void, expected: KindOfChange["expected"]): KindOfChange => ({
  name,
  edit,
  expected,
});

const rule = (parts: object) => ({
  severity: "error",
  summary: "-",
  rationale: "-",
  message: "{actual} is wrong",
  examples: [],
  ...parts,
});

const properties = ({ shape }: Loose) => shape.properties;
const column = (source: Loose) => properties(source).columns.items;
const step = ({ settings }: Loose, name: string, at: string) =>
  settings.normalize.find((one: Loose) => one.step === name && [one.at].flat().includes(at));

/** One change each, with all that it does to candidates. */
export const KINDS_OF_CHANGE: readonly KindOfChange[] = [
  // The shape
  kind("a shorter maxLength", (s) => (properties(s).title.maxLength = 40), {
    "/shape/properties/title/maxLength": ["breaking"],
  }),
  kind("a longer maxLength", (s) => (properties(s).title.maxLength = 120), {
    "/shape/properties/title/maxLength": ["widening"],
  }),
  kind("a larger minLength", (s) => (properties(s).dataset.minLength = 4), {
    "/shape/properties/dataset/minLength": ["breaking"],
  }),
  kind("no minLength any more", (s) => delete properties(s).description.minLength, {
    "/shape/properties/description/minLength": ["widening"],
  }),
  kind("a maxLength where there was none", (s) => (column(s).properties.references.maxLength = 5), {
    "/shape/properties/columns/items/properties/references/maxLength": ["breaking"],
  }),
  kind("a smaller maximum", (s) => (properties(s).retentionDays.maximum = 3649), {
    "/shape/properties/retentionDays/maximum": ["breaking"],
  }),
  kind("a smaller minimum", (s) => (properties(s).retentionDays.minimum = 0), {
    "/shape/properties/retentionDays/minimum": ["widening"],
  }),
  kind(
    "an exclusive maximum instead of an inclusive one",
    (s) => {
      delete properties(s).retentionDays.maximum;
      properties(s).retentionDays.exclusiveMaximum = 3650;
    },
    {
      "/shape/properties/retentionDays/exclusiveMaximum": ["breaking"],
      "/shape/properties/retentionDays/maximum": [],
    },
  ),
  kind("a value less in an enum", (s) => properties(s).classification.enum.shift(), {
    "/shape/properties/classification/enum": ["breaking"],
  }),
  kind("a value more in an enum", (s) => properties(s).classification.enum.push("open"), {
    "/shape/properties/classification/enum": ["widening"],
  }),
  kind("an enum where there was none", (s) => (properties(s).regions.items.enum = ["DE", "FR"]), {
    "/shape/properties/regions/items/enum": ["breaking"],
  }),
  kind("a property more that is required", (s) => s.shape.required.push("tags"), {
    "/shape/required": ["breaking"],
  }),
  kind("a property less that is required", (s) => s.shape.required.splice(s.shape.required.indexOf("title"), 1), {
    "/shape/required": ["widening"],
  }),
  kind("a required property in an object that may be absent", (s) => properties(s).owner.required.push("phone"), {
    "/shape/properties/owner/required": ["breaking"],
  }),
  kind("a new optional property", (s) => (properties(s).license = { type: "string", maxLength: 20 }), {
    "/shape/properties/license": ["widening"],
  }),
  kind(
    "a new required property",
    (s) => {
      properties(s).license = { type: "string", maxLength: 20 };
      s.shape.required.push("license");
    },
    { "/shape/properties/license": ["widening"], "/shape/required": ["breaking"] },
  ),
  kind("an optional property that is gone", (s) => delete properties(s).validity, {
    "/shape/properties/validity": ["breaking"],
  }),
  kind("an object that is open now", (s) => (properties(s).owner.additionalProperties = true), {
    "/shape/properties/owner/additionalProperties": ["widening"],
  }),
  kind("another type", (s) => (properties(s).retentionDays.type = "number"), {
    "/shape/properties/retentionDays/type": ["widening"],
  }),
  kind("a type more", (s) => (column(s).properties.description.type = ["string", "null"]), {
    "/shape/properties/columns/items/properties/description/type": ["widening"],
  }),
  kind("a format more", (s) => (properties(s).owner.properties.phone.format = "uri"), {
    "/shape/properties/owner/properties/phone/format": ["breaking"],
  }),
  kind("another format", (s) => (properties(s).history.items.properties.on.format = "date-time"), {
    "/shape/properties/history/items/properties/on/format": ["breaking", "widening"],
  }),
  kind("fewer items", (s) => (properties(s).tags.maxItems = 9), {
    "/shape/properties/tags/maxItems": ["breaking"],
  }),
  kind("fewer items of an array of objects", (s) => (properties(s).history.maxItems = 1), {
    "/shape/properties/history/maxItems": ["breaking"],
  }),
  kind("fewer declarations, with all their records", (s) => (properties(s).columns.maxItems = 99), {
    "/shape/properties/columns/maxItems": ["breaking"],
  }),
  kind("more items at least", (s) => (properties(s).sampleRows.minItems = 2), {
    "/shape/properties/sampleRows/minItems": ["breaking"],
  }),
  kind(
    "aliases, placeholders and what is derived",
    (s) => {
      properties(s).title.aliases = ["heading"];
      properties(s).title.placeholder = "A title";
      delete properties(s).dataset.derive;
    },
    {},
  ),
  // Data
  kind("a value less in a list", (s) => s.settings.data.teams.pop(), { "/data/teams": ["breaking"] }),
  kind("a value more in a list", (s) => s.settings.data.teams.push("legal"), { "/data/teams": ["widening"] }),
  kind("a value more in a list of what is refused", (s) => s.settings.data.reservedNames.push("total"), {
    "/data/reservedNames": ["breaking"],
  }),
  kind("a name more that declarations must not have", (s) => s.settings.data.reservedNames.push("zzyzx_ts"), {
    "/data/reservedNames": ["breaking"],
  }),
  kind("a type with a pattern", (s) => (s.settings.data.columnTypes.string.pattern = "^[^<>]*$"), {
    "/data/columnTypes/string": ["breaking"],
  }),
  kind("a type that excludes a word", (s) => (s.settings.data.columnTypes.string.pattern = "^(?!NULL$)"), {
    "/data/columnTypes/string": ["breaking"],
  }),
  kind("a type of multiples", (s) => (s.settings.data.columnTypes.number.multipleOf = 0.25), {
    "/data/columnTypes/number": ["breaking"],
  }),
  kind("a type of dates with a pattern", (s) => (s.settings.data.columnTypes.date.pattern = "^2"), {
    "/data/columnTypes/date": ["breaking"],
  }),
  kind("a type that is never empty", (s) => (s.settings.data.columnTypes.string.minLength = 1), {
    "/data/columnTypes/string": ["breaking"],
  }),
  kind("a type of one value", (s) => (s.settings.data.columnTypes.boolean.const = true), {
    "/data/columnTypes/boolean": ["breaking"],
  }),
  kind("another limit", (s) => (s.settings.data.longestSecretDays = 364), { "/data/longestSecretDays": ["breaking"] }),
  kind("a type more in a table", (s) => (s.settings.data.columnTypes.flag = { type: "boolean", examples: [true] }), {
    "/data/columnTypes/flag": ["widening"],
  }),
  kind("a type less in a table", (s) => delete s.settings.data.columnTypes.date, {
    "/data/columnTypes/date": ["breaking"],
  }),
  kind("a stricter type", (s) => (s.settings.data.columnTypes.integer.minimum = 0), {
    "/data/columnTypes/integer": ["breaking"],
  }),
  kind(
    "a type with another format",
    (s) => {
      s.settings.data.columnTypes.date = { type: "string", format: "date-time", examples: ["2026-01-31T09:30:00Z"] };
    },
    { "/data/columnTypes/date": ["breaking", "widening"] },
  ),
  kind("data that nothing has used before", (s) => (s.settings.data.colours = ["red"]), {}),
  // Rules
  kind("a new rule", (s) => (s.rules["titles-are-short"] = rule({ check: { at: "/title", length: { max: 20 } } })), {
    "/rules/titles-are-short": ["breaking"],
  }),
  kind(
    "a new rule with a condition on another place",
    (s) =>
      (s.rules["public-data-is-kept-briefly"] = rule({
        when: { path: "/classification", operator: "equal", value: "public" },
        check: { at: "/retentionDays", range: { max: 30 } },
      })),
    { "/rules/public-data-is-kept-briefly": ["breaking"] },
  ),
  kind(
    "a new rule with a condition on two places",
    (s) =>
      (s.rules["secrets-that-stay-have-an-address"] = rule({
        when: {
          all: [
            { path: "/classification", operator: "equal", value: "secret" },
            { path: "/retentionDays", operator: "greaterThan", value: 300 },
          ],
        },
        check: { at: "/owner", "has-keys": ["email"] },
      })),
    { "/rules/secrets-that-stay-have-an-address": ["breaking"] },
  ),
  kind(
    "a new rule about the number of items that meet a condition",
    (s) =>
      (s.rules["few-columns-are-nullable"] = rule({
        check: { at: "/columns/*", where: { path: "/nullable", operator: "equal", value: true }, count: { max: 2 } },
      })),
    { "/rules/few-columns-are-nullable": ["breaking"] },
  ),
  kind(
    "a new rule that compares two places",
    (s) =>
      (s.rules["tags-say-more-than-the-dataset"] = rule({
        check: { at: "/tags/*", "none-of": { candidate: "/dataset" } },
      })),
    { "/rules/tags-say-more-than-the-dataset": ["breaking"] },
  ),
  kind(
    "a new rule about a registry",
    (s) => (s.rules["titles-are-new"] = rule({ check: { at: "/title", "not-registered": true } })),
    { "/rules/titles-are-new": ["breaking"] },
  ),
  kind(
    "a new rule with data of its own",
    (s) => {
      s.settings.data.colours = ["red"];
      s.rules["tags-are-colours"] = rule({ check: { at: "/tags/*", "one-of": { spec: "/colours" } } });
    },
    { "/rules/tags-are-colours": ["breaking"] },
  ),
  kind(
    "a new rule that only warns",
    (s) => (s.rules["titles-are-short"] = rule({ severity: "warning", check: { at: "/title", length: { max: 20 } } })),
    {},
  ),
  kind("a rule less", (s) => delete s.rules["tags-are-unique"], { "/rules/tags-are-unique": ["widening"] }),
  kind("a warning that is an error now", (s) => (s.rules["tags-are-few"].severity = "error"), {
    "/rules/tags-are-few/severity": ["breaking"],
  }),
  kind("an error that is a warning now", (s) => (s.rules["history-is-in-order"].severity = "warning"), {
    "/rules/history-is-in-order/severity": ["widening"],
  }),
  kind("a wider pattern", (s) => (s.rules["tags-are-lower-case"].check.pattern = "^[a-z0-9_-]+$"), {
    "/rules/tags-are-lower-case/check": ["widening"],
  }),
  kind("a narrower pattern", (s) => (s.rules["tags-are-lower-case"].check.pattern = "^[a-z0-9]+$"), {
    "/rules/tags-are-lower-case/check": ["breaking"],
  }),
  kind("another pattern", (s) => (s.rules["regions-are-country-codes"].check.pattern = "^[A-Z]{3}$"), {
    "/rules/regions-are-country-codes/check": ["breaking", "widening"],
  }),
  kind(
    "a pattern with fewer repetitions",
    (s) => (s.rules["column-names-are-snake-case"].check.pattern = "^[a-z][a-z0-9]*(_[a-z0-9]+){0,3}$"),
    { "/rules/column-names-are-snake-case/check": ["breaking"] },
  ),
  kind(
    "a pattern with one letter less",
    (s) => (s.rules["regions-are-country-codes"].check.pattern = "^[A-WYZ][A-Z]$"),
    { "/rules/regions-are-country-codes/check": ["breaking"] },
  ),
  kind(
    "a pattern that excludes some pairs of letters",
    (s) => (s.rules["regions-are-country-codes"].check.pattern = "^(?!A{2}|Q[M-Z]|X[A-Z]|Z{2})[A-Z]{2}$"),
    { "/rules/regions-are-country-codes/check": ["breaking"] },
  ),
  kind(
    "a pattern that excludes a word",
    (s) => (s.rules["tags-are-lower-case"].check.pattern = "^(?!legacy)[a-z0-9-]+$"),
    { "/rules/tags-are-lower-case/check": ["breaking"] },
  ),
  kind(
    "a pattern that wants a letter somewhere",
    (s) => (s.rules["tags-are-lower-case"].check.pattern = "^(?=.*[a-z])[a-z0-9-]+$"),
    { "/rules/tags-are-lower-case/check": ["breaking"] },
  ),
  kind(
    "a pattern that wants more after each capital",
    (s) => (s.rules["api-names-are-camel-case"].check.pattern = "^[a-z]+([A-Z][a-z0-9]+)*$"),
    { "/rules/api-names-are-camel-case/check": ["breaking"] },
  ),
  kind(
    "a second pattern for declared names",
    (s) =>
      (s.rules["names-are-not-temporary"] = rule({
        check: { at: "/columns/*/name", pattern: "^(?!tmp_).*(?<!_old)$" },
      })),
    { "/rules/names-are-not-temporary": ["breaking"] },
  ),
  kind(
    "shorter declared names",
    (s) => (s.rules["names-are-short"] = rule({ check: { at: "/columns/*/name", length: { max: 20 } } })),
    { "/rules/names-are-short": ["breaking"] },
  ),
  kind(
    "a pattern for the values of records",
    (s) => (s.rules["rows-have-no-tags"] = rule({ check: { at: "/sampleRows/*/{columns}", pattern: "^[^<>]*$" } })),
    { "/rules/rows-have-no-tags": ["breaking"] },
  ),
  kind("case that matters now", (s) => delete s.rules["owner-is-a-known-team"].check.ignoreCase, {
    "/rules/owner-is-a-known-team/check": ["breaking"],
  }),
  kind(
    "a limit that is excluded now",
    (s) => {
      const { range } = s.rules["limits-of-columns-are-in-order"].check;
      range.above = range.min;
      delete range.min;
    },
    { "/rules/limits-of-columns-are-in-order/check": ["breaking"] },
  ),
  kind("another number of places", (s) => (s.rules["contract-has-one-primary-key"].check.count = { min: 1, max: 2 }), {
    "/rules/contract-has-one-primary-key/check": ["widening"],
  }),
  kind("one place more that is checked", (s) => (s.rules["tags-are-unique"].check.at = ["/tags/*", "/regions/*"]), {
    "/rules/tags-are-unique/check": ["breaking"],
  }),
  kind("a condition less", (s) => delete s.rules["personal-data-is-secret"].when, {
    "/rules/personal-data-is-secret/when": ["breaking"],
  }),
  kind(
    "a condition more",
    (s) => {
      s.rules["owner-can-be-reached"].when = { path: "/classification", operator: "equal", value: "secret" };
    },
    { "/rules/owner-can-be-reached/when": ["widening"] },
  ),
  kind("letters of all scripts", (s) => (s.rules["regions-are-country-codes"].check.pattern = "^\\p{Lu}{2}$"), {
    "/rules/regions-are-country-codes/check": ["widening"],
  }),
  kind("a fixed value that is trimmed now", (s) => s.settings.normalize.push({ step: "trim", at: "/classification" }), {
    "/normalize/8": ["widening"],
  }),
  kind("a composed string", (s) => s.settings.normalize.push({ step: "nfc", at: "/owner/phone" }), {
    "/normalize/8": ["breaking", "repackaging", "widening"],
  }),
  kind("the other order", (s) => (s.rules["history-is-in-order"].check.sorted = "descending"), {
    "/rules/history-is-in-order/check": ["breaking", "widening"],
  }),
  kind(
    "another message and no fixes",
    (s) => {
      s.rules["tags-are-unique"].message = "{actual} is there twice";
      s.rules["tags-are-unique"].fixes = [];
    },
    {},
  ),
  // Declarations
  kind("names of records that may no longer be absent", (s) => delete s.settings.declarations.columns.optional, {
    "/declarations/columns": ["breaking"],
  }),
  kind("values of records that may no longer be null", (s) => delete s.settings.declarations.columns.nullable, {
    "/declarations/columns": ["breaking"],
  }),
  // Normalization
  kind("a string that is trimmed now", (s) => s.settings.normalize.push({ step: "trim", at: "/owner/phone" }), {
    "/normalize/8": ["repackaging", "widening"],
  }),
  kind(
    "a string that is no longer trimmed",
    (s) => {
      step(s, "trim", "/title").at = ["/description", "/columns/*/description"];
    },
    { "/normalize/2": ["breaking", "repackaging", "widening"] },
  ),
  kind(
    "a string in an array, absent in most examples, that is no longer composed",
    (s) => {
      step(s, "nfc", "/title").at = ["/title", "/description"];
    },
    { "/normalize/0": ["breaking", "repackaging", "widening"] },
  ),
  kind("blanks that are no longer joined", (s) => s.settings.normalize.splice(1, 1), {
    "/normalize/1": ["breaking", "repackaging"],
  }),
  kind("another default", (s) => (step(s, "default", "/tags").value = ["new"]), { "/normalize/3": ["repackaging"] }),
  kind("a default more", (s) => s.settings.normalize.push({ step: "default", at: "/regions", value: ["DE"] }), {
    "/normalize/8": ["repackaging"],
  }),
  kind("an array that is no longer sorted", (s) => s.settings.normalize.splice(4, 1), {
    "/normalize/4": ["repackaging"],
  }),
  kind("keys in another order", (s) => (step(s, "order-keys", "/sampleRows/*").by = ["total"]), {
    "/normalize/7": ["repackaging"],
  }),
  kind("steps in another order that makes no difference", (s) => s.settings.normalize.reverse(), {}),
  // Words
  kind(
    "titles, summaries, rationales, descriptions and examples",
    (s) => {
      s.settings.title = "Another title";
      s.rules["tags-are-unique"].summary = "Another summary";
      s.rules["tags-are-unique"].rationale = "Another rationale";
      properties(s).title.description = "Another description";
      s.examples.orders.title = "Another example";
    },
    {},
  ),
  kind(
    "another spelling of a type, which only helps to fix it",
    (s) => (s.settings.data.columnTypeAliases.wide = "integer"),
    {},
  ),
];
