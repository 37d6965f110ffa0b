import { structuredPatch } from "diff";

/**
 * Removed and added lines. Bounds the work, which grows with their square: 600 take a fifth of a
 * second.
 */
const MAX_EDITS = 600;
const CONTEXT_LINES = 2;

/**
 * The lines of the changes and around them, as a unified diff marks them; "⋯" stands for those
 * between.
 */
export function changedLines(before: string, after: string): string[] {
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_EDITS };
  const patch = structuredPatch("", "", `${before}\n`, `${after}\n`, "", "", options);
  const [removed, added] = [before.split("\n"), after.split("\n")];
  if (patch === undefined)
    return [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  let end = 1;
  const shown = patch.hunks.flatMap(({ oldStart, oldLines, lines }) => {
    const gap = oldStart > end ? ["⋯"] : [];
    end = oldStart + oldLines;
    return [...gap, ...lines];
  });
  return shown.length > 0 && end <= removed.length ? [...shown, "⋯"] : shown;
}
