import { Transform, type TransformCallback } from "node:stream";

/** The protocol has two headers, together of less than 100 bytes. */
const MAX_HEADER_BYTES = 4 * 1024;
const HEADER_END = "\r\n\r\n";

/**
 * Passes on what an editor sends, and fails if a header does not end: the reader behind it would
 * keep all of it.
 */
export class BoundedHeaders extends Transform {
  #header = "";
  #bodyBytesLeft = 0;

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let at = 0;
    while (at < chunk.length) {
      if (this.#bodyBytesLeft > 0) {
        const bytes = Math.min(this.#bodyBytesLeft, chunk.length - at);
        this.#bodyBytesLeft -= bytes;
        at += bytes;
      } else {
        const known = this.#header.length;
        this.#header += chunk.toString("latin1", at, at + MAX_HEADER_BYTES);
        const end = this.#header.indexOf(HEADER_END);
        if (end === -1 && this.#header.length >= MAX_HEADER_BYTES)
          return void done(
            new Error(
              `standard input has a header of more than ${MAX_HEADER_BYTES} bytes; send LSP`,
            ),
          );
        if (end === -1) break;
        at += end + HEADER_END.length - known;
        this.#bodyBytesLeft = Number(
          /^content-length: *(\d+)/im.exec(this.#header.slice(0, end))?.[1] ?? 0,
        );
        this.#header = "";
      }
    }
    done(null, chunk);
  }
}
