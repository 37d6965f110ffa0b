import type { Loose } from "../../support/rules-folder.js";
import { addedRule, type Mistake } from "../defects/defect.js";
import { compare, described, fails } from "./seeded-mistakes.js";

/** A rule with examples on both sides: what passes, and by its place what is violated. */
const sound = (parts: Loose, passing: readonly object[], violated: Readonly<Record<string, readonly object[]>>) =>
  addedRule({
    // Examples of other rules may well break it.
    severity: "warning",
    ...parts,
    examples: [
      { title: "the base passes" },
      ...passing.map((set, at) => ({ title: `passes, number ${at}`, set })),
      ...Object.entries(violated).flatMap(([place, sets]) =>
        sets.map((set, at) => fails(set, place, { title: `fails at ${place}, number ${at}` })),
      ),
    ],
  });

const MAX = "/columns/2/max";

const HISTORY = ["2025-11-02", "2025-12-01"].map((on) => ({ on, change: `On ${on}.` }));

/** Rules that are right, however unusual. */
export const SOUND_RULES: Readonly<Record<string, Mistake>> = {
  "neighbours in an array that is sorted, whose order another rule demands": sound(
    {
      severity: "error",
      check: { at: "/history/*/change", "none-of": { previous: "/change" } },
    },
    [],
    { "/history/1/change": [{ "/history": HISTORY.map((item) => ({ ...item, change: "Same." })) }] },
  ),
  "a limit of zero for chosen items, where the shape has none": sound(
    { check: { at: "/columns/*/max", where: compare("/optional", "equal", true), range: { min: 0 } } },
    [
      { [MAX]: 0, "/columns/2/min": -1, "/columns/2/optional": true },
      { [MAX]: -1, "/columns/2/min": -2 },
    ],
    { [MAX]: [{ [MAX]: -0.5, "/columns/2/min": -1, "/columns/2/optional": true }] },
  ),
  "a fraction between two limits": sound(
    { check: { at: "/columns/*/max", where: compare("/max", "lessThan", 2), range: { above: 0, below: 1 } } },
    [{ [MAX]: 0.5 }, { [MAX]: 2 }],
    { [MAX]: [{ [MAX]: 0, "/columns/2/min": -1 }, { [MAX]: 1 }, { [MAX]: 1.5 }] },
  ),
  "none of what another array has": sound(
    { check: { at: "/tags/*", "none-of": { candidate: "/columns/*/name" } } },
    [],
    { "/tags/0": [{ "/tags": ["total"] }] },
  ),
  "a word that is not the last one": described("^(?!.*\\bend$)[\\s\\S]*$", "end of it", "the end"),
  "an array without one value": sound(
    { when: compare("/tags", "doesNotContain", "shop"), check: { at: "/title", "none-of": ["Shop"] } },
    [{ "/title": "Shop" }, { "/tags": ["a"] }],
    { "/title": [{ "/tags": ["a"], "/title": "Shop" }] },
  ),
  "a condition that says the same of an absent value and of its default": sound(
    {
      severity: "error",
      when: { any: [compare("/tags", "exists", false), compare("/tags", "doesNotContain", "shop")] },
      check: { at: "/title", "none-of": ["Shop"] },
    },
    [{ "/title": "Shop" }, { "/tags": ["a"] }],
    { "/title": [{ "/tags": ["a"], "/title": "Shop" }] },
  ),
  "one item of a kind at most": sound(
    { check: { at: "/columns/*", where: compare("/personal", "equal", false), count: { max: 1 } } },
    [],
    { "/columns": [{ "/columns/0/personal": false }] },
  ),
  "two values of each item as one group": sound(
    { check: { at: ["/columns/*/min", "/columns/*/max"], per: "/columns/*", sum: { max: 10_000_000 } } },
    [{ [MAX]: 10_000_000 }],
    { "/columns/2": [{ [MAX]: 10_000_001 }] },
  ),
  "one group for all, said as such": sound({ check: { at: "/columns/*/description", per: "", unique: true } }, [], {
    "/columns/1/description": [{ "/columns/0/description": "An id.", "/columns/1/description": "An id." }],
  }),
  "an order of what are numbers anyway": sound(
    { check: { at: "/columns/*/min", sorted: "ascending", as: "number" } },
    [],
    { "/columns/2/min": [{ "/columns/0/min": 1 }] },
  ),
  "a sum of fractions": sound({ check: { at: "/columns/*/min", sum: { max: 0.5 } } }, [{ "/columns/2/min": 0.5 }], {
    "/columns": [{ "/columns/2/min": 0.6 }],
  }),
};
