import { Random } from "../random.js";

const WORDS =
  `order customer city amount quantity payment delivery region product category price discount return stock
supplier invoice channel season weekly monthly average regional typical seasonal plausible sample small large first
second northern coastal urban rural retail online`.split(/\s/);

/** Prose of about `length` characters. */
function prose(random, length) {
  let text = "";
  while (text.length < length) text += `${text === "" ? "" : " "}${random.of(WORDS)}`;
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1, length - 1).trim()}.`;
}

const twoDigits = (number) => String(number).padStart(2, "0");
const date = (random) =>
  `20${twoDigits(random.below(30))}-${twoDigits(1 + random.below(12))}-${twoDigits(1 + random.below(28))}`;

/** A value of each field type that is used. */
const VALUES = {
  string: (random) => prose(random, 6 + random.below(24)),
  integer: (random) => random.below(10_000),
  number: (random) => random.below(100_001) / 100,
  boolean: (random) => random.below(2) === 0,
  date,
};

const FIELDS = [
  ["orderNumber", "integer"],
  ["customerName", "string"],
  ["city", "string"],
  ["amount", "number"],
  ["quantity", "integer"],
  ["isPaid", "boolean"],
  ["orderedOn", "date"],
  ["remark", "string"],
];

/** A typical candidate: 8 fields and 5 records of common types. */
export function typical({ seed = 1, records = 5, fields = FIELDS } = {}) {
  const random = new Random(seed);
  return {
    owner: { kind: "human", id: `user_${1000 + random.below(9000)}` },
    generatorId: `${random.of(WORDS)}-${random.of(WORDS)}-${random.below(16 ** 6).toString(16)}`,
    generatorName: "Retail orders",
    description: prose(random, 240),
    outputFields: fields.map(([name, type]) => ({
      name,
      type,
      description: prose(random, 30 + random.below(40)),
    })),
    supportedStrategies: ["fast", "realistic"],
    sampleRecords: Array.from({ length: records }, () =>
      Object.fromEntries(fields.map(([name, type]) => [name, VALUES[type](random)])),
    ),
    rationaleNotes: prose(random, 300),
  };
}

/** A candidate with as many records as fit into a request body of `bytes`. */
export function ofSize(bytes) {
  const candidate = typical({ records: 500 });
  while (bodyOf(candidate).length > bytes) candidate.sampleRecords.pop();
  return candidate;
}

/** A candidate with ten typical errors of different kinds. */
export function tenErrors() {
  const candidate = typical();
  const [first, second, third, fourth] = candidate.sampleRecords;
  candidate.owner.id += " ";
  candidate.generatorId = "Retail Orders";
  candidate.supportedStrategies = ["fast", "realstic"];
  candidate.outputFields[1].type = "text";
  candidate.colour = "blue";
  first.quantity = "12";
  delete second.city;
  third.orderedOn = "2026-02-30";
  third.weight = 3;
  fourth.ispaid = fourth.isPaid;
  delete fourth.isPaid;
  return candidate;
}

export function requestOf(candidate) {
  return { targetProduct: "sample-studio", domainId: "generator-option", candidate };
}

export function bodyOf(candidate) {
  return JSON.stringify(requestOf(candidate));
}
