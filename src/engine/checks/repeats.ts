import { DistinctStrings } from "../../json/distinct-strings.js";
import { parent, valueAt } from "../../json/pointer.js";
import type { Trail } from "../../json/selector.js";
import { equal } from "../../json/value.js";
import type { Check, Here, KnowingJudge } from "./check.js";

export const repeatsCheck: Check = {
  name: "repeats",
  summary:
    "Finds texts that stood earlier in the selection. `first` points at the earlier one; `twin` points at the list item to remove, and is filled only when the whole items are equal.",
  params: {},
  fills: ["first", "twin"],
  compile: () => (evaluation) => new Repeats(evaluation.candidate),
};

class Repeats implements KnowingJudge {
  readonly basis = "selection";
  readonly #seen = new DistinctStrings();
  readonly #trails: Trail[] = [];

  constructor(private readonly candidate: unknown) {}

  judge(value: unknown, here: Here): void {
    if (typeof value !== "string") return;
    const earlier = this.#seen.indexOf(value);
    if (earlier === -1) {
      this.#seen.push(value);
      this.#trails.push(here.trail.slice());
      return;
    }
    const [first, second] = [here.path(this.#trails[earlier]), here.path()];
    here.report({ fills: { first, twin: () => twinOf(this.candidate, first, second) } });
  }
}

/** The nearest list items around both places, where these are equal as a whole. */
function twinOf(candidate: unknown, first: string, second: string): string | undefined {
  const root = { candidate };
  let [a, b] = [first, second];
  while (b !== "" && !Array.isArray(valueAt(root, parent(b)))) [a, b] = [parent(a), parent(b)];
  return b !== "" && equal(valueAt(root, a), valueAt(root, b)) ? b : undefined;
}
