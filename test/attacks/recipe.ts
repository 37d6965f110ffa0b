import expensiveStarts from "./expensive-starts.json" with { type: "json" };

/**
 * A candidate in few words: the choice of each gene. Small enough to keep, and easy to change a
 * little.
 */
export type Recipe = { readonly [gene in keyof typeof GENES]: string | number };

/** Bytes of a request body. */
const LIMIT = 65_536;
const NAMES = [
  "owner",
  "generatorId",
  "generatorName",
  "description",
  "outputFields",
  "sampleRecords",
  "rationaleNotes",
];
const TYPES = [
  "string",
  "integer",
  "number",
  "boolean",
  "date",
  "datetime",
  "uuid",
  "email",
  "url",
  "object",
  "array",
];
/** Symbols of units, as a description may list them. */
const UNITS =
  "in g, in kg, in mg, in t, in lb, in oz, in mm, in cm, in m, in km, in mi, in ft, in ml, in l, in s, in h";
const arrayOf = <T>(count: number, make: (at: number) => T) =>
  Array.from({ length: count }, (_, at) => make(at));
const deep = (levels: number, value: unknown = 0) =>
  arrayOf(levels, () => 0).reduce<unknown>((inner) => [inner], value);
const letter = (at: number) => String.fromCharCode(97 + (at % 26));
/** A word with capitals in every combination. */
const cased = (word: string, at: number) =>
  [...word].map((one, index) => ((at >> index) & 1 ? one.toUpperCase() : one)).join("");
/** A text of many different words. */
const words = (count: number) =>
  arrayOf(count, (at) => `X${letter(at)}${letter(at >> 4)}${letter(at >> 8)}`).join("");
const EMOJI = "\ud83d\ude00";
/** A value in objects that each have nine other properties. */
const nested = (levels: number, value: unknown) =>
  arrayOf(levels, (level) => level).reduce<unknown>(
    (inner, level) => ({
      ...Object.fromEntries(arrayOf(9, (at) => [`s${level}x${at}`, at])),
      [`w${level}`]: inner,
    }),
    value,
  );

// biome-ignore lint/suspicious/noExplicitAny: a candidate in shapes that no type allows.
type Loose = any;

/** A shape with another value of a property, which is last. */
function changing(name: string, change: (value: Loose) => unknown) {
  return ({ [name]: value, ...others }: Loose) => ({ ...others, [name]: change(value) });
}

/** Records as one array for each name. */
function toColumns(records: Loose) {
  return Object.fromEntries(
    Object.keys(records[0] ?? {}).map((name) => [
      name,
      records.map((record: Loose) => record[name]),
    ]),
  );
}

/** A shape with texts beside the declared properties of each field. */
function describing(...texts: readonly string[]) {
  const properties = Object.fromEntries(texts.map((text, at) => [`p${at}`, text]));
  return changing("outputFields", (fields) =>
    fields.map((field: Loose) => ({ ...field, ...properties })),
  );
}

/** How often something is there, from none to as many as fit. */
interface Count {
  readonly most: number;
}
type Choices = Readonly<Record<string, unknown>>;

/**
 * The ways in which a candidate can be expensive: the choices of each gene, and what they produce.
 */
