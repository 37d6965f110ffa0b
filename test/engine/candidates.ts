import fc from "../support/fast-check.js";
import { copy, isObject, type Json, type JsonObject } from "../support/json.js";

/**
 * The registry that all these candidates are meant for. One id has capitals: a kebab-case id can
 * differ by case alone.
 */
export const registryIds = [
  ...["address", "credit-card", "geo-point", "iban", "Legacy-Import"],
  ...["payments", "person", "person-name", "phone-number", "street-address"],
];

// ---- valid candidates ----

const codePoints = (text: string) => [...text].length;
const prose = (max: number) =>
  fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 40 })
    .filter((text) => text.trim() !== "" && codePoints(text.normalize("NFC")) <= max);
const word = fc.stringMatching(/^[a-z][a-z0-9]{0,9}$/);
const instant = fc
  .date({ min: new Date("1970-01-01"), max: new Date("2099-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString());

/**
 * Only what is clearly of its type: where formats may honestly be read in two ways, nothing is
 * generated.
 */
const valuesOf: Record<string, fc.Arbitrary<Json>> = {
  string: fc.string({ unit: "grapheme" }),
  integer: fc.maxSafeInteger(),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }),
  boolean: fc.boolean(),
  date: instant.map((text) => text.slice(0, 10)),
  datetime: fc
    .tuple(instant, fc.constantFrom("Z", "+02:00", "-11:30"))
    .map(([text, zone]) => text.replace("Z", zone)),
  uuid: fc
    .tuple(fc.uuid(), fc.boolean())
    .map(([uuid, upper]) => (upper ? uuid.toUpperCase() : uuid)),
  email: fc.tuple(word, word, word).map(([name, tag, host]) => `${name}+${tag}@${host}.example`),
  url: fc
    .tuple(fc.constantFrom("http", "https"), word, word)
    .map(([scheme, a, b]) => `${scheme}://${a}.example/${b}?q=1`),
  object: fc.dictionary(word, fc.integer(), { maxKeys: 3, noNullPrototype: true }),
  array: fc.array(fc.oneof(fc.integer(), word), { maxLength: 3 }),
};

const fieldName = fc.oneof(
  fc.constantFrom("city", "cities", "postalCode", "created_at", "_", "toString", "hasOwnProperty"),
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/).filter((name) => name !== "__proto__"),
);

const MOST_RECORDS = 6;
/**
 * A field with a column of values, so that records need no `chain` and shrink together with their
 * fields.
 */
const column = fc.oneof(
  ...Object.entries(valuesOf).map(([type, value]) =>
    fc.record({
      field: fc.record({ name: fieldName, type: fc.constant(type), description: prose(1000) }),
      values: fc.array(value, { minLength: MOST_RECORDS, maxLength: MOST_RECORDS }),
    }),
  ),
);

function reordered(object: JsonObject, order: number[]): JsonObject {
  const rank = new Map(Object.keys(object).map((key, i) => [key, order[i % order.length] ?? 0]));
  return Object.fromEntries(
    Object.entries(object).sort(([a], [b]) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0)),
  );
}

export const validCandidate: fc.Arbitrary<JsonObject> = fc
  .record({
    owner: fc.record({ kind: fc.constant("human"), id: prose(128).filter((id) => !/\s/.test(id)) }),
    generatorId: fc
      .stringMatching(/^[a-z][a-z0-9]{2,20}(-[a-z0-9]{1,9}){0,3}$/)
      .filter((id) => !registryIds.includes(id)),
    generatorName: prose(80),
    description: prose(2000),
    columns: fc.uniqueArray(column, {
      minLength: 1,
      maxLength: 8,
      selector: ({ field }) => field.name,
    }),
    recordCount: fc.integer({ min: 1, max: MOST_RECORDS }),
    supportedStrategies: fc.shuffledSubarray(["fast", "realistic"], { minLength: 1 }),
    rationaleNotes: fc.option(fc.oneof(fc.constant(""), prose(4000))),
    order: fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }),
  })
  .map(({ columns, recordCount, rationaleNotes, order, ...rest }) => {
    const record = (i: number): [string, Json][] =>
      columns.map(({ field, values }) => [field.name, values[i] ?? null]);
    const candidate = {
      ...rest,
      outputFields: columns.map(({ field }) => reordered(field, order)),
      sampleRecords: Array.from({ length: recordCount }, (_, i) =>
        reordered(Object.fromEntries(record(i)), order),
      ),
      ...(rationaleNotes === null ? {} : { rationaleNotes }),
    };
    return copy(reordered(candidate, order));
  });

