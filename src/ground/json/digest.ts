import canonicalize from "canonicalize";
import { sha256 } from "./sha256.js";

/** SHA-256 over the RFC 8785 canonical form: independent of property order and white space. */
export function digest(value: unknown): string {
  return `sha256:${sha256(canonicalize(value) as string)}`;
}
