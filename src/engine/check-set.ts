import { toPointer } from "../ground/json/pointer.js";
import { compileVisitor, type Trail, type Visit } from "../ground/json/selector.js";
import type { Check, CheckContext, CheckMaker, CheckSubject, CompiledCheck, Finding } from "./checks/check.js";
import { inRequest, MAX_KEPT } from "./problem.js";

export interface Findings {
  /** In document order; at most `MAX_KEPT`. */
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

/** The checks of a run by their numbers, and the node that they are called with. */
interface Run {
  readonly checks: readonly Check[];
  readonly node: Node;
}

export function createCheckSet(): CheckSet {
  const makers: CheckMaker[] = [];
  /** The numbers of the checks at each selector. */
  const places = new Map<string, number[]>();
  /** Compiled at the first run, when all checks are known. */
  let visitor: ((candidate: unknown, run: Run) => void) | undefined;
  const visit = (subject: CheckSubject, node: Node) => {
    visitor ??= compileVisitor([...places].map(([at, numbers]) => ({ at, visit: compileVisit(numbers) })));
    visitor(subject.candidate, { checks: makers.map((make) => make(subject)), node });
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
      const findings: Findings[] = new Array(makers.length).fill(NO_FINDINGS);
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

/** Calls all checks of one selector at one of its places. */
function compileVisit(numbers: readonly number[]): Visit<Run>["visit"] {
  return (value, trail, item, { checks, node }, previous, parent) => {
    node.value = value;
    node.item = item;
    node.previous = previous;
    node.parent = parent;
    node.trail = trail;
    for (let index = 0; index < numbers.length; index++) {
      node.number = numbers[index] as number;
      (checks[node.number] as Check)(value, node);
    }
  };
}

/** What most checks find: replaced at the first finding. */
const NO_FINDINGS: Findings = Object.freeze({ list: [], total: 0 });
const NO_FILLS = {};
const NOTHING_MORE: Partial<Finding> = {};

/** One object for all nodes and checks of a run: making one for each would take as long as checking. */
abstract class Node implements CheckContext {
  // Set at each place.
  value: unknown;
  item: unknown;
  previous: unknown;
  parent: unknown;
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
    private readonly findings: Findings[],
  ) {
    super(subject);
  }

  get isFull(): boolean {
    return (this.findings[this.number] as Findings).list.length >= MAX_KEPT;
  }

  countFurther(count: number): void {
    this.#own().total += count;
  }

  report(part: Partial<Finding> = NOTHING_MORE): void {
    const found = this.#own();
    found.total++;
    if (found.list.length >= MAX_KEPT) return;
    const { item, previous, parent } = this;
    const { path = this.path(), key, expected, fills = NO_FILLS, around = { item, previous, parent } } = part;
    const actual = "actual" in part ? part.actual : this.value;
    found.list.push({ path, key, actual, expected, fills, around });
  }

  /** The findings of the current check. */
  #own(): Findings {
    let found = this.findings[this.number] as Findings;
    if (found === NO_FINDINGS) {
      found = { list: [], total: 0 };
      this.findings[this.number] = found;
    }
    return found;
  }
}