const GENES = {
  unknownCount: { most: 8_000 },
  unknownName: {
    short: (at: number) => `k${at.toString(36)}`,
    numbered: (at: number) => `k${at}`,
    misspelt: (at: number) => `${NAMES[at % NAMES.length]}${at}`,
    swapped: (at: number) => `ouptutFields${letter(at)}${at}`,
    long: (at: number) => `${"n".repeat(200)}${at}`,
    unicode: (at: number) => `${"ſⅨ㎏".repeat(60)}${at}`,
    escaped: (at: number) => `~/${at}`,
    numeric: (at: number) => String(at),
    cased: (at: number) => cased("technicalname", at),
    words: (at: number) => `${at}${words(1_900)}`,
    signs: (at: number) => `${at}${"!".repeat(7_900)}`,
  },
  unknownValue: {
    number: 0,
    count: (at: number) => at,
    holder: { id: "a", name: "b", kind: "c", title: 1, x: 2, y: 3, z: 4, s: 5 },
    null: null,
    deep: deep(25),
    text: "t".repeat(190),
    json: JSON.stringify(arrayOf(20, (at) => ({ at }))),
    list: arrayOf(20, (at) => at),
  },
  fieldCount: { most: 1_000 },
  fieldName: {
    short: (at: number) => `f${at}`,
    camel: (at: number) => `fieldName${at}`,
    long: (at: number) => `${"f".repeat(58)}${at}`,
    alike: (at: number) => `field_name_${letter(at)}${at}`,
    letters: (at: number) => `fieldName${letter(at)}${letter(at >> 3)}${letter(at >> 5)}`,
    spaced: (at: number) => `field ${at}`,
    repeated: () => "again",
    pairs: (at: number) => `f${at >> 1}`,
    words: (at: number) =>
      `${arrayOf(27, (word) => letter(word).toUpperCase() + letter(word + 1)).join("")}${at}`,
    weight: (at: number) => `dose${at}Kg`,
    unicode: (at: number) => `ﬁeld${"Å".repeat(20)}${at}`,
    cased: (at: number) => cased("abcdefgh", at),
  },
  fieldType: {
    missing: () => undefined,
    integer: () => "integer",
    string: () => "string",
    date: () => "date",
    boolean: () => "boolean",
    mixed: (at: number) => TYPES[at % TYPES.length],
    upper: (at: number) => TYPES[at % TYPES.length]?.toUpperCase(),
    alias: (at: number) => ["str", "int", "bool", "timestamp", "uri"][at % 5],
    parameters: (at: number) => `varchar(${at})`,
    misspelt: () => "strin",
    unknown: () => "colour",
    email: () => "email",
    url: () => "url",
    object: () => "object",
    array: () => "array",
    number: () => 5,
    long: () => "x".repeat(250),
    schema: () => ({ type: "string", format: "date" }),
  },
  fieldText: {
    short: "d",
    combining: "e\u0301".repeat(60),
    blank: " ",
    missing: undefined,
    units: UNITS,
    emoji: EMOJI.repeat(800),
  },
  recordCount: { most: 10_000 },
  recordKeys: {
    declared: (name: string) => name,
    missing: () => undefined,
    upper: (name: string) => name.toUpperCase(),
    snake: (name: string) => name.replace(/[A-Z]|\d+/g, (part) => `_${part.toLowerCase()}`),
    spaced: (name: string) => name.replace(/[A-Z]|\d+/g, (part) => ` ${part}`),
    swapped: (name: string) => name.replace(/^(.)(.)/, "$2$1"),
    lost: (name: string) => name.slice(1),
    misspelt: (name: string) => `${name}x`,
    other: (_: string, at: number) => `other${at}`,
    cased: (_: string, at: number) => cased("abcdefgh", 64 + at),
    half: (name: string, at: number) => (at % 2 === 0 ? name : undefined),
    near: (name: string, at: number, row: number) =>
      at === row % 64
        ? `${name.slice(0, 3)}${letter(row)}${name.slice(3)}${letter(row >> 2)}`
        : undefined,
    nearAll: (name: string, _: number, row: number) => `${name}${row}`,
    some: (name: string, at: number, row: number) =>
      at % 7 === row % 7 ? name.replace(/^(.)(.)/, "$2$1") : name,
  },
  recordValue: {
    digits: (at: number) => String(at),
    padded: (at: number) => ` ${at} `,
    number: (at: number) => at,
    null: () => null,
    text: () => "x",
    list: (at: number) => [at],
    deep: () => deep(25),
    address: (at: number) => `${"a.".repeat(60)}a@${"b-".repeat(60)}b.example${at}`,
    date: () => "2026/02/28",
    months: () => "September 30th, 2026",
    unit: (at: number) => `${at},${100 + (at % 900)} pages`,
    price: (at: number) => `$${at}`,
    weight: (at: number) => `${at} mg`,
    metres: (at: number) => `${at % 10}m`,
    remark: (at: number) => `${at} ${arrayOf(20, (word) => `w${letter(word + at)}`).join(" ")}`,
    most: (at: number) => `at most ${at}`,
    scale: (at: number) => `${at} reciprocal`,
    quotient: (at: number) => `${at} g/l`,
    slips: (at: number) => (at % 2 === 0 ? String(at) : "2026/02/28"),
    json: () => "[1]",
    bigJson: () => JSON.stringify(arrayOf(40, (at) => ({ at, deep: deep(5) }))),
    fenced: () => `\`\`\`json\n${JSON.stringify(arrayOf(40, (at) => at))}\n\`\`\``,
    separated: () => arrayOf(60, (at) => letter(at)).join(", "),
    unicode: (at: number) => `${"ﬃ㎏Å".repeat(50)}${at}`,
    surrogate: () => "\ud800",
    buried: () => deep(25, "\ud800"),
    tagged: (at: number) => ({ $numberInt: String(at) }),
    time: () => "2026-02-28 09:30",
    // Nearly what a pattern matches, as long as it is compared.
    spaces: (at: number) => `at${at}${" ".repeat(1_980)}b`,
    quotedSpaces: (at: number) => `"${at}${" ".repeat(190)}b`,
    entrySpaces: (at: number) => `a${at}:${" ".repeat(390)}:`,
    commas: (at: number) => `${at}"${",".repeat(1_980)}`,
    ats: (at: number) => `${at}${"@".repeat(1_980)} b.`,
    dots: (at: number) => `mailto:${at}@${".b".repeat(980)} b`,
    url: (at: number) => `https://${at}${"a".repeat(1_980)}  b`,
  },
  extraKeys: { most: 5_000 },
  strategies: {
    right: ["fast"],
    typo: ["realstic"],
    repeats: arrayOf(16, () => "fast"),
    typos: arrayOf(16, () => "Realistic"),
    many: arrayOf(2_000, () => "Fast"),
    text: "fast",
    separated: arrayOf(400, () => "Fast").join(", "),
    flags: Object.fromEntries(arrayOf(400, (at) => [`fast${at}`, true])),
    json: JSON.stringify(arrayOf(2_000, () => "Fast")),
  },
  generatorId: {
    free: "quite-free",
    near: "person-nam",
    taken: "person-name",
    spaced: "My New Generator",
    missing: undefined,
    long: "x".repeat(5_000),
    words: "aB".repeat(8_000),
  },
  owner: {
    right: { kind: "human", id: "a" },
    upper: { kind: "Human", id: " a " },
    text: "me",
    json: '{"kind":"Human","id":" a "}',
    extra: { kind: "human", ids: "a" },
  },
  text: {
    plain: "plain text",
    combining: "e\u0301".repeat(1_000),
    unicode: "ﬃ㎏Å".repeat(600),
    spaces: ` ${" a".repeat(900)} `,
    tooLong: "z".repeat(9_000),
  },
  /** What stands around the parts. */
  shape: {
    plain: (candidate: Loose) => candidate,
    wrapped: (candidate: Loose) => ({ candidate }),
    wrappedOften: (candidate: Loose) =>
      arrayOf(8, () => 0).reduce((inner: Loose) => ({ data: inner }), candidate),
    renamed: ({
      outputFields: output_fields,
      sampleRecords: sample_records,
      ...others
    }: Loose) => ({
      ...others,
      output_fields,
      sample_records,
    }),
    jsonRecords: changing("sampleRecords", (records) => JSON.stringify(records)),
    jsonInRecords: changing("sampleRecords", (records) =>
      records.map((record: Loose) => JSON.stringify(record)),
    ),
    jsonFields: changing("outputFields", (fields) => JSON.stringify(fields)),
    mapOfFields: changing("outputFields", (fields) =>
      Object.fromEntries(fields.map(({ name, ...field }: Loose) => [name, field])),
    ),
    largeField: changing("outputFields", ([field, ...others]) => [
      { ...field, ...Object.fromEntries(arrayOf(2_000, (extra) => [`p${extra}`, "euros"])) },
      ...others,
    ]),
    wideFields: changing("outputFields", (fields) =>
      fields.map((field: Loose) => ({
        ...field,
        ...Object.fromEntries(arrayOf(100, (extra) => [`k${extra}`, 1])),
      })),
    ),
    scales: describing(
      ...arrayOf(57, (text) => arrayOf(18, (at) => cased("reciprocal", 18 * text + at)).join(" ")),
    ),
    quotients: describing(...arrayOf(120, () => "in g/l ".repeat(28))),
    nestedFields: changing("outputFields", (fields) =>
      fields.map((field: Loose) => nested(25, field)),
    ),
    longKeys: changing("sampleRecords", (records) =>
      records.map((record: Loose) => ({ ...record, [words(13_000)]: Object.values(record)[0] })),
    ),
    rows: changing("sampleRecords", (records) => records.map(Object.values)),
    rowsBelowLong: changing("sampleRecords", (records) => [
      arrayOf(7_000, () => "a"),
      ...records.map(Object.values),
    ]),
    columns: changing("sampleRecords", toColumns),
    columnsAlone: ({ outputFields, sampleRecords, ...others }: Loose) => ({
      outputFields,
      sampleRecords: toColumns(sampleRecords),
      ...Object.fromEntries(
        Object.entries(others).filter(
          ([name]) => !NAMES.includes(name) && name !== "supportedStrategies",
        ),
      ),
    }),
    table: changing("sampleRecords", (records) =>
      [Object.keys(records[0] ?? {}), ...records.map(Object.values)]
        .map((cells) => cells.join("\t"))
        .join("\n"),
    ),
    entries: changing("sampleRecords", (records) => records.map(Object.entries)),
  },
} as const satisfies Record<string, Count | Choices>;

