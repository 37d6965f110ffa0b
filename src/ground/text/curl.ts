/**
 * A curl command for a POSIX shell. Headers are in double quotes: the shell puts in a variable such
 * as `$ASSAY_KEY`.
 */
export function curlCommand(
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): string {
  const fields = Object.entries(headers).map(([name, value]) => `-H "${name}: ${value}"`);
  const data = body === undefined ? [] : [`-d ${quoted(body)}`];
  return [`curl -sS ${quoted(url)}`, ...fields, ...data].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
