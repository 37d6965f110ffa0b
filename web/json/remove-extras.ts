// A comment that is never closed goes on to the end, so that none is looked at twice.
const COMMENTS = /"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$)/g;
const COMMAS = /"(?:[^"\\\n]|\\.)*"|,(?=\s*[}\]])/g;

/** Removes comments and trailing commas, which JSON does not have, and leaves the rest as it is. */
export function removeExtras(text: string): string {
  const unlessString = (part: string) => (part.startsWith('"') ? part : "");
  return text.replace(COMMENTS, unlessString).replace(COMMAS, unlessString);
}