// ---- mutations: each leaves alone what an earlier one has made unrecognizable ----

type Mutation = (candidate: JsonObject) => void;
interface Slot {
  holder: JsonObject;
  key: string;
}

const pick = <T>(list: readonly T[], n: number): T | undefined => list[n % list.length];
const items = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

/**
 * Every member and item below a value. An array is looked at as an object whose keys are its
 * indexes.
 */
function slotsIn(value: Json): Slot[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as JsonObject;
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...slotsIn(holder[key] ?? null)]);
}

const membersOf = (value: Json | undefined): Slot[] =>
  isObject(value) ? Object.keys(value).map((key) => ({ holder: value, key })) : [];
const recordSlots = (candidate: JsonObject) => items(candidate.sampleRecords).flatMap(membersOf);
/**
 * The strings that the spec package speaks of, values of records left out: a typo in a date may
 * still be a date.
 */
const textSlots = (candidate: JsonObject) =>
  [
    ...membersOf(candidate),
    ...membersOf(candidate.owner),
    ...items(candidate.outputFields).flatMap(membersOf),
    ...slotsIn(candidate.supportedStrategies ?? null),
  ].filter(({ holder, key }) => typeof holder[key] === "string");
const keySlots = (candidate: JsonObject) =>
  slotsIn(candidate).filter(({ holder }) => !Array.isArray(holder));
const listSlots = (candidate: JsonObject) =>
  membersOf(candidate).filter(({ holder, key }) => Array.isArray(holder[key]));

function rename({ holder, key }: Slot, newKey: string): void {
  const entries = Object.entries(holder);
  for (const [old] of entries) delete holder[old];
  for (const [old, value] of entries) holder[old === key ? newKey : old] = value;
}

function remove({ holder, key }: Slot): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
}

/** One of the slots, and what to do with it. */
function change<P>(
  slots: (candidate: JsonObject) => Slot[],
  parameter: fc.Arbitrary<P>,
  act: (slot: Slot, parameter: P, value: Json) => void,
): fc.Arbitrary<Mutation> {
  return fc.tuple(fc.nat(999), parameter).map(([n, given]) => (candidate) => {
    const slot = pick(slots(candidate), n);
    if (slot !== undefined) act(slot, given, slot.holder[slot.key] ?? null);
  });
}

const none = fc.constant(undefined);
const set = ({ holder, key }: Slot, value: Json) => {
  holder[key] = value;
};

type Typo = (head: string, tail: string) => string;
const typo = fc.constantFrom<Typo[]>(
  (head, tail) => head + tail.slice(1),
  (head, tail) => `${head}z${tail.slice(1)}`,
  (head, tail) => `${head}e${tail}`,
  (head, tail) => head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2),
  (head, tail) => head + tail.toUpperCase(),
  (head, tail) => head.toLowerCase() + tail.toLowerCase(),
  (head, tail) => `${head}-${tail}`,
  (head, tail) => `${head}_${tail}`,
  (head, tail) => `${head} ${tail}`,
);
/** Up to three typos, since two are the most that any did-you-mean looks past. */
const misspelling = fc.array(fc.tuple(fc.nat(15), typo), { minLength: 1, maxLength: 3 }).map(
  (typos) => (right: string) =>
    typos.reduce((text, [n, make]) => {
      const place = n % (text.length + 1);
      return make(text.slice(0, place), text.slice(place));
    }, right),
);

