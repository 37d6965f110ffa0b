import { format, join, parse } from "../../json/pointer.js";
import { beforeFirstStar, compileGetter, compileSelector, type Trail } from "../../json/selector.js";
import { isObject } from "../../json/value.js";
import type { Predicate } from "../condition.js";
import type { Declaration } from "../declared/declaration.js";
import type { CheckContext, CheckMaker, CompiledCheck, Group, Report } from "./check.js";

/** Compiles a check of all places that the pointers select together inside each node at `place`. */
export function compileGroup(
  pointers: readonly string[],
  place: string,
  isSelected: Predicate | undefined,
  make: CheckMaker<Group>,
): CompiledCheck {
  const depth = parse(place).length;
  const members = pointers.map((pointer) => compileMember(parse(pointer).slice(depth)));
  const maker: CheckMaker = (evaluation) => {
    const check = make(evaluation);
    return (node, context) => {
      if (members.some(({ isPresent }) => isPresent(node)))
        check(new SelectedGroup(members, node, context, isSelected), context);
    };
  };
  return { places: [place], maker };
}

/** The tokens that all pointers share before their first `*`. A pointer without `*` counts without its last token. */
export function sharedBy(pointers: readonly string[]): string[] {
  const [first = [], ...others] = pointers.map((pointer) => {
    const tokens = beforeFirstStar(pointer);
    return parse(pointer).includes("*") ? tokens : tokens.slice(0, -1);
  });
  const length = first.findIndex((token, at) => others.some((other) => other[at] !== token));
  return length === -1 ? first : first.slice(0, length);
}

/** One pointer of a group, compiled. */
interface Member {
  readonly select: ReturnType<typeof compileSelector>;
  /** The number of tokens of the trail that lead to the item; 0 if the item is that of the group. */
  readonly itemDepth: number;
  /** Whether the array or object of the selected places exists. An absent one is left to the shape. */
  isPresent(node: unknown): boolean;
}

function compileMember(tokens: readonly string[]): Member {
  const selector = format(tokens);
  const container = compileGetter(beforeFirstStar(selector));
  const hasStar = tokens.includes("*");
  return {
    select: compileSelector(selector),
    itemDepth: tokens.lastIndexOf("*") + 1,
    isPresent: (node) => (hasStar ? Array.isArray(container(node)) : isObject(node)),
  };
}

interface Place {
  readonly path: string;
  readonly item: { readonly value: unknown; readonly path: string } | undefined;
}

class SelectedGroup implements Group {
  readonly values: unknown[] = [];
  #places: Place[] | undefined;

  constructor(
    private readonly members: readonly Member[],
    private readonly node: unknown,
    private readonly context: CheckContext,
    private readonly isSelected: Predicate | undefined,
  ) {
    this.#visit((value) => this.values.push(value));
  }

  path(at: number): string {
    return this.#place(at).path;
  }

  itemAt(at: number): Place["item"] {
    return this.#place(at).item;
  }

  /** Pointers are made when the first finding asks for one. */
  #place(at: number): Place {
    this.#places ??= this.#allPlaces();
    return this.#places[at] as Place;
  }

  #allPlaces(): Place[] {
    const base = this.context.path();
    const places: Place[] = [];
    this.#visit((_, trail, value, itemDepth) => {
      const item = itemDepth === 0 ? undefined : { value, path: base + format(trail.slice(0, itemDepth)) };
      places.push({ path: base + format(trail), item });
    });
    return places;
  }

  #visit(visit: (value: unknown, trail: Trail, item: unknown, itemDepth: number) => void): void {
    for (const { select, itemDepth } of this.members) {
      select(this.node, (value, trail, item) => {
        const own = itemDepth === 0 ? this.context.item : item;
        if (this.isSelected?.(this.context.evaluation, own) !== false) visit(value, trail, own, itemDepth);
      });
    }
  }
}

/** Compiles a check with one group for each declared name: its values in all records. It reports at the declaration. */
export function perDeclaration(
  records: readonly string[],
  declaration: Declaration,
  isSelected: Predicate | undefined,
  make: CheckMaker<Group>,
): CheckMaker {
  const selects = records.map(compileSelector);
  const havePlaces = records.map(compileIsPresent);
  return (evaluation) => {
    const { candidate } = evaluation;
    const check = make(evaluation);
    return (_, context) => {
      if (!havePlaces.some((isPresent) => isPresent(candidate))) return;
      const { names, items, indexes } = declaration.read(evaluation);
      for (const [at, key] of names.list.entries()) {
        const item = items[at];
        if (isSelected?.(evaluation, item) === false) continue;
        const values: unknown[] = [];
        const paths: string[] = [];
        for (const select of selects) {
          select(candidate, (record, trail) => {
            if (!isObject(record) || !Object.hasOwn(record, key)) return;
            values.push(record[key]);
            paths.push(join(context.path(trail), key));
          });
        }
        const group: Group = { values, path: (index) => paths[index] ?? "", itemAt: () => undefined };
        const place = declaration.path(indexes[at] as number);
        check(group, new DeclaredContext(context, context.trail, key, item, values[0], place));
      }
    };
  };
}

/** Returns a test: whether the array of records exists, even if it is empty. An absent one is left to the shape. */
function compileIsPresent(records: string): (candidate: unknown) => boolean {
  const container = compileGetter(beforeFirstStar(records));
  const isContainer = parse(records).includes("*") ? Array.isArray : isObject;
  return (candidate) => isContainer(container(candidate));
}

/** The context of one declared value, or of all values of a declared name. */
export class DeclaredContext implements CheckContext {
  constructor(
    private readonly outer: CheckContext,
    readonly trail: Trail,
    private readonly key: string,
    readonly item: unknown,
    private readonly actual: unknown,
    /** The pointer to report at, if not that of the trail. */
    private readonly place?: string,
  ) {}

  get evaluation() {
    return this.outer.evaluation;
  }

  path(trail?: Trail): string {
    return trail === undefined && this.place !== undefined ? this.place : this.outer.path(trail ?? this.trail);
  }

  get isFull(): boolean {
    return this.outer.isFull;
  }

  /** Reports at its own place by default. */
  report(report: Report = {}): void {
    const actual = "actual" in report ? report.actual : this.actual;
    this.outer.report(this.isFull ? undefined : { at: this.path(), key: this.key, item: this.item, ...report, actual });
  }
}
