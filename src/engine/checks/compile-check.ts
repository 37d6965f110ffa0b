import { joinPointer, toPointer, toTokens } from "../../ground/json/pointer.js";
import {
  beforeFirstEach,
  compileGetter,
  compileHasHolder,
  compileSelector,
  isEach,
  type Trail,
} from "../../ground/json/selector.js";
import { isObject, type Json, type JsonObject } from "../../ground/json/value.js";
import { findMaxLength } from "../../schema/schemas-in.js";
import { compileCondition, type Predicate } from "../condition.js";
import { type Declaration, findDeclaration, recordsOf } from "../declared/declaration.js";
import type { CheckSource } from "../grammar.js";
import { SpecError } from "../spec-error.js";
import type {
  CheckContext,
  CheckEnvironment,
  CheckMaker,
  CheckParams,
  CompiledCheck,
  Finding,
  NodeCheckDefinition,
  PlaceGroup,
} from "./check.js";
import { CHECKS, findDefinition } from "./index.js";
import { unknownDeclaration } from "./parameters.js";

/**
 * Compiles the check object of a rule. Throws a `SpecError` with a pointer into the check object.
 */
export function compileCheck(source: CheckSource, environment: CheckEnvironment): CompiledCheck {
  const definition = findDefinition(source);
  if (definition === undefined)
    throw new SpecError(`no check is named; checks: ${[...CHECKS.keys()].join(", ")}`);
  const { at, where, per, [definition.name]: value, ...options } = source;
  const params = { value: value as Json, options: options as JsonObject };
  const pointers = [at].flat();
  const declared = findDeclaration(pointers[0] as string);
  const declaration = declared === undefined ? undefined : environment.declarations.get(declared);
  if (declared !== undefined && declaration === undefined)
    throw unknownDeclaration(declared, [...environment.declarations.keys()], "/at");
  const isSelected = where && compileCondition(where, environment.data, "item", "/where");
  const records = pointers.map(recordsOf);
  if (definition.group === true) {
    const make = definition.compile(params, environment);
    if (declaration !== undefined)
      return { places: [""], maker: perDeclaration(records, declaration, isSelected, make) };
    return compileGroup(pointers, per ?? toPointer(sharedTokens(pointers)), isSelected, make);
  }
  if (declaration === undefined) {
    const maxLength = Math.max(
      ...pointers.map((pointer) => findMaxLength(environment.shape, pointer)),
    );
    const make = definition.compile(params, { ...environment, maxLength });
    return {
      places: pointers,
      maker: isSelected === undefined ? make : filtered(make, isSelected),
    };
  }
  return {
    places: records,
    maker: compileForDeclared(definition, params, environment, declaration, isSelected),
  };
}

/** A check of the items that meet the condition only. */
function filtered(make: CheckMaker, isSelected: Predicate): CheckMaker {
  return (subject) => {
    const check = make(subject);
    return (value, context) => {
      if (isSelected(subject, context)) check(value, context);
    };
  };
}

/** A check of the values that a declaration names in each record. */
function compileForDeclared(
  definition: NodeCheckDefinition,
  params: CheckParams,
  environment: CheckEnvironment,
  declaration: Declaration,
  isSelected: Predicate | undefined,
): CheckMaker {
  if (definition.compileDeclared !== undefined)
    return definition.compileDeclared(declaration, isSelected);
  const make = definition.compile(params, environment);
  return (subject) => {
    const { fields } = declaration.read(subject);
    const check = make(subject);
    return (record, context) => {
      if (!isObject(record)) return;
      for (const { name, item } of fields) {
        if (Object.hasOwn(record, name) && isSelected?.(subject, { item }) !== false)
          check(record[name], new DeclaredContext(context, name, item, record[name]));
      }
    };
  };
}

/** Compiles a check of all places that the pointers select together inside each node at `place`. */
function compileGroup(
  pointers: readonly string[],
  place: string,
  isSelected: Predicate | undefined,
  make: CheckMaker<PlaceGroup>,
): CompiledCheck {
  const depth = toTokens(place).length;
  const members = pointers.map((pointer) => compileMember(toTokens(pointer).slice(depth)));
  const maker: CheckMaker = (subject) => {
    const check = make(subject);
    return (node, context) => {
      if (!members.some(({ isPresent }) => isPresent(node))) return;
      const walk: Walk = (add) => {
        for (const { select, itemDepth, isNested } of members) {
          select(node, (value, visited, itemInside, previous, parentInside) => {
            const item = itemDepth === 0 ? context.item : itemInside;
            if (isSelected === undefined) return add(value, visited, item, itemDepth);
            // Copied first, because the condition may visit the same places.
            const trail = visited.slice();
            // The item of the group is around the outermost items inside.
            const inside = { item, previous, parent: isNested ? parentInside : context.item };
            if (isSelected(subject, itemDepth === 0 ? context : inside))
              add(value, trail, item, itemDepth);
          });
        }
      };
      check(new SelectedGroup(context, walk), context);
    };
  };
  return { places: [place], maker };
}

/**
 * The tokens that all pointers share before their first `*` or `~values`. A pointer without one
 * counts without its last token.
 */
