import type { Check } from "../check.js";
import { equal } from "../json.js";
import { parent, valueAt } from "../pointer.js";
import type { Trail } from "../select.js";

export const repeatsCheck: Check = {
  name: "repeats",
  summary:
    "Finds texts that stood earlier in the selection. `first` points at the earlier one; `twin` points at the list item to remove, and is filled only when the whole items are equal.",
  params: {},
  fills: ["first", "twin"],
  compile: () => (evaluation) => {
    const seen = new Map<string, Trail>();
    return {
      basis: "selection",
      judge(value, here) {
        if (typeof value !== "string") return;
        const earlier = seen.get(value);
        if (earlier === undefined) {
          seen.set(value, here.trail.slice());
          return;
        }
        const [first, second] = [here.path(earlier), here.path()];
        here.report({ fills: { first, twin: () => twinOf(evaluation.candidate, first, second) } });
      },
    };
  },
};

/** The nearest list items around both places, where these are equal as a whole. */
function twinOf(candidate: unknown, first: string, second: string): string | undefined {
  const root = { candidate };
  let [a, b] = [first, second];
  while (b !== "" && !Array.isArray(valueAt(root, parent(b)))) [a, b] = [parent(a), parent(b)];
  return b !== "" && equal(valueAt(root, a), valueAt(root, b)) ? b : undefined;
}
