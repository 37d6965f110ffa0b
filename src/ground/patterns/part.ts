/** Parts are quick if they can match a string in at most this many ways. */
export const FEW_WAYS = 100_000;
/** The strings that are tried for a part. */
export const MAX_WORDS = 6;
const MAX_WORD_LENGTH = 100;

export type Letters = ReadonlySet<string>;

/** What a part of a pattern may match. */
export interface Part {
  /** Some strings that it matches, the shortest first. */
  readonly words: readonly string[];
  readonly isNullable: boolean;
  /** The characters that it may start with, all that it may have, and those with which a whole match can go on. */
  readonly first: Letters;
  readonly all: Letters;
  readonly more: Letters;
  /** In how many ways it may match one string, at most. */
  readonly ways: number;
  /** Whether the next character always tells which part comes next. */
  readonly isClear: boolean;
  /** Whether it may match a string that has only these characters. */
  readonly mayBeOf: (letters: Letters) => boolean;
  /** Its repetitions, as they are reached from its start and from its end. */
  readonly heads: readonly Reached[];
  readonly tails: readonly Reached[];
}

export interface Repetition extends Pick<Part, "all" | "mayBeOf" | "words"> {
  /** Leads to it. */
  readonly prefix: string;
  /** In how many ways it can be repeated. */
  readonly choices: number;
  /** Those before it that it may share characters with. */
  readonly before: Repetition[];
}

/** A repetition as it is reached from the start or the end of a part. */
export interface Reached {
  readonly repetition: Repetition;
  /** Whether what is between may match a string that has only these characters. */
  readonly mayBeOf: Part["mayBeOf"];
}

const NONE: Letters = new Set();
export const EMPTY: Part = {
  words: [""],
  isNullable: true,
  first: NONE,
  all: NONE,
  more: NONE,
  ways: 1,
  isClear: true,
  mayBeOf: () => true,
  heads: [],
  tails: [],
};

export function joined(before: Part, after: Part): Part {
  return {
    words: combined(before.words, after.words),
    isNullable: before.isNullable && after.isNullable,
    first: before.isNullable ? union(before.first, after.first) : before.first,
    all: union(before.all, after.all),
    more: after.isNullable ? union(before.more, after.more, after.first) : after.more,
    ways: before.ways * after.ways,
    isClear: before.isClear && after.isClear && !overlaps(before.more, after.first),
    mayBeOf: (letters) => before.mayBeOf(letters) && after.mayBeOf(letters),
    heads: [...before.heads, ...after.heads.map((head) => behind(head, before))],
    tails: [...after.tails, ...before.tails.map((tail) => behind(tail, after))],
  };
}

export function either(one: Part, other: Part): Part {
  const isNullable = one.isNullable || other.isNullable;
  return {
    words: selectSome([...one.words, ...other.words]),
    isNullable,
    first: union(one.first, other.first),
    all: union(one.all, other.all),
    more: union(one.more, other.more, ...(isNullable ? [one.first, other.first] : [])),
    ways: one.ways + other.ways,
    isClear: one.isClear && other.isClear && !overlaps(one.first, other.first) && !(one.isNullable && other.isNullable),
    mayBeOf: (letters) => one.mayBeOf(letters) || other.mayBeOf(letters),
    heads: [...one.heads, ...other.heads],
    tails: [...one.tails, ...other.tails],
  };
}

export function behind({ repetition, mayBeOf }: Reached, part: Part): Reached {
  return { repetition, mayBeOf: (letters) => part.mayBeOf(letters) && mayBeOf(letters) };
}

export function findShared(one: Repetition, other: Repetition): Letters {
  return new Set([...other.all].filter((letter) => one.all.has(letter)));
}

export function countWays(ways: number, min: number, max: number): number {
  if (max === Number.POSITIVE_INFINITY) return max;
  let sum = 0;
  for (let count = min; count <= max && sum <= FEW_WAYS; count++) sum += ways ** count;
  return sum;
}

function combined(before: readonly string[], after: readonly string[]): string[] {
  const [first = ""] = before;
  const [next = ""] = after;
  const longest = (before.at(-1) ?? "") + (after.at(-1) ?? "");
  return selectSome([...after.map((word) => first + word), ...before.slice(1).map((word) => word + next), longest]);
}

export function repeatedWords(words: readonly string[], min: number, max: number): string[] {
  const counts = max > min ? [min, min + 1] : [min];
  const repeat = (word: string, count: number) =>
    word.repeat(Math.min(count, Math.ceil(MAX_WORD_LENGTH / word.length)));
  return selectSome(counts.flatMap((count) => words.map((word) => (word === "" ? "" : repeat(word, count)))));
}

/** The shortest words and the longest. */
function selectSome(words: readonly string[]): string[] {
  const sorted = [...new Set(words)].sort((a, b) => a.length - b.length);
  return sorted.length <= MAX_WORDS ? sorted : [...sorted.slice(0, MAX_WORDS - 1), sorted.at(-1) as string];
}

export function combinePairs(words: readonly string[]): string[] {
  const few = words.slice(0, 3);
  return few.flatMap((word) => few.map((next) => word + next));
}

export function overlaps(one: Letters, other: Letters): boolean {
  for (const letter of one) if (other.has(letter)) return true;
  return false;
}

export function union(...sets: readonly Letters[]): Letters {
  return new Set(sets.flatMap((set) => [...set]));
}