export function sharedTokens(pointers: readonly string[]): string[] {
  const [first = [], ...others] = pointers.map((pointer) => {
    const tokens = beforeFirstEach(pointer);
    return toTokens(pointer).some(isEach) ? tokens : tokens.slice(0, -1);
  });
  const length = first.findIndex((token, index) => others.some((other) => other[index] !== token));
  return length === -1 ? first : first.slice(0, length);
}

/** Compiles one pointer of a group. */
function compileMember(tokens: readonly string[]) {
  const selector = toPointer(tokens);
  return {
    select: compileSelector(selector),
    /**
     * The number of tokens of the trail that lead to the item; 0 if the item is that of the group.
     */
    itemDepth: tokens.findLastIndex(isEach) + 1,
    /** Whether the item is inside another item of the group. */
    isNested: tokens.findIndex(isEach) !== tokens.findLastIndex(isEach),
    /**
     * Whether the array or object of the selected places exists. An absent one is left to the
     * shape.
     */
    isPresent: compileHasHolder(selector) ?? isObject,
  };
}

/** Where a value of a group is. */
interface ValuePlace {
  /** The tokens from the node of the group. */
  readonly trail: Trail;
  readonly item: unknown;
  readonly itemDepth: number;
}

/**
 * Adds each value of a group, in document order. The trail is that of the walk: copy it to keep it.
 */
type Walk = (add: (value: unknown, trail: Trail, item: unknown, itemDepth: number) => void) => void;

/**
 * The values of a group. A second walk finds their places, if one is asked for: most groups have no
 * finding.
 */
class SelectedGroup implements PlaceGroup {
  readonly values: unknown[] = [];
  #places: readonly ValuePlace[] | undefined;
  #base = "";

  constructor(
    private readonly context: CheckContext,
    private readonly walk: Walk,
  ) {
    walk((value) => this.values.push(value));
  }

  path(index: number): string {
    const { trail } = this.#placeOf(index);
    return this.#base + toPointer(trail);
  }

  itemAt(index: number): ReturnType<PlaceGroup["itemAt"]> {
    const { trail, item, itemDepth } = this.#placeOf(index);
    return itemDepth === 0
      ? undefined
      : { value: item, path: this.#base + toPointer(trail.slice(0, itemDepth)) };
  }

  #placeOf(index: number): ValuePlace {
    // Found while the context is still at this node: messages are written later.
    this.#places ??= this.#findPlaces();
    return this.#places[index] as ValuePlace;
  }

  #findPlaces(): ValuePlace[] {
    const places: ValuePlace[] = [];
    this.walk((_, trail, item, itemDepth) =>
      places.push({ trail: trail.slice(), item, itemDepth }),
    );
    this.#base = this.context.path();
    return places;
  }
}

/**
 * Compiles a check with one group for each declared name: its values in all records. It reports at
 * the declaration.
 */
function perDeclaration(
  records: readonly string[],
  declaration: Declaration,
  isSelected: Predicate | undefined,
  make: CheckMaker<PlaceGroup>,
): CheckMaker {
  const selects = records.map(compileSelector);
  const havePlaces = records.map(compileIsPresent);
  return (subject) => {
    const { candidate } = subject;
    const check = make(subject);
    return (_, context) => {
      if (!havePlaces.some((isPresent) => isPresent(candidate))) return;
      for (const field of declaration.read(subject).fields) {
        const { name, item } = field;
        if (isSelected?.(subject, { item }) === false) continue;
        const group = new SelectedGroup(context, (add) => {
          for (const select of selects) {
            select(candidate, (record, trail) => {
              if (isObject(record) && Object.hasOwn(record, name))
                add(record[name], [...trail, name], item, 0);
            });
          }
        });
        check(
          group,
          new DeclaredContext(context, name, item, group.values[0], declaration.path(field)),
        );
      }
    };
  };
}

/**
 * Returns a test: whether the array of records, or the only record, exists. An absent one is left
 * to the shape.
 */
function compileIsPresent(records: string): (candidate: unknown) => boolean {
  const record = compileGetter(toTokens(records));
  return compileHasHolder(records) ?? ((candidate) => isObject(record(candidate)));
}

/** The context of one declared value, or of all values of a declared name. */
class DeclaredContext implements CheckContext {
  readonly previous = undefined;
  readonly parent = undefined;

  constructor(
    private readonly outer: CheckContext,
    private readonly key: string,
    readonly item: unknown,
    private readonly actual: unknown,
    /** The pointer to report at, if not that of the value. */
    private readonly place?: string,
  ) {}

  get subject() {
    return this.outer.subject;
  }

  path(): string {
    return this.place ?? joinPointer(this.outer.path(), this.key);
  }

  get isFull(): boolean {
    return this.outer.isFull;
  }

  countFurther(count: number): void {
    this.outer.countFurther(count);
  }

  /** Reports at its own place by default. */
  report(finding: Partial<Finding> = {}): void {
    const { key, item, actual } = this;
    this.outer.report(
      this.isFull ? undefined : { path: this.path(), key, around: { item }, actual, ...finding },
    );
  }
}
