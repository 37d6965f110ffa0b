const WIDTH = 112;

/** JSON as people write it: what fits on a line stands on one. */
export function jsonText(value: unknown, indent = "", room = WIDTH): string {
  const line = spaced(value);
  if (typeof value !== "object" || value === null || line.length <= room) return line;
  const deeper = `${indent}  `;
  const isArray = Array.isArray(value);
  const parts = Object.entries(value).map(([key, item]) => {
    const name = isArray ? "" : `${JSON.stringify(key)}: `;
    return `\n${deeper}${name}${jsonText(item, deeper, WIDTH - deeper.length - name.length)}`;
  });
  const [open, close] = isArray ? "[]" : "{}";
  return `${open}${parts.join(",")}\n${indent}${close}`;
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${spaced(item)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}
