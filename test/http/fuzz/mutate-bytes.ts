import type { Random } from "./random.js";

const PIECES = [
  "\r\n",
  "\r\n\r\n",
  "\0",
  "\xff",
  "%",
  "%00",
  "..",
  "//",
  ":",
  " ",
  "\t",
  '"',
  "\\",
  "{",
  "}",
  "[",
  ",",
  "é",
  "9".repeat(40),
];

/** Corrupts a few bytes of a request, whatever they mean. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  let mutated = bytes;
  for (let times = 1 + random.below(4); times > 0; times--) {
    const at = random.below(mutated.length + 1);
    const end = at + random.below(20);
    const [before, cut, after] = [mutated.subarray(0, at), mutated.subarray(at, end), mutated.subarray(end)];
    const parts = random.of([
      () => [before, random.bytes(cut.length), after],
      () => [before, after],
      () => [before, cut, cut, after],
      () => [before, random.bytes(1 + random.below(8)), cut, after],
      () => [before, Buffer.from(random.of(PIECES)), cut, after],
      () => [before],
      () => [after, before],
    ])();
    mutated = Buffer.concat(parts);
  }
  return mutated;
}
