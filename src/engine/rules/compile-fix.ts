import { withPaths } from "../../json/patch.js";
import type { JsonObject } from "../../json/value.js";
import { compileCondition } from "../condition.js";
import type { Declaration } from "../declared/declaration.js";
import type { Agreement } from "../fixers/derived-value.js";
import type { FixSource } from "../grammar.js";
import { type Applicability, type Fix, titleOf } from "../problem.js";
import { compileChange } from "./change.js";
import { compileMessage, placeholdersIn, type Values } from "./template.js";

/** A fix that touches more places is no fix that anyone would read, and a hundred of them would make a huge answer. */
const MAX_PATCH_LENGTH = 50;

export interface CompiledFix {
  /** The most that it claims. */
  readonly applicability: Applicability;
  /**
   * The fixes for a finding: one for each meaning of a placeholder; none where it does not apply or one has no value.
   * Undefined where they are not of the kind that is asked for.
   */
  make(values: Values, candidate: unknown, item: unknown, only?: Applicability): Fix[] | undefined;
}

interface FixEnvironment {
  readonly data: JsonObject;
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly agreeing: Agreement;
}

/** Throws a `SpecError` with a pointer into the fix. */
export function compileFix(source: FixSource, { data, declarations, agreeing }: FixEnvironment): CompiledFix {
  const { title, applicability, when, ...changes } = source;
  const needed = placeholdersIn([title, changes]);
  const holds = when === undefined ? undefined : compileCondition(when, data, "candidate", "/when");
  const inTitle = compileMessage(title);
  const change = compileChange(changes, declarations, MAX_PATCH_LENGTH);
  const make = (values: Values, candidate: unknown, claim: Applicability): Fix | undefined => {
    const patch = change(candidate, values);
    if (patch === undefined || patch.length === 0 || patch.length > MAX_PATCH_LENGTH) return undefined;
    // Diagnostics speak of the request, rules of the candidate in it.
    const inRequest = patch.map((operation) => withPaths(operation, (path) => `/candidate${path}`));
    const fix: Fix = { title: () => inTitle(values), applicability: claim, patch: inRequest };
    // A fix that the rule itself decides, and no word of the author, may contradict what the author says elsewhere.
    return applicability === "maybe-incorrect" ? agreeing(fix, candidate) : fix;
  };
  return {
    applicability,
    make(values, candidate, item, only) {
      if (needed.some((name) => values.get(name) === undefined)) return [];
      if (holds !== undefined && !holds(candidate, item)) return [];
      const isSure = needed.every((name) => values.isSure(name));
      const claim = applicability === "machine-applicable" && !isSure ? "maybe-incorrect" : applicability;
      if (only !== undefined && only !== claim) return undefined;
      const fix = make(values, candidate, claim);
      if (fix === undefined) return [];
      if (isSure) return [fix];
      const title = titleOf(fix);
      const others = values.alternatives(needed).map((other) => make(other, candidate, claim));
      return [fix, ...others.filter((other) => other !== undefined && titleOf(other) !== title)] as Fix[];
    },
  };
}
