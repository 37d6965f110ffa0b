const encoder = new TextEncoder();

/** In UTF-8. */
export function byteLength(text: string): number {
  return encoder.encode(text).length;
}
