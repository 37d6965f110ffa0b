import { childOf, toPointer, toTokens } from "../ground/json/pointer.js";
import {
  compileSelector,
  compileVisitor,
  isEach,
  overlaps,
  type Trail,
  type Visit,
} from "../ground/json/selector.js";
import { MAX_KEPT } from "./bounds.js";
import type { Check, CheckContext, CheckMaker, CompiledCheck, Finding } from "./checks/check.js";
import type { CheckSubject } from "./memo.js";
import { inRequest, NOTHING, withFurther } from "./violation.js";

/** All checks of a package. A check at one place is known by its number. */
export interface CheckSet {
  /** Returns the numbers of the checks, one for each of their places. */
  add(checks: readonly CompiledCheck[]): number[];
  /**
   * Runs each check once. Returns what each has found, in document order, by its number; at most
   * `MAX_KEPT`.
   */
  run(subject: CheckSubject): (readonly Finding[])[];
  /**
   * What one check finds where it looks at a path, or everywhere if no single node of it contains
   * the path.
   */
  findNear(number: number, path: string, subject: CheckSubject): readonly Finding[];
}

/** The checks of a run by their numbers, and the node that they are called with. */
interface Run {
  readonly checks: readonly Check[];
  readonly node: Node;
}

export function createCheckSet(): CheckSet {
  const makers: CheckMaker[] = [];
  const selectors: string[] = [];
  /** The numbers of the checks at each selector. */
  const places = new Map<string, number[]>();
  /** Compiled at the first run, when all checks are known. */
  let visitor: ((candidate: unknown, run: Run) => void) | undefined;
  const visit = (subject: CheckSubject, node: Node) => {
    visitor ??= compileVisitor(
      [...places].map(([at, numbers]) => ({ at, visit: compileVisit(numbers) })),
    );
    visitor(subject.candidate, { checks: makers.map((make) => make(subject)), node });
  };
  return {
    add: (checks) =>
      checks.flatMap((check) =>
        check.places.map((at) => {
          const number = makers.push(check.maker) - 1;
          selectors.push(at);
          places.set(at, [...(places.get(at) ?? []), number]);
          return number;
        }),
      ),
    run(subject) {
      const findings: Finding[][] = new Array(makers.length).fill(NOTHING);
      visit(subject, new Node(subject, findings));
      return findings;
    },
    findNear(number, path, subject) {
      const findings: Finding[][] = [];
      findings[number] = [];
      const node = new Node(subject, findings);
      node.number = number;
      const check = (makers[number] as CheckMaker)(subject);
      const at = selectors[number] as string;
      const visitNode: Visit<undefined>["visit"] = (value, trail, item, _, previous, parent) => {
        Object.assign(node, { value, trail, item, previous, parent });
        check(value, node);
      };
      visitOne(at, toTokens(path).slice(1), subject.candidate, visitNode);
      return findings[number] as Finding[];
    },
  };
}

/**
 * Visits the node on the way to a place that a selector selects; all its nodes if it selects none
 * on the way.
 */
function visitOne(
  at: string,
  place: readonly string[],
  root: unknown,
  visit: Visit<undefined>["visit"],
): void {
  const steps = toTokens(at);
  if (place.length < steps.length || !overlaps(steps, place)) {
    compileSelector(at)(root, (value, trail, item, previous, parent) =>
      visit(value, trail, item, undefined, previous, parent),
    );
    return;
  }
  let [value, item, previous, parent]: unknown[] = [root, root];
  for (const [depth, step] of steps.entries()) {
    const token = place[depth] as string;
    if (isEach(step)) {
      parent = item;
      previous = Array.isArray(value) ? value[Number(token) - 1] : undefined;
    }
    value = childOf(value, token);
    if (isEach(step)) item = value;
  }
  if (value !== undefined)
    visit(value, place.slice(0, steps.length), item, undefined, previous, parent);
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

const NO_FILLS = {};
const NOTHING_MORE: Partial<Finding> = {};

/**
 * One object for all nodes and checks of a run: making one for each would take as long as checking.
 */
class Node implements CheckContext {
  // Set at each place.
  value: unknown;
  item: unknown;
  previous: unknown;
  parent: unknown;
  trail: Trail = [];
  /** The number of the current check. */
  number = 0;

  constructor(
    readonly subject: CheckSubject,
    private readonly findings: Finding[][],
  ) {}

  path(): string {
    return inRequest(toPointer(this.trail));
  }

  get isFull(): boolean {
    return (this.findings[this.number] as Finding[]).length >= MAX_KEPT;
  }

  countFurther(count: number): void {
    const found = this.findings[this.number] as Finding[];
    withFurther(found, count + (found.at(-1)?.further ?? 0));
  }

  report(part: Partial<Finding> = NOTHING_MORE): void {
    if (this.isFull) {
      this.countFurther(1);
      return;
    }
    const { item, previous, parent } = this;
    const {
      path = this.path(),
      key,
      expected,
      fills = NO_FILLS,
      around = { item, previous, parent },
    } = part;
    const actual = "actual" in part ? part.actual : this.value;
    const finding: Finding = { path, key, actual, expected, fills, around };
    // Most checks find nothing, and share an empty list.
    if (this.findings[this.number]?.length === 0) this.findings[this.number] = [finding];
    else this.findings[this.number]?.push(finding);
  }
}
