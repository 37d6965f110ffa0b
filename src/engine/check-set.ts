import { toPointer } from "../ground/json/pointer.js";
import { compileVisitor, type Trail } from "../ground/json/selector.js";
import type { Check, CheckContext, CheckMaker, CheckSubject, CompiledCheck, Finding } from "./checks/check.js";
import { inRequest, MAX_KEPT_PROBLEMS } from "./problem.js";

export interface Findings {
  /** In document order; at most `MAX_KEPT_PROBLEMS`. */
  readonly list: Finding[];
  total: number;
}

/** All checks of a package. A check at one place is known by its number. */
export interface CheckSet {
  /** Returns the numbers of the checks, one for each of their places. */
  add(checks: readonly CompiledCheck[]): number[];
  /** Runs each check once. */
  run(subject: CheckSubject): Findings[];
}

/** Calls checks, found by their numbers, with the nodes of all places. */
type Visitor = (candidate: unknown, checks: readonly Check[], node: VisitedNode) => void;

export function createCheckSet(): CheckSet {
  /** The numbers of the checks of each selector. */
  const places = new Map<string, number[]>();
  const makers: CheckMaker[] = [];
  /** Compiled at the first run, when all checks are known. */
  let visitor: Visitor | undefined;
  return {
    add: (checks) =>
      checks.flatMap((check) =>
        check.places.map((at) => {
          const number = makers.push(check.maker) - 1;
          places.set(at, [...(places.get(at) ?? []), number]);
          return number;
        }),
      ),
    run(subject) {
      const findings: Findings[] = makers.map(() => ({ list: [], total: 0 }));
      const checks = makers.map((make) => make(subject));
      visitor ??= compileVisits(places);
      visitor(subject.candidate, checks, new VisitedNode(subject, findings));
      return findings;
    },
  };
}

function compileVisits(places: ReadonlyMap<string, readonly number[]>): Visitor {
  const visits = [...places].map(([at, numbers]) => ({
    at,
    visit: (value: string, trail: string, item: string) => {
      const calls = numbers.map((number) => `node.number = ${number}; checks[${number}](${value}, node);`);
      return `node.value = ${value}; node.item = ${item}; node.trail = ${trail}; ${calls.join(" ")}`;
    },
  }));
  return compileVisitor(visits, ["checks", "node"]);
}

const NO_FILLS = {};

/** One object for all nodes and checks of a run: making one for each would take as long as checking. */
class VisitedNode implements CheckContext {
  // Set by the generated visitor.
  value: unknown;
  item: unknown;
  trail: Trail = [];
  /** The number of the current check. */
  number = 0;

  constructor(
    readonly subject: CheckSubject,
    private readonly findings: readonly Findings[],
  ) {}

  path(): string {
    return inRequest(toPointer(this.trail));
  }

  get isFull(): boolean {
    return (this.findings[this.number] as Findings).list.length >= MAX_KEPT_PROBLEMS;
  }

  report(part: Partial<Finding> = {}): void {
    const found = this.findings[this.number] as Findings;
    found.total++;
    if (this.isFull) return;
    const { value: actual, item } = this;
    const path = part.path ?? this.path();
    found.list.push({ key: undefined, expected: undefined, fills: NO_FILLS, actual, item, ...part, path });
  }
}
