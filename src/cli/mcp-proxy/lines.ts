/** Longer lines are passed on in parts, to bound memory. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;

/** Splits a stream into lines with their ends, or parts of long lines, without losing a byte. */
export async function* linesOf(source: AsyncIterable<Buffer | string>) {
  let parts: Buffer[] = [];
  let size = 0;
  let isLong = false;
  for await (const chunk of source)
    for (let rest = Buffer.from(chunk as Buffer); rest.length > 0; ) {
      const end = rest.indexOf("\n") + 1;
      const part = rest.subarray(0, end || undefined);
      rest = rest.subarray(part.length);
      parts.push(part);
      size += part.length;
      if (end === 0 && !isLong && size <= MAX_LINE_BYTES) continue;
      yield { bytes: Buffer.concat(parts), isWhole: !isLong && size <= MAX_LINE_BYTES };
      isLong = end === 0;
      [parts, size] = [[], 0];
    }
  if (size > 0) yield { bytes: Buffer.concat(parts), isWhole: false };
}
