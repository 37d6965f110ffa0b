import { typical } from "../candidates/typical.js";
import { evaluate, RegistryIndex } from "../compiled.js";
import { loadV1 } from "../engines/assay.js";
import { seeded } from "../random.js";
import { bySize } from "./by-size.js";

const SYLLABLES =
  "ba be bi bo da de di do ka ke ki ko la le li lo ma me mi mo na ne ni no ra re ri ro sa se si so".split(" ");

/** Distinct, realistic ids. */
export function someIds(count) {
  const random = seeded(count);
  const word = () => Array.from({ length: 2 + random.below(3) }, () => random.pick(SYLLABLES)).join("");
  return Array.from({ length: count }, (_, at) => `${word()}-${word()}-${at.toString(36)}`);
}

/** A typical candidate, with a new id each time, checked against registries of 100 to 1,000,000 ids. */
export async function registry(options) {
  const spec = await loadV1();
  const texts = Array.from({ length: 200 }, (_, seed) => JSON.stringify(typical({ seed })));
  return bySize(
    options.quick ? [100, 10_000, 100_000] : [100, 1_000, 10_000, 100_000, 1_000_000],
    (size) => {
      const index = RegistryIndex.of(someIds(size));
      return {
        work: (candidate) => evaluate(spec, candidate, index),
        inputs: (count) => Array.from({ length: count }, (_, at) => JSON.parse(texts[at % texts.length])),
      };
    },
    options,
  );
}
