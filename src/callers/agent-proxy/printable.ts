/** What a name in a signed header may be. No white space at its ends, since HTTP does not keep it there. */
export const PRINTABLE = /^[\x21-\x7e](?:[\x20-\x7e]{0,126}[\x21-\x7e])?$/;
