import { compileVisitor } from "../../json/compile-visitor.js";
import { parse } from "../../json/pointer.js";
import { compileMembers } from "../../json/selector.js";
import type { JsonObject } from "../../json/value.js";
import type { Evaluation, Judge, KnowingJudge } from "../checks/check.js";
import { CHECKS } from "../checks/index.js";
import { SpecFault } from "../spec-fault.js";
import { type Findings, NONE, Node } from "./findings.js";
import type { Basis, Settled } from "./proof-cache.js";

/** All `findings` conditions of a package; a condition is known by its number. */
export interface Finders {
  add(params: JsonObject, data: JsonObject): number;
  run(evaluation: Evaluation): Findings[];
  /** Settles what a run has found, for the runs that follow. */
  settle(evaluation: Evaluation, findings: readonly Findings[], settled: Settled): void;
}

/** The conditions of one selector. All places are looked at in one walk; again, in proofs, only those not settled. */
interface Place {
  readonly at: string;
  /** Of its conditions. */
  readonly numbers: number[];
  /** The member that all selected nodes are part of. */
  readonly whole: (candidate: unknown) => unknown;
  /** Made when it is first looked at again. */
  walk?: Walk;
}

type Maker = Judge | ((evaluation: Evaluation) => KnowingJudge);
/** Ready to judge one candidate. */
type ReadyJudge = Judge & Partial<KnowingJudge>;
/** Lets judges, found by the numbers of their conditions, judge the nodes of some places. */
type Walk = (candidate: unknown, judges: readonly Judge[], node: Node) => void;

export function createFinders(): Finders {
  const places: Place[] = [];
  const makers: Maker[] = [];
  const none: Findings[] = [];
  /** Made at the first run, when all conditions are known. */
  let walk: Walk | undefined;
  const ready = (evaluation: Evaluation) => {
    const judges = makers.slice() as ReadyJudge[];
    for (let number = 0; number < makers.length; number++) {
      const maker = makers[number];
      if (typeof maker === "function") judges[number] = maker(evaluation);
    }
    return judges;
  };
  return {
    add({ at, check: name, ...params }, data) {
      const check = CHECKS.get(String(name));
      if (check === undefined)
        throw new SpecFault(`there is no check "${name}"; checks: ${[...CHECKS.keys()].join(", ")}`, "/check");
      const number = makers.push(check.compile(params, data)) - 1;
      none.push(NONE);
      const place = places.find((known) => known.at === at);
      if (place === undefined) places.push(placeOf(String(at), number));
      else place.numbers.push(number);
      return number;
    },
    run(evaluation) {
      const findings = none.slice();
      const node = new Node(evaluation.registry, findings);
      const judges = ready(evaluation);
      const { candidate, settled } = evaluation;
      if (settled === undefined) {
        walk ??= compileLook(places);
        walk(candidate, judges, node);
      } else {
        for (const place of places) lookAgain(place, judges, candidate, settled, node);
      }
      return findings;
    },
    settle(evaluation, findings, settled) {
      const judges = ready(evaluation);
      for (const place of places) {
        const found = place.numbers.map((number) => findings[number] as Findings);
        settled.settle(place, place.whole(evaluation.candidate), basesOf(place, judges), found);
      }
    },
  };
}

function placeOf(at: string, number: number): Place {
  const tokens = parse(at);
  const star = tokens.indexOf("*");
  return { at, numbers: [number], whole: compileMembers(star === -1 ? tokens : tokens.slice(0, star)) };
}

function compileLook(places: readonly Place[]): Walk {
  const stops = places.map(({ at, numbers }) => ({
    at,
    visit: (value: string, trail: string) => {
      const judging = numbers.map((number) => `node.number = ${number}; judges[${number}].judge(${value}, node);`);
      return `node.value = ${value}; node.trail = ${trail}; ${judging.join(" ")}`;
    },
  }));
  return compileVisitor(stops, ["judges", "node"]);
}

function basesOf({ numbers }: Place, judges: readonly ReadyJudge[]): Basis[] {
  return numbers.map((number) => judges[number]?.basis);
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
  const known = settled.findings(place, place.whole(candidate), basesOf(place, judges));
  if (known !== undefined) {
    for (let at = 0; at < numbers.length; at++) node.findings[numbers[at] as number] = known[at] as Findings;
    return;
  }
  const unsettled: Judge[] = [];
  for (const number of numbers) {
    const judge = judges[number] as ReadyJudge;
    const total = () => (node.findings[number] as Findings).total;
    unsettled[number] =
      typeof judge.basis === "object" ? skipping(settled.cleanNodes(number, judge.basis), judge, total) : judge;
  }
  place.walk ??= compileLook([place]);
  place.walk(candidate, unsettled, node);
}

function skipping(clean: Set<object>, judge: Judge, total: () => number): Judge {
  return {
    judge(value, here) {
      if (typeof value !== "object" || value === null) return judge.judge(value, here);
      if (clean.has(value)) return;
      const before = total();
      judge.judge(value, here);
      if (total() === before) clean.add(value);
    },
  };
}
