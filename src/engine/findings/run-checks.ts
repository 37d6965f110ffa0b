import { compileVisitor } from "../../json/compile-visitor.js";
import { beforeFirstStar, compileGetter } from "../../json/selector.js";
import type { Check, CompiledCheck, Evaluation, StatefulCheck } from "../checks/check.js";
import { type Findings, NONE, VisitedNode } from "./findings.js";
import type { ProofCache } from "./proof-cache.js";

/** All checks of a package; a check at one place is known by its number. */
export interface CheckSet {
  /** Returns the numbers of the checks, one for each of their places. */
  add(checks: readonly CompiledCheck[]): number[];
  run(evaluation: Evaluation, cache?: ProofCache): Findings[];
  /** Keeps what a run has found, for the runs that follow. */
  keep(evaluation: Evaluation, findings: readonly Findings[], cache: ProofCache): void;
}

/** The checks of one selector. */
interface Place {
  readonly at: string;
  /** Of its checks. */
  readonly numbers: number[];
  /** The property that all selected nodes are part of. */
  readonly whole: (candidate: unknown) => unknown;
  /** Made when the place is first looked at by itself. */
  visitor?: Visitor;
}

type ReadyCheck = Check & Partial<StatefulCheck>;
/** Lets checks, found by their numbers, look at the nodes of some places. */
type Visitor = (candidate: unknown, checks: readonly Check[], node: VisitedNode) => void;

const NO_BASIS: readonly unknown[] = [];

export function createCheckSet(): CheckSet {
  const places: Place[] = [];
  const makers: CompiledCheck["maker"][] = [];
  const none: Findings[] = [];
  /** Made at the first run, when all checks are known. */
  let visitor: Visitor | undefined;

  /** The checks, ready for one candidate, by their numbers. */
  const ready = (evaluation: Evaluation) => {
    const checks = makers.slice() as ReadyCheck[];
    for (let number = 0; number < makers.length; number++) {
      const maker = makers[number];
      if (typeof maker === "function") checks[number] = maker(evaluation);
    }
    return checks;
  };

  return {
    add: (checks) =>
      checks.flatMap((check) =>
        check.places.map((at) => {
          const number = makers.push(check.maker) - 1;
          none.push(NONE);
          addTo(places, at, number);
          return number;
        }),
      ),
    run(evaluation, cache) {
      const findings = none.slice();
      const node = new VisitedNode(evaluation, findings);
      const { candidate } = evaluation;
      const checks = ready(evaluation);
      if (cache === undefined) {
        visitor ??= compileVisits(places);
        visitor(candidate, checks, node);
      } else {
        for (const place of places) lookAgain(place, checks, candidate, cache, node);
      }
      return findings;
    },
    keep(evaluation, findings, cache) {
      const { candidate } = evaluation;
      const checks = ready(evaluation);
      for (const place of places) {
        const found = place.numbers.map((number) => findings[number] as Findings);
        cache.keep(place, place.whole(candidate), basesOf(place, checks), found);
      }
    },
  };
}

function addTo(places: Place[], at: string, number: number): void {
  const place = places.find((known) => known.at === at);
  if (place === undefined) places.push({ at, numbers: [number], whole: compileGetter(beforeFirstStar(at)) });
  else place.numbers.push(number);
}

function compileVisits(places: readonly Place[]): Visitor {
  const stops = places.map(({ at, numbers }) => ({
    at,
    visit: (value: string, trail: string, item: string) => {
      const calls = numbers.map((number) => `node.number = ${number}; checks[${number}].check(${value}, node);`);
      return `node.value = ${value}; node.item = ${item}; node.trail = ${trail}; ${calls.join(" ")}`;
    },
  }));
  return compileVisitor(stops, ["checks", "node"]);
}

function basesOf({ numbers }: Place, checks: readonly ReadyCheck[]): (readonly unknown[])[] {
  return numbers.map((number) => checks[number]?.basis ?? NO_BASIS);
}

/** Looks only at what may have changed. */
function lookAgain(
  place: Place,
  checks: readonly ReadyCheck[],
  candidate: unknown,
  cache: ProofCache,
  node: VisitedNode,
): void {
  const { numbers } = place;
  const known = cache.findings(place, place.whole(candidate), basesOf(place, checks));
  if (known !== undefined) {
    for (let at = 0; at < numbers.length; at++) node.findings[numbers[at] as number] = known[at] as Findings;
    return;
  }
  const unsettled: Check[] = [];
  for (const number of numbers) {
    const check = checks[number] as ReadyCheck;
    const total = () => (node.findings[number] as Findings).total;
    const [basis, ...more] = check.basis ?? NO_BASIS;
    const isKnownByRecord = typeof basis === "object" && basis !== null && basis !== candidate && more.length === 0;
    unsettled[number] = isKnownByRecord ? skipping(cache.cleanNodes(number, basis), check, total) : check;
  }
  place.visitor ??= compileVisits([place]);
  place.visitor(candidate, unsettled, node);
}

function skipping(clean: Set<object>, check: Check, total: () => number): Check {
  return {
    check(value, context) {
      if (typeof value !== "object" || value === null) return check.check(value, context);
      if (clean.has(value)) return;
      const before = total();
      check.check(value, context);
      if (total() === before) clean.add(value);
    },
  };
}
