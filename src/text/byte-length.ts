/** In UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
