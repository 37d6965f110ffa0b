const LONGEST = 24;
const NOTHING =
  /^(?:none|null|nil|#?n ?[/.]? ?a\.?|nan|no|empty|nothing|unknown|undefined|tb[acd]|todo|ditto|etc\.?|\?+|\u2026|\.\.\.|-*|\u2013|\u2014)$/i;
const NOT_YET = /^(?:not (?:available|applicable|known|set|yet)|to be \w+)$/i;

/** Whether it is what people write where there is nothing, or where they do not know. */
export function isNoValue(text: string): boolean {
  if (text.trim().length > LONGEST) return false;
  const bare = text.trim().replace(/^[[({<]\s*|\s*[\])}>]$/g, "");
  return NOTHING.test(bare) || NOT_YET.test(bare);
}
