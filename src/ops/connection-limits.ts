/** How long a client may hold a connection of any server of this process: 10,000 slow clients are gone in 18 s. */
export const CONNECTION_LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  maxHeaderSize: 32_768,
} as const;

/** How long nothing may move on a connection while a request is answered: usually, its client does not read. */
export const UNREAD_RESPONSE_MS = 30_000;
