/** A JSON Schema of names: words of lower-case letters and digits, with hyphens between them. */
export const KEBAB_CASE = { pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 64 } as const;
