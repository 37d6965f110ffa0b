import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { serve } from "./serve.js";

/**
 * How the identity service is feeling; everything but `well` and `rejecting` is a way to be out.
 */
export type Condition =
  | "well"
  | "rejecting"
  | "failing"
  | "silent"
  | "hanging-up"
  | "garbled"
  | "endless"
  | "redirecting";

/** A real RFC 7662 introspection endpoint on a loopback port, with the switches that tests need. */
export class IdentityServer {
  readonly clientId = "assay";
  readonly clientSecret = "s3cret: with+space %";
  condition: Condition = "well";
  /** How many questions have arrived, whatever became of them. */
  introspections = 0;
  readonly #claims = new Map<string, object>();
  #origin = "";

  static async start(): Promise<IdentityServer> {
    const identity = new IdentityServer();
    const { url } = await serve((request, response) => void identity.#answer(request, response));
    identity.#origin = url;
    return identity;
  }

  get url(): string {
    return `${this.#origin}/introspect`;
  }

  issue(key: string, claims: object = { sub: "someone" }): void {
    this.#claims.set(key, claims);
  }

  revoke(key: string): void {
    this.#claims.delete(key);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    this.introspections += 1;
    if (this.condition === "silent") return;
    if (this.condition === "hanging-up") return void request.socket.destroy();
    if (this.condition === "rejecting") return void response.writeHead(400).end();
    if (this.condition === "failing") return void response.writeHead(500).end();
    if (this.condition === "garbled") return void response.end("<html>");
    if (this.condition === "endless")
      return void response.end(`{"active":true,"pad":"${"x".repeat(200_000)}"}`);
    if (this.condition === "redirecting") return void this.#redirect(request, response);
    if (
      !this.#isClient(request.headers.authorization) ||
      request.url !== "/introspect" ||
      request.method !== "POST"
    ) {
      return void response.writeHead(401).end();
    }
    const claims = this.#claims.get(form.get("token") ?? "");
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify(claims === undefined ? { active: false } : { active: true, ...claims }),
    );
  }

  /**
   * To a place that accepts whatever it is asked about, for a client that is careless enough to
   * follow.
   */
  #redirect(request: IncomingMessage, response: ServerResponse): void {
    if (request.url === "/introspect") response.writeHead(307, { location: "/elsewhere" }).end();
    else response.end('{"active":true}');
  }

  // RFC 6749 §2.3.1: id and secret are form-encoded inside Basic.
  #isClient(authorization = ""): boolean {
    const [scheme, pair = ""] = authorization.split(" ");
    const [id, secret] = Buffer.from(pair, "base64").toString().split(":");
    const sent = new URLSearchParams(`id=${id}&secret=${secret}`);
    return (
      scheme === "Basic" &&
      sent.get("id") === this.clientId &&
      sent.get("secret") === this.clientSecret
    );
  }
}
