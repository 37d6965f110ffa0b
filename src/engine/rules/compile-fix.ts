import { withPaths } from "../../ground/json/patch.js";
import type { Around } from "../../ground/json/selector.js";
import type { JsonObject } from "../../ground/json/value.js";
import { quote } from "../../ground/text/quote.js";
import { MAX_PATCH_LENGTH } from "../bounds.js";
import { compileCondition } from "../condition.js";
import type { Declaration } from "../declared/declaration.js";
import type { FixSource } from "../grammar.js";
import type { Subject } from "../memo.js";
import { type Applicability, type Fix, inRequest } from "../violation.js";
import { compileChange } from "./change.js";
import { compileMessage, findPlaceholders, type Values } from "./template.js";

export interface CompiledFix {
  /** The strongest claim that the fix can make. */
  readonly applicability: Applicability;
  /**
   * The fixes for a finding: one for each meaning of its placeholders; none if a placeholder has no
   * value, or the condition does not hold.
   */
  make(values: Values, subject: Subject, around: Around): Fix[];
}

/** Limit for certain fixes; a rename may touch every record. */
const MAX_CERTAIN_LENGTH = 1_000;

interface FixEnvironment {
  readonly data: JsonObject;
  readonly declarations: ReadonlyMap<string, Declaration>;
}

/** Compiles a fix of a rule. Throws a `SpecError` with a pointer into the fix. */
export function compileFix(source: FixSource, { data, declarations }: FixEnvironment): CompiledFix {
  const { title, applicability, when, ...changes } = source;
  const needed = findPlaceholders([title, changes]);
  const holds = when === undefined ? undefined : compileCondition(when, data, "candidate", "/when");
  const inTitle = compileMessage(title);
  const change = compileChange(changes, declarations);
  const make = (values: Values, subject: Subject, claim: Applicability): Fix | undefined => {
    const patch = change(subject, values);
    const maxLength = claim === "machine-applicable" ? MAX_CERTAIN_LENGTH : MAX_PATCH_LENGTH;
    if (patch === undefined || patch.length === 0 || patch.length > maxLength) return undefined;
    // Pointers of rules are into the candidate, those of diagnostics into the request.
    const moved = patch.map((operation) => withPaths(operation, inRequest));
    const dropped = needed.flatMap((name) => values.dropped(name) ?? []);
    const without = dropped.length === 0 ? "" : `, without ${dropped.map(quote).join(" and ")}`;
    return { title: inTitle(values) + without, applicability: claim, patch: moved };
  };
  return {
    applicability,
    make(values, subject, around) {
      if (needed.some((name) => values.get(name) === undefined)) return [];
      if (holds !== undefined && !holds(subject, around)) return [];
      const isCertain = needed.every((name) => values.isCertain(name));
      const claim =
        applicability === "machine-applicable" && !isCertain ? "maybe-incorrect" : applicability;
      const fix = make(values, subject, claim);
      if (fix === undefined) return [];
      if (isCertain) return [fix];
      const others = values.alternatives(needed).map((other) => make(other, subject, claim));
      return [
        fix,
        ...others.filter((other) => other !== undefined && other.title !== fix.title),
      ] as Fix[];
    },
  };
}
