/** A fault in the use of the protocol rather than of the service: MCP itself says its code, its data and its status. */
export class ProtocolFault extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
    /** In HTTP. Faults that a server finds while it handles a well-formed request are answered with 200. */
    readonly status: 200 | 400 | 404 = 200,
  ) {
    super(message);
  }
}
