import { typical } from "../candidates/typical.js";
import { compileSpec, evaluate, RegistryIndex, V1 } from "../compiled.js";
import { measureMicros, median } from "../measure.js";
import { Random } from "../random.js";

const NO_IDS = RegistryIndex.of([]);
const FIELDS = [
  ["city", "string"],
  ["quantity", "integer"],
  ["isPaid", "boolean"],
  ["orderedOn", "date"],
];
const SYLLABLES = [..."bdklmnrs"].flatMap((consonant) =>
  [..."aeio"].map((vowel) => consonant + vowel),
);

/** Measures the microseconds of a verdict at several sizes of what `setUp` makes. */
async function measureSizes(sizes, setUp, quick) {
  const contenders = sizes.map((size) => {
    const { spec = V1, registry = NO_IDS, candidates = [typical()] } = setUp(size);
    const texts = candidates.map((candidate) => JSON.stringify(candidate));
    return {
      name: size,
      work: (candidate) => evaluate(spec, candidate, registry),
      inputs: (count) =>
        Array.from({ length: count }, (_, at) => JSON.parse(texts[at % texts.length])),
    };
  });
  const timings = await measureMicros(contenders, { quick, rounds: 21, warmUpMicros: 400_000 });
  return sizes.map((size) => ({ size, micros: median(timings.get(size)) }));
}

/** A valid candidate with 1 to 500 records. */
export function records({ quick }) {
  const setUp = (size) => ({ candidates: [typical({ records: size, fields: FIELDS })] });
  return measureSizes([1, 50, 125, 250, 500], setUp, quick);
}

/** A typical candidate with a new id each time, against registries of 100 to 1,000,000 ids. */
export function registry({ quick }) {
  const sizes = quick ? [100, 10_000, 100_000] : [100, 1_000, 10_000, 100_000, 1_000_000];
  const candidates = Array.from({ length: 200 }, (_, seed) => typical({ seed }));
  return measureSizes(
    sizes,
    (size) => ({ candidates, registry: RegistryIndex.of(makeIds(size)) }),
    quick,
  );
}

/** Distinct, realistic ids. */
export function makeIds(count) {
  const random = new Random(count);
  const word = () =>
    Array.from({ length: 2 + random.below(3) }, () => random.of(SYLLABLES)).join("");
  return Array.from({ length: count }, (_, at) => `${word()}-${word()}-${at.toString(36)}`);
}

/** A typical candidate with 10 to 300 rules: those of v1, and others whose condition rarely holds. */
export function rules({ quick }) {
  const more = Array.from({ length: 300 }, (_, at) => {
    const when = { path: "/generatorName", operator: "equal", value: `forbidden ${at}` };
    const check = { at: "/generatorName", "none-of": [when.value] };
    const words = {
      severity: "error",
      summary: "-",
      rationale: "-",
      message: "violated",
      examples: [],
    };
    return [`synthetic-${at}`, { ...words, when, check }];
  });
  const all = [...Object.entries(V1.source.rules), ...more];
  const setUp = (size) => ({
    spec: compileSpec({ ...V1.source, rules: Object.fromEntries(all.slice(0, size)) }),
  });
  return measureSizes([10, 30, 100, 300], setUp, quick);
}