const oddKeys = [
  "",
  "a/b",
  "~",
  "~1",
  "0",
  "10",
  "-",
  "toString",
  "hasOwnProperty",
  "valueOf",
  "naïve",
  "\u{1f600}",
];
const loneSurrogates = ["\ud800", "\udfff"];
const padding = [" ", "\t", "\r\n", "\u00a0", "\u2003", "\ufeff", "\u3000 ", "\u200b"];
/** Clearly of one type and clearly not of the others. */
const oddValues: Json[] = [
  ...[null, true, false, 0, -1, 1.5, 1e21, "", "1", "1.5", "true", "null", "{}", "[]"],
  ...[[], {}, [[]], ["fast"], { a: 1 }],
  ...["2024-02-29", "2023-02-29", "2023-13-01", "2023-1-1", "tomorrow", 20230101],
  ...[
    "2024-01-01T00:00:00Z",
    "2024-01-01T00:00:00",
    "2024-01-01T25:00:00Z",
    "2023-02-30T10:00:00Z",
  ],
  ...["6BA7B810-9dad-11d1-80b4-00c04fd430c8", "6ba7b8109dad11d180b400c04fd430c8"],
  "urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8",
  ...[
    "a@b.example",
    "nobody",
    "a@",
    "@b.example",
    "a b@c.example",
    `a@${"b".repeat(60)}.example`.padStart(300, "a"),
  ],
  ...[
    "https://a.example/x?y=1#z",
    "ftp://a.example/x",
    "//a.example/x",
    "www.a.example",
    "http://a b.example/",
  ],
  `https://a.example/${"x".repeat(2048)}`,
];
const oddValue = fc.constantFrom(...oddValues).map(copy);

/**
 * One character, in the forms in which counting goes wrong: two UTF-16 units, two code points that
 * NFC makes one.
 */
const units = ["a", "\u{1f600}", "e\u0301", " ", "a "];
const limits = [0, 1, 2, 3, 64, 65, 80, 81, 128, 129, 256, 257, 1000, 1001, 2000, 2001, 4000, 4001];

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  change(slotsIn, none, remove),
  change(slotsIn, oddValue, set),
  change(keySlots, fc.constantFrom(...oddKeys), rename),
  change(keySlots, misspelling, (slot, misspell) => rename(slot, misspell(slot.key))),
  change(keySlots, misspelling, ({ holder, key }, misspell, value) => {
    holder[misspell(key)] = copy(value);
  }),
  change(textSlots, misspelling, (slot, misspell, value) => set(slot, misspell(String(value)))),
  change(textSlots, fc.tuple(fc.constantFrom(...padding), fc.nat(9)), (slot, [pad, n], value) => {
    const text = String(value);
    set(slot, text.slice(0, n) + pad + text.slice(n) + pad);
  }),
  change(textSlots, none, (slot, _, value) => set(slot, `${value}\u00e9\u1ea5`.normalize("NFD"))),
  change(
    textSlots,
    fc.tuple(fc.constantFrom(...units), fc.constantFrom(...limits)),
    (slot, [unit, count]) => set(slot, unit.repeat(count)),
  ),
  change(slotsIn, fc.constantFrom(...loneSurrogates), (slot, half, value) => {
    if (typeof value === "string") set(slot, half + value);
  }),
  change(keySlots, fc.constantFrom(...loneSurrogates), (slot, half) =>
    rename(slot, slot.key + half),
  ),
  change(recordSlots, oddValue, set),
  change(recordSlots, fc.tuple(fieldName, oddValue), ({ holder }, [name, value]) => {
    holder[name] = value;
  }),
  change(slotsIn, fc.nat(9), ({ holder, key }, n, value) => {
    if (Array.isArray(holder)) holder.splice(n % (holder.length + 1), 0, copy(value));
    else holder[key] = [value];
  }),
  change(slotsIn, none, (slot, _, value) => {
    if (typeof value !== "object") set(slot, String(value));
  }),
  change(listSlots, none, (slot, _, value) => set(slot, items(value)[0] ?? null)),
  change(listSlots, fc.constantFrom(0, 1, 2, 16, 17, 64, 65, 500, 501), (slot, count, value) =>
    set(slot, cycled(value, count)),
  ),
  change(keySlots, fc.array(fc.nat(9), { minLength: 1, maxLength: 8 }), ({ holder }, order) => {
    for (const [key, value] of Object.entries(reordered(holder, order))) {
      delete holder[key];
      holder[key] = value;
    }
  }),
  fc
    .tuple(fc.constantFrom(...registryIds), fc.option(misspelling))
    .map(([id, misspell]) => (candidate: JsonObject) => {
      candidate.generatorId = misspell === null ? id : misspell(id);
    }),
);

