import { format } from "../../json/pointer.js";
import type { Trail } from "../../json/selector.js";
import type { CheckContext, Evaluation, Finding, Report } from "../checks/check.js";
import { KEPT } from "../problem.js";

/** What one check has found. */
export interface Findings {
  /** In document order; not all where there are very many. */
  readonly list: Finding[];
  total: number;
}

export const NONE: Findings = Object.freeze({ list: [], total: 0 });
const NO_REPORT: Report = {};
const NO_FILLS = {};

/** One for all nodes and checks of a run: to make one for each costs as much as checking. */
export class VisitedNode implements CheckContext {
  // Set by the generated visitor.
  value: unknown;
  item: unknown;
  trail: Trail = [];
  /** Of the check. */
  number = 0;

  constructor(
    readonly evaluation: Evaluation,
    readonly findings: Findings[],
  ) {}

  path(trail = this.trail): string {
    return `/candidate${format(trail)}`;
  }

  get isFull(): boolean {
    return (this.findings[this.number] as Findings).list.length >= KEPT;
  }

  report(report: Report = NO_REPORT): void {
    let found = this.findings[this.number] as Findings;
    if (found === NONE) {
      found = { list: [], total: 0 };
      this.findings[this.number] = found;
    }
    found.total++;
    if (found.list.length >= KEPT) return;
    found.list.push({
      path: report.at ?? this.path(),
      key: report.key,
      actual: "actual" in report ? report.actual : this.value,
      expected: report.expected,
      fills: report.fills ?? NO_FILLS,
      item: "item" in report ? report.item : this.item,
    });
  }
}
