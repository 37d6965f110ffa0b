export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Two documents that differ in more lines have nothing in common that is worth showing. */
const MAX_CHANGES = 400;

/** The shortest way from one list of lines to the other, by Myers' algorithm. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const same = (text: string): DiffLine => ({ kind: "same", text });
  return [
    ...before.slice(0, start).map(same),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  const furthest = new Map([[1, 0]]);
  const history: Map<number, number>[] = [];
  const limit = Math.min(before.length + after.length, MAX_CHANGES);
  for (let changes = 0; changes <= limit; changes++) {
    history.push(new Map(furthest));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = isDown(furthest, diagonal, changes) ? at(furthest, diagonal + 1) : at(furthest, diagonal - 1) + 1;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      furthest.set(diagonal, x);
      if (x >= before.length && x - diagonal >= after.length) return wayBack(before, after, history);
    }
  }
  return [
    ...before.map((text) => ({ kind: "removed" as const, text })),
    ...after.map((text) => ({ kind: "added" as const, text })),
  ];
}

function wayBack(
  before: readonly string[],
  after: readonly string[],
  history: readonly Map<number, number>[],
): DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [before.length, after.length];
  for (let changes = history.length - 1; changes >= 0; changes--) {
    const furthest = history[changes] as Map<number, number>;
    const diagonal = x - y;
    const previous = isDown(furthest, diagonal, changes) ? diagonal + 1 : diagonal - 1;
    const fromX = at(furthest, previous);
    const fromY = fromX - previous;
    while (x > fromX && y > fromY && x > 0 && y > 0) {
      lines.push({ kind: "same", text: before[--x] as string });
      y--;
    }
    if (changes === 0) break;
    if (x === fromX) lines.push({ kind: "added", text: after[--y] as string });
    else lines.push({ kind: "removed", text: before[--x] as string });
  }
  return lines.reverse();
}

function isDown(furthest: ReadonlyMap<number, number>, diagonal: number, changes: number): boolean {
  if (diagonal === -changes) return true;
  return diagonal !== changes && at(furthest, diagonal - 1) < at(furthest, diagonal + 1);
}

function at(furthest: ReadonlyMap<number, number>, diagonal: number): number {
  return furthest.get(diagonal) ?? 0;
}
