import { typical } from "../candidates/typical.js";
import { evaluate, RegistryIndex } from "../compiled.js";
import { loadV1 } from "../engines/assay.js";
import { bySize } from "./by-size.js";

const FIELDS = [
  ["city", "string"],
  ["quantity", "integer"],
  ["isPaid", "boolean"],
  ["orderedOn", "date"],
];

/** A valid candidate with 1 to 500 records. */
export async function records(options) {
  const spec = await loadV1();
  const registry = RegistryIndex.of([]);
  return bySize(
    [1, 50, 125, 250, 500],
    (size) => {
      const text = JSON.stringify(typical({ records: size, fields: FIELDS }));
      return {
        work: (candidate) => evaluate(spec, candidate, registry),
        inputs: (count) => Array.from({ length: count }, () => JSON.parse(text)),
      };
    },
    options,
  );
}
