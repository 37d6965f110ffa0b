import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** SHA-256 over the RFC 8785 canonical form: independent of property order and white space. */
export function digest(value: unknown): string {
  return `sha256:${createHash("sha256")
    .update(canonicalize(value) as string)
    .digest("hex")}`;
}
