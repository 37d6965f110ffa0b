import { candidateSchema } from "../../proposals/candidate-schema.js";
import { type Html, html } from "../html.js";
import type { Spec } from "./subjects.js";

interface Row {
  readonly name: string;
  readonly depth: number;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

/** The keywords that a table shows; whatever else a schema has is in the JSON. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly uniqueItems?: boolean;
  readonly [keyword: string]: unknown;
}

/** Each property of a candidate: what it is, what it may be, and what the vocabularies of the rules allow. */
export function shapeTable({ source }: Spec): Html {
  const rows = [...rowsOf(candidateSchema(source) as Schema, 0)];
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Properties"><table class="shape">
<thead><tr><th scope="col">Property</th><th scope="col">Type</th><th scope="col">Allowed</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.map(
    ({ name, depth, isRequired, schema }) => html`<tr>
<th scope="row" class="depth-${Math.min(depth, 5)}"><code>${name}</code>${isRequired ? undefined : html` <span class="quiet">optional</span>`}</th>
<td>${typeOf(schema)}</td>
<td>${allowed(schema)}</td>
<td>${schema.description}</td>
</tr>`,
  )}</tbody>
</table></div>`;
}

function* rowsOf(schema: Schema, depth: number): Generator<Row> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    yield { name, depth, isRequired: schema.required?.includes(name) ?? false, schema: property };
    yield* rowsOf(property.items ?? property, depth + 1);
  }
}

function typeOf({ type, items }: Schema): string {
  const name = [type ?? "any"].flat().join(" or ");
  return items === undefined ? name : `${name} of ${typeOf(items)}`;
}

const MOST_VALUES = 24;

function allowed(schema: Schema): Html {
  const values = schema.enum ?? schema.items?.enum;
  const some = values?.slice(0, MOST_VALUES) ?? [];
  const more = (values?.length ?? 0) - some.length;
  const lines = [
    ...(some.length === 0 ? [] : [html`${some.map((value) => html`<code>${JSON.stringify(value)}</code> `)}`]),
    ...(more > 0 ? [html`and ${more} more`] : []),
    ...limits(schema),
    ...(schema.uniqueItems ? [html`no duplicates`] : []),
    ...(schema.pattern === undefined ? [] : [html`<code>${schema.pattern}</code>`]),
  ];
  return html`${lines.map((line) => html`<div>${line}</div>`)}`;
}

const LIMITS = [
  ["minLength", "maxLength", "characters"],
  ["minItems", "maxItems", "items"],
  ["minimum", "maximum", ""],
  ["exclusiveMinimum", "exclusiveMaximum", "exclusive"],
] as const;

function* limits(schema: Schema): Generator<Html> {
  for (const [least, most, unit] of LIMITS) {
    const [from, to] = [schema[least], schema[most]];
    if (from === undefined && to === undefined) continue;
    if (from === undefined) yield html`at most ${String(to)} ${unit} `;
    else if (to === undefined) yield html`at least ${String(from)} ${unit} `;
    else yield html`${String(from)} to ${String(to)} ${unit} `;
  }
}
