/** Longer lines are passed on in parts, so that neither side can fill the memory. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

/**
 * Splits a stream into lines with their ends, or into parts of lines that are too long, without
 * losing a byte.
 */
export async function* linesOf(
  source: AsyncIterable<Buffer | string>,
): AsyncGenerator<{ readonly bytes: Buffer; readonly isWhole: boolean }> {
  let parts: Buffer[] = [];
  let size = 0;
  let isLong = false;
  for await (const chunk of source)
    for (
      let rest = Buffer.from(chunk as Buffer), end = 0;
      rest.length > 0;
      rest = rest.subarray(end)
    ) {
      const feed = rest.indexOf("\n");
      end = feed === -1 ? rest.length : feed + 1;
      parts.push(rest.subarray(0, end));
      size += end;
      if (feed === -1 && !isLong && size <= MAX_LINE_BYTES) continue;
      yield { bytes: Buffer.concat(parts), isWhole: !isLong && size <= MAX_LINE_BYTES };
      isLong = feed === -1;
      [parts, size] = [[], 0];
    }
  if (size > 0) yield { bytes: Buffer.concat(parts), isWhole: false };
}
