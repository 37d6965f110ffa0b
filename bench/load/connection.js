import { connect } from "node:net";

/**
 * A keep-alive connection with one request at a time, to a server that sends the length of each
 * response. It does as little work as possible, because only the server is measured.
 */
export class Connection {
  #received = Buffer.alloc(0);
  #settle = () => {};

  constructor(port) {
    this.socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.socket.on("error", () => {});
    this.socket.on("close", () => this.#settle(undefined));
    this.socket.on("data", (chunk) => {
      const answer = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#received = isComplete(answer) ? Buffer.alloc(0) : answer;
      if (this.#received.length === 0) this.#settle(answer);
    });
  }

  /** The bytes of the response, or undefined if the connection broke. */
  ask(request) {
    return new Promise((resolve) => {
      this.#settle = resolve;
      if (this.socket.destroyed) resolve(undefined);
      else this.socket.write(request);
    });
  }
}

function isComplete(answer) {
  const end = answer.indexOf("\r\n\r\n");
  const [, length] =
    /\r\ncontent-length: (\d+)/i.exec(answer.latin1Slice(0, Math.max(end, 0))) ?? [];
  return length !== undefined && answer.length >= end + 4 + Number(length);
}
