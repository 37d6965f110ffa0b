import { isWithin, type Operation } from "../../json/patch.js";
import { PlaceMap } from "../../json/place-map.js";
import { isIndex, join, lastToken, parent, parse, valueAt } from "../../json/pointer.js";
import { kindOf } from "../../json/value.js";
import type { CompiledSpec } from "../compile-spec.js";
import type { Problem } from "../problem.js";

/** Tells what a patch uncovers from what it makes wrong itself. */
export type Uncovering = (patch: readonly Operation[], before: unknown) => Opened;

/** What a patch moves, wraps or gives another type. */
export interface Opened {
  /** Whether the patch itself makes this wrong. */
  isNew(problem: Problem): boolean;
  /** Whether one of these is uncovered. */
  hasSome(places: Places): boolean;
}

type Reads = Problem["reads"];

/** Where an operation is, whatever the item. */
interface Place {
  readonly written: string;
  readonly selector: readonly string[];
  /** Whether the type of a declaration stands there. */
  readonly isType: boolean;
}

/** The places of problems, to find those that uncover some of them. */
export class Places {
  /** Sorted, so that what is within a place stands together. */
  readonly #paths: readonly string[];
  readonly reads: ReadonlySet<Reads>;

  constructor(problems: readonly Problem[]) {
    this.#paths = problems.map(({ path }) => path).sort();
    this.reads = new Set(problems.map(({ reads }) => reads));
  }

  hasWithin(place: string): boolean {
    return this.#firstFrom(place) === place || isWithin(this.#firstFrom(`${place}/`) ?? "", place);
  }

  #firstFrom(text: string): string | undefined {
    let [low, high] = [0, this.#paths.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#paths[middle] as string) < text) low = middle + 1;
      else high = middle;
    }
    return this.#paths[low];
  }
}

/**
 * What stands in a property that is moved, wrapped or given another type was wrong before, and so was what a check
 * reports that reads it. It only could not be seen. A value that is respelled in place uncovers nothing: what is
 * wrong with it afterwards is new. The type of a declaration is the exception: values are checked against it
 * elsewhere.
 */
export function compileUncovering({ declarations }: Pick<CompiledSpec, "declarations">): Uncovering {
  const types = [...declarations.values()].flatMap(({ source: { at, type } }) =>
    type === undefined ? [] : [parse(at + type)],
  );
  const whole: Place = { written: "", selector: [], isType: types.length > 0 };
  /** By path: the same operations are looked at alone and together. */
  const places = new Map<string, Place>();
  /** Of a hundred records, one is enough. */
  const bySelector = new Map<string, Place>();
  const placeOf = (path: string): Place => {
    const known = places.get(path);
    if (known !== undefined) return known;
    // The candidate, or all that is around it.
    if (path.lastIndexOf("/") <= 0) return whole;
    const around = placeOf(parent(path));
    const token = lastToken(path);
    const step = isIndex(token) ? "*" : token;
    const written = join(around.written, step);
    const place = bySelector.get(written) ?? newPlace(written, [...around.selector, step]);
    bySelector.set(written, place);
    places.set(path, place);
    return place;
  };
  const newPlace = (written: string, selector: readonly string[]): Place => ({
    written,
    selector,
    isType: types.some((type) => isAt(type, selector)),
  });
  return (patch, before) => {
    const moved = patch.filter((operation) => isMoving(operation, before));
    const typed = patch.filter(({ op, path }) => op !== "remove" && placeOf(path).isType);
    const opened = [...moved, ...typed].map(({ path }) => placeOf(path));
    return new OpenedBy(
      moved.map(({ path }) => path),
      opened.length < 2 ? opened : [...new Set(opened)],
    );
  };
}

/** A class, and what it needs is made when a problem asks: there is one for each of a thousand fixes. */
class OpenedBy implements Opened {
  /** The problems of a rule all read the same. */
  #known: Map<Reads, boolean> | undefined;
  #byPlace: PlaceMap<true> | undefined;

  constructor(
    private readonly moved: readonly string[],
    private readonly places: readonly Place[],
  ) {}

  isNew({ path, reads }: Problem): boolean {
    return !this.#isRead(reads) && !this.#isInMoved(path);
  }

  hasSome(places: Places): boolean {
    for (const reads of places.reads) if (this.#isRead(reads)) return true;
    return this.moved.some((place) => places.hasWithin(place));
  }

  #isRead(reads: Reads): boolean {
    if (this.places.length === 0) return false;
    this.#known ??= new Map();
    const is = this.#known.get(reads) ?? this.places.some(({ selector }) => isReadBy(reads, selector));
    this.#known.set(reads, is);
    return is;
  }

  #isInMoved(path: string): boolean {
    if (this.moved.length < 2) return this.moved.some((place) => isWithin(path, place));
    if (this.#byPlace === undefined) {
      this.#byPlace = new PlaceMap();
      for (const place of this.moved) this.#byPlace.set(place, true);
    }
    return this.#byPlace.valuesAround(path).length > 0;
  }
}

function isMoving(operation: Operation, before: unknown): boolean {
  const { op, path } = operation;
  if (op === "move") return true;
  // A null that is removed was no value before either.
  if (op === "remove") return valueAt(before, path) === null;
  if (typeof operation.value === "object" && operation.value !== null) return true;
  return op === "replace" && kindOf(valueAt(before, path)) !== kindOf(operation.value);
}

/** Whether a check that reads these places looks at a selector. */
export function isReadBy(reads: Reads, selector: readonly string[]): boolean {
  return reads?.some((read) => overlap(read, selector)) === true;
}

/**
 * Whether a place is that of a selector, or around it, or within it. An index is `*` in a place, and no name that the
 * selector has there.
 */
function isAt(selector: readonly string[], place: readonly string[]): boolean {
  const depth = Math.min(selector.length, place.length);
  return selector
    .slice(0, depth)
    .every((token, at) => token === "*" || token === place[at] || (place[at] === "*" && isIndex(token)));
}

/** Whether one is the place of the other, or around it; `*` in either stands for all. */
function overlap(one: readonly string[], other: readonly string[]): boolean {
  const depth = Math.min(one.length, other.length);
  for (let at = 0; at < depth; at++) if (one[at] !== other[at] && one[at] !== "*" && other[at] !== "*") return false;
  return true;
}
