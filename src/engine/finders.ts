import type { Evaluation, Judge, KnowingJudge } from "./check.js";
import { CHECKS } from "./checks/index.js";
import { type Findings, NONE, Node } from "./findings.js";
import type { JsonObject } from "./json.js";
import { parse } from "./pointer.js";
import { compileMembers, compileSelector, type Select } from "./select.js";
import type { Settled } from "./settled.js";
import { SpecFault } from "./spec-fault.js";

/** All `findings` conditions of a package; a condition is known by its number. */
export interface Finders {
  add(params: JsonObject, data: JsonObject): number;
  run(evaluation: Evaluation): Findings[];
  /** Settles what a run has found, for the runs that follow. */
  settle(evaluation: Evaluation, findings: readonly Findings[], settled: Settled): void;
}

/** The conditions that look at the same nodes share one walk through the candidate. */
interface Place {
  readonly at: string;
  readonly select: Select;
  /** The member that all selected nodes are part of. */
  readonly whole: (candidate: unknown) => unknown;
  readonly numbers: number[];
  readonly judges: (Judge | ((evaluation: Evaluation) => KnowingJudge))[];
  /** Whether one of the judges is made for each candidate. */
  knowing: boolean;
}

export function createFinders(): Finders {
  const places: Place[] = [];
  let size = 0;
  return {
    add({ at, check: name, ...params }, data) {
      const check = CHECKS.get(String(name));
      if (check === undefined)
        throw new SpecFault(`there is no check "${name}"; checks: ${[...CHECKS.keys()].join(", ")}`, "/check");
      const judge = check.compile(params, data);
      let place = places.find((known) => known.at === at);
      if (place === undefined) {
        place = placeOf(String(at));
        places.push(place);
      }
      place.numbers.push(size);
      place.judges.push(judge);
      place.knowing ||= typeof judge === "function";
      return size++;
    },
    run(evaluation) {
      const findings: Findings[] = new Array(size).fill(NONE);
      const node = new Node(evaluation.registry, findings);
      for (const place of places) look(place, evaluation, node);
      return findings;
    },
    settle(evaluation, findings, settled) {
      for (const place of places) {
        const found = place.numbers.map((number) => findings[number] as Findings);
        settled.settle(place, place.whole(evaluation.candidate), judgesOf(place, evaluation), found);
      }
    },
  };
}

function placeOf(at: string): Place {
  const tokens = parse(at);
  const star = tokens.indexOf("*");
  const whole = compileMembers(star === -1 ? tokens : tokens.slice(0, star));
  return { at, select: compileSelector(at), whole, numbers: [], judges: [], knowing: false };
}

/** Ready to judge one candidate. */
type ReadyJudge = Judge & Partial<KnowingJudge>;

function look(place: Place, evaluation: Evaluation, node: Node): void {
  const judges = judgesOf(place, evaluation);
  if (evaluation.settled === undefined) walk(place, judges, evaluation.candidate, node);
  else lookAgain(place, judges, evaluation.candidate, evaluation.settled, node);
}

function judgesOf({ judges, knowing }: Place, evaluation: Evaluation): readonly ReadyJudge[] {
  if (!knowing) return judges as ReadyJudge[];
  const ready: ReadyJudge[] = [];
  for (const judge of judges) ready.push(typeof judge === "function" ? judge(evaluation) : judge);
  return ready;
}

function walk({ select, numbers }: Place, judges: readonly Judge[], candidate: unknown, node: Node): void {
  node.judges = judges;
  node.numbers = numbers;
  select(candidate, node.visit);
}

/** Looks only at what is not settled. */
function lookAgain(
  place: Place,
  judges: readonly ReadyJudge[],
  candidate: unknown,
  settled: Settled,
  node: Node,
): void {
  const { numbers } = place;
  const known = settled.findings(place, place.whole(candidate), judges);
  if (known !== undefined) {
    for (let at = 0; at < numbers.length; at++) node.findings[numbers[at] as number] = known[at] as Findings;
    return;
  }
  const unsettled = judges.map((judge, at) => {
    if (typeof judge.basis !== "object") return judge;
    const number = numbers[at] as number;
    const total = () => (node.findings[number] as Findings).total;
    return skipping(settled.cleanNodes(number, judge.basis), judge, total);
  });
  walk(place, unsettled, candidate, node);
}

function skipping(clean: Set<object>, { judge }: Judge, total: () => number): Judge {
  return {
    judge(value, here) {
      if (typeof value !== "object" || value === null) return judge(value, here);
      if (clean.has(value)) return;
      const before = total();
      judge(value, here);
      if (total() === before) clean.add(value);
    },
  };
}
