import { READINGS } from "../../../src/engine/fixers/read-value.js";
import { kindOf } from "../../../src/ground/json/value.js";

const SCHEMAS: Readonly<Record<string, object>> = {
  "date-time": { type: "string", format: "date-time" },
  date: { type: "string", format: "date" },
  any: { type: ["string", "number", "object", "array"] },
};

const ENDS = ["", "!", " !", "@"];
const SIGNS = [
  "1",
  "a",
  " ",
  ".",
  ",",
  "-",
  "@",
  "a.",
  "1,",
  "a@",
  " @ ",
  "/",
  ":",
  "[",
  "'a",
  "{a:",
  "`",
  '"',
  "\\",
];
/** A longer text is only read as text, or as JSON. */
const SHORT = 250;
const GROWTH = 8;
/** What a short text may cost, in microseconds, with a wide margin. */
const MOST_FOR_SHORT = 4_000;

/**
 * Text that a row begins to read again and again: parts of its examples, and signs that separate
 * parts.
 */
function hostileParts(examples: (typeof READINGS)[number]["examples"]): string[] {
  const texts = examples.flatMap(([given]) =>
    typeof given === "string" && given !== "" ? [given] : [],
  );
  const runs = texts.flatMap((text) => text.match(/\d+|[a-z]+|[^\da-z]+/gi) ?? []);
  return [...new Set([...texts, ...runs, ...SIGNS])];
}

/**
 * The least CPU time of several measurements, in microseconds: other programs cannot make it less.
 */
function cpuOf(work: () => unknown, measurements: number): number {
  const costs = Array.from({ length: measurements }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  });
  return Math.min(...costs);
}

type Cost = (length: number, measurements: number) => number;

/**
 * Whether the cost of a text grows much faster than its length: with the square, it would be 64
 * times as high.
 */
function growsFaster(costOf: Cost): boolean {
  return isCertainly((measurements) => {
    const short = Math.max(costOf(1_000, measurements), MOST_FOR_SHORT / 80);
    return costOf(GROWTH * 1_000, measurements) > 3 * GROWTH * short;
  });
}

/**
 * Measures again, and longer, what seems slow: neither a cold start nor a collection of garbage is
 * a fault of a reading.
 */
function isCertainly(isSlow: (measurements: number) => boolean): boolean {
  return isSlow(4) && isSlow(25);
}

describe.each(READINGS)("$name", ({ name, from, to, read, examples }) => {
  const readAs = (given: unknown, schema = SCHEMAS[to] ?? { type: to }) => [
    ...read(given as never, { schema: schema as never, columns: [] }),
  ];

  test("reads its examples", () => {
    for (const [given, meant, schema] of examples) {
      expect(from).toContain(kindOf(given));
      expect(readAs(given, schema).map(({ value }) => value)).toContainEqual(meant);
    }
  });

  test("takes linear time on hostile text", () => {
    if (!from.includes("string")) return;
    const readsLongText = to === "string" || name === "JSON in a text";
    const slow = hostileParts(examples).filter((part) => {
      const costOf: Cost = (length, measurements) => {
        const text = part.repeat(Math.ceil(length / part.length)).slice(0, length);
        return cpuOf(() => ENDS.map((end) => readAs(text + end)), measurements);
      };
      const isSlowWhenShort = isCertainly(
        (measurements) => costOf(SHORT, measurements) > MOST_FOR_SHORT,
      );
      return isSlowWhenShort || (readsLongText && growsFaster(costOf));
    });
    expect(slow).toEqual([]);
  });
});

test("a reading that takes quadratic time is found", () => {
  const costOf: Cost = (length, measurements) => {
    const text = `${"a@".repeat(length / 2)} !`;
    return cpuOf(() => /^(\S+?) ?@ ?(\S+)$/.exec(text), measurements);
  };
  expect(growsFaster(costOf)).toBe(true);
});
