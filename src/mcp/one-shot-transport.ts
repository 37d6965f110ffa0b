import {
  type JSONRPCMessage,
  type JSONRPCRequest,
  type MessageClassification,
  PerRequestHTTPServerTransport,
  type Server,
} from "@modelcontextprotocol/server";

/**
 * One request, one answer, both as objects. The SDK's own transports answer with a web `Response`, which a call pays for
 * with the CPU of another one: 2.7 times a REST call in all, against 1.6 with this.
 */
class Exchange extends PerRequestHTTPServerTransport {
  #answer: (message: JSONRPCMessage) => void = () => {};

  override async send(message: JSONRPCMessage): Promise<void> {
    this.#answer(message);
  }

  ask(request: JSONRPCRequest, classification: MessageClassification | undefined): Promise<JSONRPCMessage> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      this.onmessage?.(request, classification && { classification });
    });
  }
}

/** Has a fresh server answer one request: of the first era without a classification, of the second with one. */
export async function exchange(
  server: Server,
  request: JSONRPCRequest,
  classification?: MessageClassification,
): Promise<JSONRPCMessage> {
  const transport = new Exchange({ classification: classification ?? { era: "legacy" } });
  await server.connect(transport);
  return transport.ask(request, classification);
}
