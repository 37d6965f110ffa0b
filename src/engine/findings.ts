import type { Evaluation, Finding, Judge, Report } from "./check.js";
import { CHECKS } from "./checks/index.js";
import type { JsonObject } from "./json.js";
import { format } from "./pointer.js";
import { KEPT } from "./problem.js";
import { compileSelector, type Select } from "./select.js";
import { SpecFault } from "./spec-fault.js";

/** The value of one `findings` condition: the selected nodes that fail the check. */
export interface Findings {
  /** In document order; not all where there are very many. */
  readonly list: readonly Finding[];
  readonly total: number;
}

export type Find = (evaluation: Evaluation) => Findings;

const NONE: Findings = { list: [], total: 0 };

export function compileFindings(params: JsonObject, data: JsonObject): Find {
  const { at, check: name, ...rest } = params;
  const check = CHECKS.get(String(name));
  if (check === undefined) throw new SpecFault(`there is no check "${name}"; checks: ${[...CHECKS.keys()].join(", ")}`);
  const select = compileSelector(String(at));
  const start = check.compile(rest, data);
  return (evaluation) => run(select, start(evaluation), evaluation.candidate);
}

function run(select: Select, judge: Judge, candidate: unknown): Findings {
  const list: Finding[] = [];
  let total = 0;
  select(candidate, (value, trail) => {
    const path = () => `/candidate${format(trail)}`;
    const report = (report: Report = {}) => {
      total++;
      if (list.length >= KEPT) return;
      list.push({
        path: report.at ?? path(),
        actual: "actual" in report ? report.actual : value,
        ...(report.expected !== undefined && { expected: report.expected }),
        fills: report.fills ?? {},
      });
    };
    judge(value, report, path);
  });
  return total === 0 ? NONE : { list, total };
}
