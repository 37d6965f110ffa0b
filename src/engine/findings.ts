import type { Evaluation, Finding, Judge, Report } from "./check.js";
import { CHECKS } from "./checks/index.js";
import type { JsonObject } from "./json.js";
import { format } from "./pointer.js";
import { KEPT } from "./problem.js";
import { compileSelector, type Select, type Trail } from "./select.js";
import { SpecFault } from "./spec-fault.js";

/** The value of one `findings` condition: the selected nodes that fail the check. */
export interface Findings {
  /** In document order; not all where there are very many. */
  readonly list: Finding[];
  total: number;
}

/** All `findings` conditions of a package; a condition is known by its number. */
export interface Finders {
  add(params: JsonObject, data: JsonObject): number;
  run(evaluation: Evaluation): Findings[];
}

const NONE: Findings = Object.freeze({ list: [], total: 0 });
const NO_FILLS = {};

interface Finder {
  readonly number: number;
  start(evaluation: Evaluation): Judge;
}

/** Conditions that look at the same place share one walk through the candidate. */
export function createFinders(): Finders {
  const places = new Map<string, { select: Select; finders: Finder[] }>();
  let size = 0;
  return {
    add({ at, check: name, ...params }, data) {
      const check = CHECKS.get(String(name));
      if (check === undefined)
        throw new SpecFault(`there is no check "${name}"; checks: ${[...CHECKS.keys()].join(", ")}`, "/check");
      const start = check.compile(params, data);
      const place = places.get(String(at)) ?? { select: compileSelector(String(at)), finders: [] };
      places.set(String(at), place);
      place.finders.push({ number: size, start });
      return size++;
    },
    run(evaluation) {
      const findings: Findings[] = new Array(size).fill(NONE);
      for (const { select, finders } of places.values()) look(select, finders, evaluation, findings);
      return findings;
    },
  };
}

function look(select: Select, finders: readonly Finder[], evaluation: Evaluation, findings: Findings[]): void {
  const judges = finders.map((finder) => finder.start(evaluation));
  let value: unknown;
  let trail: Trail = [];
  let number = 0;
  // Made once for all nodes and checks: closures for each of them cost as much as judging.
  const path = (here = trail) => `/candidate${format(here)}`;
  const report = (report: Report = {}) => {
    let found = findings[number] as Findings;
    if (found === NONE) {
      found = { list: [], total: 0 };
      findings[number] = found;
    }
    found.total++;
    if (found.list.length >= KEPT) return;
    found.list.push({
      path: report.at ?? path(),
      actual: "actual" in report ? report.actual : value,
      expected: report.expected,
      fills: report.fills ?? NO_FILLS,
    });
  };
  if (evaluation.settled !== undefined) {
    for (const [at, finder] of finders.entries()) {
      const judge = judges[at] as Judge;
      const clean = judge.basis && evaluation.settled.cleanNodes(finder.number, judge.basis);
      if (clean) judges[at] = skipping(clean, judge, () => (findings[finder.number] as Findings).total);
    }
  }
  select(evaluation.candidate, (node, here) => {
    value = node;
    trail = here;
    for (let at = 0; at < judges.length; at++) {
      number = (finders[at] as Finder).number;
      (judges[at] as Judge)(node, report, path, here);
    }
  });
}

function skipping(clean: WeakSet<object>, judge: Judge, total: () => number): Judge {
  return (node, report, path, trail) => {
    if (typeof node !== "object" || node === null || clean.has(node)) return;
    const before = total();
    judge(node, report, path, trail);
    if (total() === before) clean.add(node);
  };
}
