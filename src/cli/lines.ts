export const LINE_FEED = 0x0a;

/**
 * Splits a stream after its line feeds, without losing a byte. A line of more than `maxBytes` comes
 * in several parts, so that it need not fit into memory; each has `isTooLong`.
 */
export async function* splitLines(source: AsyncIterable<Buffer | string>, maxBytes: number) {
  let chunks: Buffer[] = [];
  let size = 0;
  let isContinued = false;
  for await (const chunk of source)
    for (let rest = Buffer.from(chunk); rest.length > 0; ) {
      const end = rest.indexOf(LINE_FEED) + 1;
      const part = end === 0 ? rest : rest.subarray(0, end);
      rest = rest.subarray(part.length);
      chunks.push(part);
      size += part.length;
      const isTooLong = isContinued || size - Math.min(end, 1) > maxBytes;
      if (end === 0 && !isTooLong) continue;
      yield { bytes: Buffer.concat(chunks), isTooLong };
      isContinued = end === 0;
      [chunks, size] = [[], 0];
    }
  if (size > 0) yield { bytes: Buffer.concat(chunks), isTooLong: false };
}

/** How much of each end of a line is kept if the line is too long. */
const END_BYTES = 1024;

/**
 * The lines of a stream that are not blank, without their line feeds, and with their numbers from 1.
 * A line of more than `maxBytes` has no bytes, but `ends`: its start and its end.
 */
export async function* readLines(source: AsyncIterable<Buffer | string>, maxBytes: number) {
  let number = 1;
  let start: Buffer | undefined;
  let end: Buffer = Buffer.of();
  for await (const { bytes, isTooLong } of splitLines(source, maxBytes)) {
    const isEnded = bytes.at(-1) === LINE_FEED;
    const content = isEnded ? bytes.subarray(0, -1) : bytes;
    if (isTooLong) {
      start ??= Buffer.from(content.subarray(0, END_BYTES));
      end = Buffer.concat([end, content]).subarray(-END_BYTES);
    } else if (!/^\s*$/.test(content.toString("latin1"))) yield { number, bytes: content };
    if (!isEnded) continue;
    if (start !== undefined) yield { number, bytes: undefined, ends: `${start}${end}` };
    [start, end] = [undefined, Buffer.of()];
    number++;
  }
  if (start !== undefined) yield { number, bytes: undefined, ends: `${start}${end}` };
}
