/**
 * A look-ahead or look-behind goes through the string once for every place that it is tried at: `^.*(?=a*b)` takes 5 s on
 * 60,000 characters. One that repeats something is safe only at the start, where it is tried once.
 */
export function looksFarAndOften(source: string): boolean {
  const bare = source.replace(/\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]])*\]/gs, "x");
  let once = bare.startsWith("^") ? 1 : -1;
  for (const { index, 0: look } of bare.matchAll(/\(\?<?[=!]/g)) {
    let end = index + look.length;
    for (let depth = 1; depth > 0; end++) depth += bare[end] === "(" ? 1 : bare[end] === ")" ? -1 : 0;
    if (index === once) once = end;
    else if (/[*+{]/.test(bare.slice(index, end))) return true;
  }
  return false;
}
