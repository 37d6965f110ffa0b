import type { Declaration } from "../problems/declaration.js";
import type { Check, CheckMaker, StatefulCheck } from "./check.js";

/**
 * A check whose fixes go by the records of declarations: its findings are made anew where these have changed, or
 * where what it needs to know of them has.
 */
export function byRecords(
  maker: CheckMaker,
  declarations: Iterable<Declaration>,
  known: (records: unknown) => unknown = (records) => records,
): CheckMaker {
  const asked = [...declarations].filter(({ source }) => source.records !== undefined);
  if (asked.length === 0) return maker;
  return (evaluation) => {
    const made: Check & Partial<StatefulCheck> = typeof maker === "function" ? maker(evaluation) : maker;
    const bases = asked.map((declaration) => known(declaration.recordsIn(evaluation.candidate)));
    return { basis: [...(made.basis ?? []), ...bases], check: (value, context) => made.check(value, context) };
  };
}
