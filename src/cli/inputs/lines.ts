const LINE_FEED = 0x0a;

export interface Line {
  /** From 1. */
  readonly number: number;
  /** Undefined if the line is longer than it may be. */
  readonly bytes: Buffer | undefined;
}

/** The lines of a stream that are not blank. Keeps at most one line of `maxBytes` bytes in memory. */
export async function* linesOf(chunks: AsyncIterable<Buffer | string>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let length = 0;
  let number = 1;
  const line = (): Line | undefined => {
    const bytes = length > maxBytes ? undefined : Buffer.concat(parts);
    return bytes !== undefined && /^\s*$/.test(bytes.toString("latin1")) ? undefined : { number, bytes };
  };
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      add(bytes.subarray(start, end));
      const ended = line();
      if (ended !== undefined) yield ended;
      parts = [];
      length = 0;
      number++;
      start = end + 1;
    }
    add(bytes.subarray(start));
  }
  const last = line();
  if (last !== undefined) yield last;

  function add(part: Buffer): void {
    length += part.length;
    if (length <= maxBytes) parts.push(part);
    else parts = [];
  }
}
