import type { Json, JsonObject } from "../support/json.js";
import { type Change, changed, stepsOf } from "./change.js";
import type { Case } from "./slip.js";

export interface Combination {
  readonly titles: readonly string[];
  readonly sent: JsonObject;
  readonly meant: Json;
  /** The candidate with each slip alone, and all others as they were meant. */
  readonly apart: readonly JsonObject[];
}

const MOST_TRIES = 200;

/**
 * Some slips at different places of one candidate, chosen at random: one class is as likely as
 * another.
 */
export function combine(
  cases: readonly Case[],
  { base, size, count, seed = 0 }: { base: JsonObject; size: number; count: number; seed?: number },
): Combination[] {
  const random = seeded(seed + size);
  const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T;
  const places = new Map(cases.map((one) => [one, placesOf(one)]));
  const areApart = (one: Case, other: Case) =>
    !places
      .get(one)
      ?.some((place) => places.get(other)?.some((another) => overlap(place, another)));
  const classes = [...new Set(cases.map(({ className }) => className))].map((name) =>
    cases.filter(({ className }) => className === name),
  );
  const apartFrom = new Map(
    cases.map((one) => [one, new Set(cases.filter((other) => areApart(one, other)))]),
  );
  const found = new Map<string, Combination>();
  for (let tries = 0; found.size < count && tries < count * MOST_TRIES; tries++) {
    const chosen: Case[] = [];
    for (let left = classes; chosen.length < size && left.length > 0; ) {
      const one = pick(pick(left));
      chosen.push(one);
      left = left
        .map((all) => all.filter((other) => apartFrom.get(one)?.has(other)))
        .filter(({ length }) => length > 0);
    }
    if (chosen.length < size) continue;
    const titles = chosen.map(({ className, title }) => `${className}: ${title}`).toSorted();
    // Of a few slips, most tries find the same combinations again.
    if (found.has(titles.join("\n"))) continue;
    found.set(titles.join("\n"), {
      titles,
      sent: changed(base, chosen) as JsonObject,
      meant: changed(
        base,
        chosen.flatMap(({ fixed }) => fixed ?? []),
      ),
      apart: chosen.map((slip) => {
        const others = chosen.filter((other) => other !== slip).flatMap(({ fixed }) => fixed ?? []);
        return changed(base, [slip, ...others]) as JsonObject;
      }),
    });
  }
  return [...found.values()];
}

interface Place {
  readonly tokens: readonly string[];
  /** Whether what is inside moves with it. */
  readonly carries: boolean;
}

function placesOf({ fixed, ...slip }: Change & { fixed?: Change }): Place[] {
  return [...stepsOf(slip), ...stepsOf(fixed ?? {})].flatMap((step) => {
    const tokens = step.pointer.split("/").slice(1);
    const parent = tokens.slice(0, -1);
    const isItem = /^(\d+|-)$/.test(tokens.at(-1) ?? "");
    if (step.kind === "wrap") return [{ tokens, carries: true }];
    if (step.kind === "rename")
      return [tokens, [...parent, step.name ?? ""]].map((place) => ({
        tokens: place,
        carries: true,
      }));
    if (step.kind === "reshape") return [{ tokens, carries: /json$|^in-/.test(step.name ?? "") }];
    // Adding or removing an item moves the others.
    return [
      {
        tokens: isItem && (step.kind === "remove" || tokens.at(-1) === "-") ? parent : tokens,
        carries: false,
      },
    ];
  });
}

/** Whether what touches one place touches the other. */
function overlap(one: Place, other: Place): boolean {
  const [outer, inner] = one.tokens.length <= other.tokens.length ? [one, other] : [other, one];
  const isInside = outer.tokens.every(
    (token, at) => token === inner.tokens[at] || token === "*" || inner.tokens[at] === "*",
  );
  return isInside && (outer.tokens.length === inner.tokens.length || !outer.carries);
}

/** The same combinations for the same seed: a linear congruential generator. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
