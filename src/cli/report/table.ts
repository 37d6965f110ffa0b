/** Formats rows as columns. Numbers are right-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, column) => {
      const width = widths[column] ?? 0;
      return /^\d+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width);
    }),
  );
  return lines.map((cells) => `${cells.join("  ").trimEnd()}\n`).join("");
}
