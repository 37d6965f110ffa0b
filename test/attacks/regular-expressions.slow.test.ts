import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findSlowness } from "../../src/ground/patterns/find-slowness.js";

/** A regular expression in TypeScript. What else looks like one does not compile, or is quick. */
const LITERAL =
  /(?<=[=(,:[\s!])\/(?![*/])((?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/[dgimsuvy]*/g;

/** The regular expressions of the folders that read what callers send. */
const FOLDERS = ["engine", "ground", "service/mcp", "service/auth", "service/http", "proposals"];
const PATTERNS = FOLDERS.flatMap((folder) =>
  readdirSync(join("src", folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      [...readFileSync(join("src", folder, file), "utf8").matchAll(LITERAL)].map(
        ([, pattern = ""]) => ({
          file: join(folder, file),
          pattern,
        }),
      ),
    ),
);

test("no regular expression takes exponential time on what a caller sends", () => {
  expect(PATTERNS.length).toBeGreaterThan(300);
  const isExponential = (pattern: string) => {
    const slowness = compiles(pattern) ? findSlowness(pattern) : undefined;
    return typeof slowness === "object" && slowness.length < 100;
  };
  // Only a group that is repeated can be matched in exponentially many ways.
  const repeated = PATTERNS.filter(({ pattern }) => /\)[*+{]/.test(pattern));
  expect(repeated.length).toBeGreaterThan(15);
  expect(repeated.filter(({ pattern }) => isExponential(pattern))).toEqual([]);
});

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch {
    return false;
  }
}
