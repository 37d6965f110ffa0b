import { groupBy } from "../ground/json/group-by.js";
import { isIndex, toTokens } from "../ground/json/pointer.js";

/** What equal errors of one column share: the path with `*` for every index, and what is expected. */
export function columnKey({
  path,
  expected,
}: {
  readonly path: string;
  readonly expected?: unknown;
}): unknown[] {
  return [toTokens(path).map((token) => (isIndex(token) ? "*" : token)), expected];
}

/** Groups diagnostics of the same code and key, in the order of the first of each group. */
export function groupDiagnostics<T extends { code: string }>(
  diagnostics: readonly T[],
  keyOf: (diagnostic: T) => unknown[],
): T[][] {
  return [
    ...groupBy(diagnostics, (diagnostic) =>
      JSON.stringify([diagnostic.code, ...keyOf(diagnostic)]),
    ).values(),
  ];
}