function cycled(value: Json | undefined, count: number): Json[] {
  const list = items(value);
  return Array.from({ length: count }, (_, i) => pick(list, i) ?? null);
}

/** A mutation that would outgrow a request of 64 KiB, envelope included, is not made. */
const MOST_BYTES = 64_000;

export const mutatedCandidate: fc.Arbitrary<JsonObject> = fc
  .tuple(validCandidate, fc.array(mutation, { minLength: 1, maxLength: 6 }))
  .map(([valid, mutations]) =>
    mutations.reduce((candidate, mutate) => {
      const mutated = copy(candidate);
      mutate(mutated);
      return Buffer.byteLength(JSON.stringify(mutated)) <= MOST_BYTES ? copy(mutated) : candidate;
    }, valid),
  );

// ---- anything at all ----

const knownNames = [
  ...[
    "owner",
    "generatorId",
    "generatorName",
    "description",
    "outputFields",
    "supportedStrategies",
    "sampleRecords",
  ],
  ...["rationaleNotes", "kind", "id", "name", "type"],
];
const anyKey = fc
  .oneof(
    fc.constantFrom(...knownNames, ...oddKeys, ...loneSurrogates, "toString"),
    fc.tuple(fc.constantFrom(...knownNames), misspelling).map(([name, misspell]) => misspell(name)),
    fc.string({ unit: "grapheme", maxLength: 8 }),
  )
  .filter((text) => text !== "__proto__");

const leaf: fc.Arbitrary<Json> = fc.oneof(
  oddValue,
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(...loneSurrogates, "human", "fast", "realistic", ...Object.keys(valuesOf)),
);
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.array(tie("json"), { maxLength: 4 }),
    fc.dictionary(anyKey, tie("json"), { maxKeys: 8, noNullPrototype: true }),
  ),
}));

/** The right names in the right places, each with anything in it or left out. */
const loosely = (members: Record<string, fc.Arbitrary<Json>>): fc.Arbitrary<Json> => {
  const record = fc.record(members, { requiredKeys: [] }) as fc.Arbitrary<JsonObject>;
  return fc.oneof({ weight: 1, arbitrary: json }, { weight: 6, arbitrary: record });
};
const looseCandidate = loosely({
  owner: loosely({ kind: leaf, id: leaf }),
  generatorId: leaf,
  generatorName: leaf,
  description: leaf,
  rationaleNotes: leaf,
  outputFields: fc.array(loosely({ name: anyKey, type: leaf, description: leaf }), {
    maxLength: 6,
  }),
  supportedStrategies: fc.array(leaf, { maxLength: 4 }),
  sampleRecords: fc.array(json, { maxLength: 4 }),
});

export const arbitraryCandidate: fc.Arbitrary<Json> = fc.oneof(looseCandidate, json).map(copy);
