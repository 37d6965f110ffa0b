import { sha256 as hash } from "@noble/hashes/sha2";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils";

/**
 * Uses a package, because `crypto.subtle` is asynchronous, and missing from pages that are served
 * over plain HTTP.
 */
export function sha256(text: string): string {
  return bytesToHex(hash(utf8ToBytes(text)));
}
