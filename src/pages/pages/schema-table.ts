import { describeLimits } from "../../specs/explain/describe-limits.js";
import { type Html, html } from "../html.js";
import { words } from "../parts.js";

/** The keywords that a table shows; the JSON has all of them. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly uniqueItems?: boolean;
  readonly [keyword: string]: unknown;
}

type Row = {
  readonly name: string;
  readonly depth: number;
  readonly isRequired: boolean;
  readonly schema: Schema;
};

const COMPONENT = "#/components/schemas/";

/** A table of properties; one line for a schema without them. */
export function schemaTable(schema: Schema, label = "Properties"): Html {
  const rows = [...walkRows(schema, 0)];
  if (rows.length === 0)
    return html`<div class="schema-line">${renderType(schema)} ${allowed(schema)}</div>`;
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}"><table class="shape">
<thead><tr><th scope="col">Property</th><th scope="col">Type</th><th scope="col">Allowed</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.map(
    ({ name, depth, isRequired, schema }) => html`<tr>
<th scope="row" class="depth-${Math.min(depth, 3)}"><code>${name}</code>${isRequired ? undefined : html` <span class="quiet">optional</span>`}</th>
<td>${renderType(schema)}</td>
<td>${allowed(schema)}</td>
<td>${words(schema.description ?? "")}</td>
</tr>`,
  )}</tbody>
</table></div>`;
}

function* walkRows(schema: Schema, depth: number): Generator<Row> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield { name, depth, isRequired: schema.required?.includes(name) ?? false, schema: property };
    yield* walkRows(property.items ?? readValues(property) ?? property, depth + 1);
  }
}

/** The schema of the values of a map; undefined if the schema is of something else. */
function readValues({ additionalProperties }: Schema): Schema | undefined {
  return typeof additionalProperties === "object" ? (additionalProperties as Schema) : undefined;
}

/** A schema with a name of its own is described elsewhere on the page. */
export function renderType(schema: Schema): Html {
  const { $ref, type, items, oneOf, const: constant } = schema;
  if ($ref !== undefined) {
    const name = $ref.split("/").at(-1) ?? "";
    return $ref.startsWith(COMPONENT) ? html`<a href="#${name}">${name}</a>` : html`${name}`;
  }
  if (oneOf !== undefined)
    return html`${oneOf.map((one, index) => html`${index === 0 ? "" : " or "}${renderType(one)}`)}`;
  if (constant !== undefined) return html`<code>${JSON.stringify(constant)}</code>`;
  const name = [type ?? "any"].flat().join(" or ");
  const inner = items ?? readValues(schema);
  return inner === undefined ? html`${name}` : html`${name} of ${renderType(inner)}`;
}

const MAX_VALUES = 24;

function allowed(schema: Schema): Html {
  const values = schema.enum ?? schema.items?.enum;
  const some = values?.slice(0, MAX_VALUES) ?? [];
  const more = (values?.length ?? 0) - some.length;
  const lines = [
    ...(some.length === 0
      ? []
      : [html`${some.map((value) => html`<code>${JSON.stringify(value)}</code> `)}`]),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...describeLimits(schema),
    ...(schema.uniqueItems ? ["no duplicates"] : []),
    ...(schema.format === undefined ? [] : [schema.format]),
    ...(schema.pattern === undefined ? [] : [html`<code>${schema.pattern}</code>`]),
  ];
  return html`${lines.map((line) => html`<div>${line}</div>`)}`;
}
