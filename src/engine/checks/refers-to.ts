import { groupBy } from "../../ground/json/group-by.js";
import { toPointer, toTokens } from "../../ground/json/pointer.js";
import { compileSelector, overlaps } from "../../ground/json/selector.js";
import type { JsonObject } from "../../ground/json/value.js";
import { namesThatFit } from "../../ground/text/quote.js";
import type { CheckSubject } from "../memo.js";
import { SpecError } from "../spec-error.js";
import { inRequest } from "../violation.js";
import type { GroupCheckDefinition, PlaceGroup } from "./check.js";

export const refersTo: GroupCheckDefinition = {
  group: true,
  name: "refers-to",
  summary:
    "The values are names of array items, and are used within such items; with `per`, they name items of the same group. With `acyclic`, no item refers to itself, directly or through others; `{cycle}` lists the names on the way. With `earlier`, the named item comes before the one that uses it; `{declaration}` points at its name. A value that names nothing is left to `one-of`.",
  value: {
    type: "object",
    required: ["names", "order"],
    additionalProperties: false,
    properties: {
      names: { description: "The places of the names.", $ref: "#/$defs/candidatePlaces" },
      order: { enum: ["acyclic", "earlier"] },
    },
  },
  types: ["string"],
  placeholders: (value) => [(value as JsonObject).order === "earlier" ? "declaration" : "cycle"],
  unfilled: ["expected"],
  compile({ value }) {
    const { names, order } = value as {
      names: { candidate: string };
      order: "acyclic" | "earlier";
    };
    const selector = names.candidate;
    const tokens = toTokens(selector);
    const depth = tokens.lastIndexOf("*") + 1;
    if (depth === 0)
      throw new SpecError(
        'names must be those of array items; select them with "*"',
        "/refers-to/names/candidate",
      );
    const find = order === "earlier" ? findForwardUses : findCycles;
    const readItems = compileNamedItems(selector, depth);
    return (subject) => {
      /** Read once for all groups. */
      let byGroup: ReadonlyMap<string, NamedItems> | undefined;
      return (group, context) => {
        const place = toTokens(context.path()).slice(1);
        // Names inside the groups belong to their own group. Names elsewhere belong to all groups.
        const isInside = place.length <= tokens.length && overlaps(tokens, place);
        const scope = isInside ? place : [];
        byGroup ??= readItems(subject, scope.length);
        const items = byGroup.get(toPointer(scope));
        if (items === undefined) return;
        for (const { at, fills } of find(findUses(group, items, depth), items))
          context.report({ path: group.path(at), actual: group.values[at], fills });
      };
    };
  },
};

/**
 * The array items that have names, in document order. If a name is repeated, it means the first
 * item.
 */
class NamedItems {
  readonly names: string[] = [];
  readonly paths: string[] = [];
  readonly byName = new Map<string, number>();
  readonly byPlace = new Map<string, number>();
}

/** A place where one item names another. */
interface Use {
  /** The index of the place in the group. */
  readonly at: number;
  /** The number of the item that contains the name. */
  readonly by: number;
  /** The number of the item that is named. */
  readonly of: number;
}

interface Misuse {
  readonly at: number;
  readonly fills: { cycle: string[] } | { declaration: string };
}

/**
 * Returns a function that reads the named items of each group. The pointer of a group has
 * `scopeLength` tokens.
 */
function compileNamedItems(selector: string, depth: number) {
  const select = compileSelector(selector);
  return ({ candidate }: CheckSubject, scopeLength: number): ReadonlyMap<string, NamedItems> => {
    const byGroup = new Map<string, NamedItems>();
    select(candidate, (name, trail) => {
      if (typeof name !== "string") return;
      const scope = toPointer(trail.slice(0, scopeLength));
      const items = byGroup.get(scope) ?? new NamedItems();
      byGroup.set(scope, items);
      const number = items.names.push(name) - 1;
      items.paths.push(inRequest(toPointer(trail)));
      items.byPlace.set(toPointer(trail.slice(0, depth)), number);
      if (!items.byName.has(name)) items.byName.set(name, number);
    });
    return byGroup;
  };
}

function findUses(group: PlaceGroup, { byName, byPlace }: NamedItems, depth: number): Use[] {
  return group.values.flatMap((value, index) => {
    const of = typeof value === "string" ? byName.get(value) : undefined;
    if (of === undefined) return [];
    const by = byPlace.get(toPointer(toTokens(group.path(index)).slice(1, depth + 1)));
    return by === undefined ? [] : [{ at: index, by, of }];
  });
}

/** The uses of items that come later. */
function findForwardUses(uses: readonly Use[], { paths }: NamedItems): Misuse[] {
  return uses
    .filter(({ by, of }) => of >= by)
    .map(({ at, of }) => ({ at, fills: { declaration: paths[of] as string } }));
}

/**
 * The uses that close a cycle, in document order. The depth-first search keeps a stack of its own,
 * because a chain of references can be longer than the call stack.
 */
function findCycles(uses: readonly Use[], { names }: NamedItems): Misuse[] {
  const usesBy = groupBy(uses, ({ by }) => by);
  const misuses: Misuse[] = [];
  /**
   * The index of an item on the current path; `DONE` after everything that it leads to was visited.
   */
  const places = new Map<number, number>();
  for (const start of usesBy.keys()) {
    if (places.has(start)) continue;
    const way = [{ item: start, next: 0 }];
    places.set(start, 0);
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const use = usesBy.get(top.item)?.[top.next++];
      const place = use === undefined ? undefined : places.get(use.of);
      if (use === undefined) {
        places.set(top.item, DONE);
        way.pop();
      } else if (place === undefined) {
        places.set(use.of, way.push({ item: use.of, next: 0 }) - 1);
      } else if (place !== DONE) {
        const shown = way.slice(place, place + MAX_SHOWN).map(({ item }) => names[item] as string);
        const more = way.length - place > MAX_SHOWN ? ["…"] : [];
        misuses.push({
          at: use.at,
          fills: { cycle: namesThatFit([...shown, ...more, names[use.of] as string]) },
        });
      }
    }
  }
  return misuses.toSorted((one, other) => one.at - other.at);
}

const DONE = -1;
/** The number of names of a cycle that a message lists. */
const MAX_SHOWN = 20;
