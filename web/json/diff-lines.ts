export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Bounds the work: it grows with the product of the two numbers of lines that are left to compare. */
const MAX_CELLS = 1_000_000;

/** The difference between two documents that keeps as many lines as possible. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    ...lines("same", before.slice(0, start)),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...lines("same", before.slice(before.length - end)),
  ];
}

function lines(kind: DiffLine["kind"], texts: readonly string[]): DiffLine[] {
  return texts.map((text) => ({ kind, text }));
}

/** By the longest common subsequence: `common[x][y]` is its length from line x of one and line y of the other on. */
function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length * after.length > MAX_CELLS) return [...lines("removed", before), ...lines("added", after)];
  const common = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (x: number, y: number) => common[x]?.[y] ?? 0;
  for (let x = before.length - 1; x >= 0; x--)
    for (let y = after.length - 1; y >= 0; y--)
      (common[x] as Uint16Array)[y] =
        before[x] === after[y] ? at(x + 1, y + 1) + 1 : Math.max(at(x + 1, y), at(x, y + 1));
  const found: DiffLine[] = [];
  for (let x = 0, y = 0; x < before.length || y < after.length; ) {
    if (x < before.length && before[x] === after[y]) {
      found.push({ kind: "same", text: before[x++] as string });
      y++;
    } else if (x < before.length && (y === after.length || at(x + 1, y) >= at(x, y + 1)))
      found.push({ kind: "removed", text: before[x++] as string });
    else found.push({ kind: "added", text: after[y++] as string });
  }
  return found;
}
