/** What people write where there is nothing, or where they do not know. */
export const NO_VALUE =
  /^\s*[[({<]?\s*(?:none|null|nil|n\s*[/.]?\s*a\.?|no|empty|nothing|unknown|undefined|not (?:available|applicable|known|set)|tb[acd]|to be \w{1,12}|todo|\?+|\u2026|\.\.\.|-*|\u2013|\u2014)\s*[\])}>]?\s*$/i;
