/** Apart from the formats themselves, which only `validate` loads. */
export const FORMAT_NAMES = ["text", "json", "sarif", "github", "junit"] as const;

export type FormatName = (typeof FORMAT_NAMES)[number];
