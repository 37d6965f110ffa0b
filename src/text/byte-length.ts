const encoder = new TextEncoder();

/** The number of bytes of a string in UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
