const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A string that is HTML already. Only `html` makes one, so everything is escaped once. */
export class Html {
  constructor(private readonly source: string) {}

  toString(): string {
    return this.source;
  }
}

type Shown = Html | string | number | undefined | readonly Shown[];

/**
 * A template that escapes every value but HTML. Write entities for what is not ASCII: esbuild cannot
 * escape it in tagged templates, and V8 would keep the whole bundle in two bytes a character.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Shown[]): Html {
  let source = strings[0] ?? "";
  for (const [index, value] of values.entries()) source += show(value) + strings[index + 1];
  return new Html(source);
}

/** Within a script element, "</script>" and "<!--" have a meaning. */
export function jsonScript(id: string, value: object): Html {
  const json = JSON.stringify(value).replaceAll("<", "\\u003c");
  return html`<script type="application/json" id="${id}">${new Html(json)}</script>`;
}

function show(value: Shown): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.toString();
  if (typeof value === "object") return value.map(show).join("");
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