type Gene = keyof typeof GENES;
const NAMES_OF_GENES = Object.keys(GENES) as Gene[];

const PLAIN: Recipe = {
  unknownCount: 0,
  unknownName: "short",
  unknownValue: "number",
  fieldCount: 4,
  fieldName: "camel",
  fieldType: "integer",
  fieldText: "short",
  recordCount: 5,
  recordKeys: "declared",
  recordValue: "number",
  extraKeys: 0,
  strategies: "right",
  generatorId: "free",
  owner: "right",
  text: "plain",
  shape: "plain",
};

/**
 * Where a search starts: shapes that were expensive once, or look as if they could be. What is
 * plain is left out.
 */
export const STARTS = Object.fromEntries(
  Object.entries(expensiveStarts).map(([title, genes]) => [title, { ...PLAIN, ...genes }]),
) as Readonly<Record<string, Recipe>>;

export type Random = () => number;
const below = (random: Random, limit: number) => Math.floor(random() * limit);

function choiceOf(gene: Gene, random: Random): string | number {
  const values: Count | Choices = GENES[gene];
  // As often few as many: a count is spread over its orders of magnitude.
  if (isCount(values)) return Math.floor(values.most ** random()) - below(random, 2);
  const names = Object.keys(values);
  return names[below(random, names.length)] as string;
}

