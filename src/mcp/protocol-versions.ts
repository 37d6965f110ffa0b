/**
 * The revisions that are spoken, by era: `legacy` begins with `initialize`, `modern` has no handshake. The newest first:
 * it is what a legacy client gets that asks for another one.
 */
export const PROTOCOL_VERSIONS = {
  modern: ["2026-07-28"],
  legacy: ["2025-11-25", "2025-06-18", "2025-03-26"],
};
