import { once } from "node:events";
import { connect, type Socket } from "node:net";

export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** A TCP connection that says what a test wants to say, and reads answers one by one. */
export class RawConnection {
  /** How it ended, once it has: with an error code or, said properly, with an empty text. */
  readonly closed: Promise<string>;
  #received: Buffer = Buffer.alloc(0);
  #ended = false;
  #changed = () => {};

  private constructor(readonly socket: Socket) {
    let error = "";
    socket.on("data", (data) => {
      this.#received = Buffer.concat([this.#received, data]);
      this.#changed();
    });
    socket.on("error", ({ code }: NodeJS.ErrnoException) => {
      error = code ?? "error";
    });
    this.closed = new Promise((resolve) => {
      socket.once("close", () => {
        this.#ended = true;
        this.#changed();
        resolve(error);
      });
    });
  }

  static async open(
    url: string,
    options: { allowHalfOpen?: boolean; localAddress?: string } = {},
  ): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), ...options });
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** The next answer; a `100 Continue` is one too. Rejects when the connection ends before it. */
  async answer(toHead = false): Promise<RawAnswer> {
    const end = () => this.#received.indexOf("\r\n\r\n");
    const head = (await this.#take(() => (end() < 0 ? undefined : end() + 4))).toString("latin1");
    const [statusLine = "", ...lines] = head.trimEnd().split("\r\n");
    const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s, 2) as [string, string]));
    const length = toHead ? 0 : Number(headers.get("Content-Length") ?? 0);
    const body = (await this.#take(() => length)).toString();
    return { status: Number(statusLine.split(" ")[1]), headers, body };
  }

  /** The first bytes, as many as `measure` says, as soon as it can say and they are there. */
  async #take(measure: () => number | undefined): Promise<Buffer> {
    for (;;) {
      const size = measure();
      if (size !== undefined && size <= this.#received.length) {
        const taken = this.#received.subarray(0, size);
        this.#received = this.#received.subarray(size);
        return taken;
      }
      if (this.#ended)
        throw new Error(`the connection closed after ${JSON.stringify(this.#received.toString())}`);
      await new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
    }
  }
}