function isCount(values: Count | Choices): values is Count {
  return typeof values.most === "number";
}

export function randomRecipe(random: Random): Recipe {
  return Object.fromEntries(NAMES_OF_GENES.map((gene) => [gene, choiceOf(gene, random)])) as Recipe;
}

/**
 * The recipe with one or two other choices; a count grows or shrinks as often as it is chosen anew.
 */
export function mutated(recipe: Recipe, random: Random): Recipe {
  const changes = arrayOf(1 + below(random, 2), () => {
    const gene = NAMES_OF_GENES[below(random, NAMES_OF_GENES.length)] as Gene;
    const now = recipe[gene];
    const isNudged = typeof now === "number" && random() < 0.5;
    return [gene, isNudged ? Math.ceil(now * (0.5 + random())) : choiceOf(gene, random)];
  });
  return { ...recipe, ...Object.fromEntries(changes) };
}

/**
 * The candidate of a recipe, with fewer records and unknown properties if it would exceed a
 * request.
 */
export function prepared(recipe: Recipe, limit = LIMIT): Record<string, unknown> {
  const gene = (name: Gene): Loose => (GENES[name] as Choices)[recipe[name]];
  const fields = arrayOf(Number(recipe.fieldCount), (at) => ({
    name: gene("fieldName")(at),
    type: gene("fieldType")(at),
    description: gene("fieldText"),
  }));
  const record = (row: number) => {
    const entries = fields.map(({ name }, at) => [
      gene("recordKeys")(name, at, row),
      gene("recordValue")(row + at),
    ]);
    const extra = arrayOf(Number(recipe.extraKeys), (at) => [`k${at}`, at]);
    return Object.fromEntries([...entries.filter(([key]) => key !== undefined), ...extra]);
  };
  const unknown = (at: number) => {
    const value = gene("unknownValue");
    return [gene("unknownName")(at), typeof value === "function" ? value(at) : value];
  };
  const build = (share: number) => {
    const candidate = {
      owner: gene("owner"),
      generatorId: gene("generatorId"),
      generatorName: gene("text").slice(0, 400),
      description: gene("text"),
      outputFields: fields,
      supportedStrategies: gene("strategies"),
      sampleRecords: arrayOf(Math.floor(Number(recipe.recordCount) * share), record),
      rationaleNotes: gene("text"),
      ...Object.fromEntries(arrayOf(Math.floor(Number(recipe.unknownCount) * share), unknown)),
    };
    return JSON.parse(JSON.stringify(gene("shape")(candidate)));
  };
  // Sized by a late record, whose numbers have more digits; strings of JSON take more, so that it
  // may shrink again.
  const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? "");
  const wanted =
    Number(recipe.recordCount) * sizeOf(record(9_999)) +
    Number(recipe.unknownCount) * sizeOf(unknown(9_999));
  let share = Math.min(1, (limit - requestSize(build(0))) / wanted);
  for (; share > 0.001; share *= 0.8) {
    const candidate = build(share);
    if (requestSize(candidate) <= limit) return candidate;
  }
  return {};
}

export function requestSize(candidate: object): number {
  const request = { targetProduct: "sample-studio", domainId: "generator-option", candidate };
  return Buffer.byteLength(JSON.stringify(request));
}
