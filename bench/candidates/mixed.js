import { seeded } from "../random.js";
import { typical, VALUES } from "./typical.js";

const set = (key, value) => (candidate) => {
  candidate[key] = value;
};
const drop = (key) => (candidate) => {
  delete candidate[key];
};
/** Errors that every contender must find; each violates one rule. */
const ERRORS = [
  ...["owner", "generatorId", "generatorName", "description", "outputFields"].map(drop),
  ...["supportedStrategies", "sampleRecords"].map(drop),
  set("owner", "me"),
  set("owner", { kind: "agent", id: "a" }),
  set("owner", { kind: "human", id: "two words" }),
  set("owner", { kind: "human", id: "a", team: "b" }),
  set("generatorId", "ab"),
  set("generatorId", "Not Kebab"),
  set("generatorId", "x".repeat(65)),
  set("generatorId", 7),
  set("generatorName", "   "),
  set("generatorName", "n".repeat(81)),
  set("description", ""),
  set("description", "d".repeat(2001)),
  set("rationaleNotes", "r".repeat(4001)),
  set("rationaleNotes", 1),
  set("outputFields", []),
  set("outputFields", {}),
  set("supportedStrategies", []),
  set("supportedStrategies", "fast"),
  set("supportedStrategies", ["fast", "fast"]),
  set("supportedStrategies", ["slow"]),
  set("sampleRecords", []),
  set("sampleRecords", [null]),
  set("sampleRecords", [[]]),
  set("colour", "blue"),
  (candidate) => candidate.outputFields.push(candidate.outputFields[0]),
  (candidate, random) => {
    random.pick(candidate.outputFields).type = "text";
  },
  (candidate, random) => {
    random.pick(candidate.outputFields).description = " ";
  },
  (candidate, random) => {
    delete random.pick(candidate.outputFields).type;
  },
  (candidate, random) => {
    random.pick(candidate.outputFields).unit = "m";
  },
  (candidate) => {
    const [field] = candidate.outputFields;
    for (const record of candidate.sampleRecords) {
      record["a b"] = record[field.name];
      delete record[field.name];
    }
    field.name = "a b";
  },
  (candidate, random) => {
    random.pick(candidate.sampleRecords).extra = 1;
  },
  (candidate, random) => {
    delete random.pick(candidate.sampleRecords)[random.pick(candidate.outputFields).name];
  },
  (candidate, random) => {
    random.pick(candidate.sampleRecords)[random.pick(candidate.outputFields).name] = null;
  },
  ...Object.entries({
    date: "2026-02-30",
    datetime: "2026-01-01 10:00",
    uuid: "1-2-3",
    email: "nobody",
    url: "example.com",
  }).map(([type, value]) => (candidate) => {
    const field = candidate.outputFields.find((each) => each.type === type);
    if (field === undefined) candidate.outputFields[0].type = type.toUpperCase();
    else candidate.sampleRecords[0][field.name] = value;
  }),
];

/** Valid candidates with all field types, and candidates with each of the errors. */
export function mixedCandidates(takenId, rounds) {
  const random = seeded(7);
  const valid = () => {
    const types = random.shuffled(Object.keys(VALUES)).slice(0, 1 + random.below(11));
    return typical({
      seed: random.below(2 ** 30),
      records: 1 + random.below(6),
      fields: types.map((type, at) => [`f${at}`, type]),
    });
  };
  const errors = [...ERRORS, set("generatorId", takenId)];
  return Array.from({ length: rounds }, () =>
    errors.flatMap((addError) => {
      const invalid = valid();
      addError(invalid, random);
      return [valid(), invalid];
    }),
  ).flat();
}
