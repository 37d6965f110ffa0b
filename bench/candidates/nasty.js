import { bodyOf } from "./typical.js";

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
const TYPES = ["string", "integer", "number", "boolean", "date", "datetime", "uuid", "email", "url", "object", "array"];
const times = (count, make) => Array.from({ length: count }, (_, at) => make(at));
const bytesOf = (text) => Buffer.byteLength(text);
const deep = (levels) => times(levels, () => 0).reduce((inner) => [inner], 0);

/** The ways in which a candidate can be expensive: the choices of each gene, and what they produce. */
const GENES = {
  unknownCount: [0, 1, 20, 100, 400, 990, 3_000, 8_000],
  unknownName: {
    short: (at) => `k${at.toString(36)}`,
    misspelt: (at) => `${NAMES[at % NAMES.length]}${at}`,
    long: (at) => `${"n".repeat(200)}${at}`,
    escaped: (at) => `~/${at}`,
    numeric: (at) => String(at),
  },
  unknownValue: { number: 0, deep: deep(25), text: "t".repeat(190), list: times(20, (at) => at) },
  fieldCount: [1, 4, 8, 16, 32, 40, 64, 200, 1_000],
  fieldName: {
    short: (at) => `f${at}`,
    long: (at) => `${"f".repeat(58)}${at}`,
    alike: (at) => `field_name_${String.fromCharCode(97 + (at % 26))}${at}`,
    spaced: (at) => `field ${at}`,
    repeated: () => "again",
    pairs: (at) => `f${at >> 1}`,
  },
  fieldType: {
    integer: () => "integer",
    mixed: (at) => TYPES[at % TYPES.length],
    upper: (at) => TYPES[at % TYPES.length].toUpperCase(),
    alias: (at) => ["str", "int", "bool", "timestamp", "uri"][at % 5],
    misspelt: () => "strin",
    unknown: () => "colour",
    email: () => "email",
    array: () => "array",
    number: () => 5,
  },
  fieldText: { short: "d", combining: "e\u0301".repeat(60), blank: " ", missing: undefined },
  recordCount: [0, 1, 5, 20, 30, 50, 100, 250, 500, 2_000, 10_000],
  recordKeys: {
    declared: (name) => name,
    missing: () => undefined,
    upper: (name) => name.toUpperCase(),
    misspelt: (name) => `${name}x`,
    other: (_, at) => `other${at}`,
    half: (name, at) => (at % 2 === 0 ? name : undefined),
  },
  recordValue: {
    digits: (at) => String(at),
    padded: (at) => ` ${at} `,
    number: (at) => at,
    null: () => null,
    text: () => "x",
    list: (at) => [at],
    deep: () => deep(25),
    address: (at) => `${"a.".repeat(60)}a@${"b-".repeat(60)}b.example${at}`,
    date: () => "2026/02/28",
    json: () => "[1]",
    surrogate: () => "\ud800",
  },
  strategies: {
    right: ["fast"],
    typo: ["realstic"],
    repeats: times(16, () => "fast"),
    typos: times(16, () => "Realistic"),
    many: times(2_000, () => "Fast"),
    text: "fast",
  },
  generatorId: {
    free: "quite-free",
    near: "person-nam",
    taken: "person-name",
    spaced: "My New Generator",
    long: "x".repeat(5_000),
  },
  owner: {
    right: { kind: "human", id: "a" },
    upper: { kind: "Human", id: " a " },
    text: "me",
    extra: { kind: "human", ids: "a" },
  },
  text: {
    plain: "plain text",
    combining: "e\u0301".repeat(1_000),
    spaces: ` ${" a".repeat(900)} `,
    tooLong: "z".repeat(9_000),
  },
};

const choicesOf = (gene) => (Array.isArray(GENES[gene]) ? GENES[gene] : Object.keys(GENES[gene]));

export function randomGenome(random) {
  return Object.fromEntries(Object.keys(GENES).map((gene) => [gene, random.pick(choicesOf(gene))]));
}

export function mutated(genome, random) {
  const changes = times(1 + random.below(2), () => random.pick(Object.keys(GENES)));
  return { ...genome, ...Object.fromEntries(changes.map((gene) => [gene, random.pick(choicesOf(gene))])) };
}

/** The candidate that a genome describes, with fewer records and unknown properties if it would exceed a request. */
export function express(genome) {
  const gene = (name) => GENES[name][genome[name]];
  const fields = times(genome.fieldCount, (at) => ({
    name: gene("fieldName")(at),
    type: gene("fieldType")(at),
    description: gene("fieldText"),
  }));
  const record = (row) => {
    const entries = fields.map(({ name }, at) => [gene("recordKeys")(name, at), gene("recordValue")(row + at)]);
    return Object.fromEntries(entries.filter(([key]) => key !== undefined));
  };
  const unknown = (at) => [gene("unknownName")(at), gene("unknownValue")];
  const build = (records, unknowns) => ({
    owner: gene("owner"),
    generatorId: gene("generatorId"),
    generatorName: gene("text").slice(0, 400),
    description: gene("text"),
    outputFields: fields,
    supportedStrategies: gene("strategies"),
    sampleRecords: times(records, record),
    rationaleNotes: gene("text"),
    ...Object.fromEntries(times(unknowns, unknown)),
  });
  const room = LIMIT - bytesOf(bodyOf(build(0, 0)));
  // Sized by a late record, whose numbers have more digits, including the comma or the colon.
  const wanted =
    genome.recordCount * (bytesOf(JSON.stringify(record(9_999))) + 1) +
    genome.unknownCount * bytesOf(JSON.stringify(unknown(9_999)));
  const share = Math.min(1, room / Math.max(1, wanted));
  if (share <= 0) return {};
  return JSON.parse(
    JSON.stringify(build(Math.floor(genome.recordCount * share), Math.floor(genome.unknownCount * share))),
  );
}
