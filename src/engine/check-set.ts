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
  /** Whether no check finds anything. Stops at the first finding. */
  holds(subject: CheckSubject): boolean;
}

/** Calls checks, found by their numbers, with the nodes of all places. */
type Visitor = (candidate: unknown, checks: readonly Check[], node: Node) => void;

export function createCheckSet(): CheckSet {
  /** The numbers of the checks of each selector. */
  const places = new Map<string, number[]>();
  const makers: CheckMaker[] = [];
  /** Compiled at the first run, when all checks are known. */
  let visitor: Visitor | undefined;
  const visit = (subject: CheckSubject, node: Node) => {
    visitor ??= compileVisits(places);
    visitor(
      subject.candidate,
      makers.map((make) => make(subject)),
      node,
    );
  };
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
      visit(subject, new RecordingNode(subject, findings));
      return findings;
    },
    holds(subject) {
      try {
        visit(subject, new StoppingNode(subject));
        return true;
      } catch (thrown) {
        if (thrown === FOUND) return false;
        throw thrown;
      }
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
abstract class Node implements CheckContext {
  // Set by the generated visitor.
  value: unknown;
  item: unknown;
  trail: Trail = [];
  /** The number of the current check. */
  number = 0;

  constructor(readonly subject: CheckSubject) {}

  abstract readonly isFull: boolean;
  abstract report(part?: Partial<Finding>): void;
  abstract countFurther(count: number): void;

  path(): string {
    return inRequest(toPointer(this.trail));
  }
}

/** Thrown by the first report, because no check looks at what a report returns. */
const FOUND = Symbol("a check has found something");

class StoppingNode extends Node {
  // A report needs no content then, which may take long to find.
  readonly isFull = true;

  report(): never {
    throw FOUND;
  }

  countFurther(): never {
    throw FOUND;
  }
}

class RecordingNode extends Node {
  constructor(
    subject: CheckSubject,
    private readonly findings: readonly Findings[],
  ) {
    super(subject);
  }

  get isFull(): boolean {
    return (this.findings[this.number] as Findings).list.length >= MAX_KEPT_PROBLEMS;
  }

  countFurther(count: number): void {
    (this.findings[this.number] as Findings).total += count;
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
