import { connect } from "node:net";

const END_OF_HEAD = Buffer.from("\r\n\r\n");
const LAST_CHUNK = Buffer.from("0\r\n\r\n");

/**
 * A keep-alive connection with one request at a time. Does as little work as possible: only the server is measured.
 */
export class Connection {
  #received = Buffer.alloc(0);
  #settle;

  constructor(port) {
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("data", (chunk) => this.#take(chunk));
    this.socket.on("error", () => this.#finish(undefined));
    this.socket.on("close", () => this.#finish(undefined));
  }

  /** The bytes of the response, or undefined if the connection broke. */
  ask(request) {
    return new Promise((resolve) => {
      this.#settle = resolve;
      if (this.socket.destroyed) this.#finish(undefined);
      else this.socket.write(request, "latin1");
    });
  }

  close() {
    this.socket.destroy();
  }

  #take(chunk) {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    if (isComplete(this.#received)) this.#finish(this.#received);
  }

  #finish(answer) {
    this.#received = Buffer.alloc(0);
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.(answer);
  }
}

function isComplete(answer) {
  const end = answer.indexOf(END_OF_HEAD);
  if (end < 0) return false;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(answer.latin1Slice(0, end)) ?? [];
  if (length === undefined) return answer.subarray(-LAST_CHUNK.length).equals(LAST_CHUNK);
  return answer.length >= end + END_OF_HEAD.length + Number(length);
}
