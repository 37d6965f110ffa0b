import { matchNotations, type Notation } from "../../src/engine/fixers/readers/notation.js";
import { TABLES } from "../engine/fixers/readers/tables.js";

const ROWS = TABLES.flatMap(([table, rows]) => rows.map((row) => [table, row.form.source, row] as const));

/** Longer than any text that is read in another way. */
const LENGTHS = [2_000, 4_000, 8_000];
/** What a linear row may cost, in the time of a baseline that looks at each character a few times. */
const MAX_RATIO = 12;
const MEASUREMENTS = 5;

/** Text that a row begins to read again and again: parts of its examples, and signs that separate parts. */
function hostileParts({ examples }: Notation): string[] {
  const texts = Object.keys(examples).filter((text) => text !== "");
  const runs = texts.flatMap((text) => text.match(/\d+|[a-z]+|[^\da-z]+/gi) ?? []);
  const halves = texts
    .flatMap((text) => [text.slice(0, text.length / 2), text.slice(text.length / 2)])
    .filter((half) => half !== "");
  return [
    ...new Set([...texts, ...runs, ...halves, "1", "a", " ", ".", ",", "-", "@", "a.", "1,", "a@", " @ ", "/", ":"]),
  ];
}

const ENDS = ["", "!", " !", "\u0000", "@"];

const ofLength = (part: string, end: string, length: number) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length) + end;

/** The least CPU time of several measurements, in microseconds. */
function cpuOf(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let measurement = 0; measurement < MEASUREMENTS; measurement++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

/** A baseline that is linear: it looks at each character of the texts some times. */
function readLinearly(texts: readonly string[]): number {
  let found = 0;
  for (const text of texts)
    for (let round = 0; round < 4; round++) for (let at = 0; at < text.length; at++) found += text.charCodeAt(at) & 1;
  return found;
}

/** The cost of the baseline for texts of a length, which is measured when its code is compiled. */
function baselineOf(length: number): number {
  const texts = ENDS.map((end) => ofLength("a", end, LENGTHS.at(-1) as number));
  longest ??= Math.min(...Array.from({ length: 20 }, () => cpuOf(() => readLinearly(texts))));
  return (longest * length) / (LENGTHS.at(-1) as number);
}

let longest: number | undefined;

/** The hostile part that a row does not read in linear time, with a wide margin; undefined if there is none. */
function slowPart(row: Notation, length: number): string | undefined {
  return hostileParts(row).find((part) => {
    const texts = ENDS.map((end) => ofLength(part, end, length));
    return cpuOf(() => texts.map((text) => [...matchNotations(text, [row])])) > MAX_RATIO * baselineOf(length);
  });
}

test.each(ROWS)("%s: %s takes linear time on hostile text", (_, __, row) => {
  for (const length of LENGTHS) expect(slowPart(row, length)).toBeUndefined();
});

test("a row that takes quadratic time is found", () => {
  const row: Notation = {
    form: /^(\S+?) ?@ ?(\S+)$/,
    read: ([text]) => text,
    certain: false,
    examples: { "a@b": "a@b" },
  };
  expect(slowPart(row, 8_000)).toBeDefined();
});
