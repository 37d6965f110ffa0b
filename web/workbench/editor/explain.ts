import { hoverTooltip } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { type PlaceInfo, placeInfo } from "../../../src/explain/place-info.js";
import type { Json, JsonObject } from "../../../src/json/value.js";
import { element } from "../../page-tools.js";
import type { Words } from "./complete.js";
import { jsonPath } from "./json-path.js";

/** Explains a key or a value on which the pointer rests. */
export function explain(words: Words) {
  return hoverTooltip((view, position, side) => {
    const spec = words.spec();
    const { tokens, node, isKey } = jsonPath(view.state, position, side);
    const isScalar = /^(String|Number|True|False|Null)$/.test(node.name);
    const info = spec && (isKey || isScalar) ? placeInfo(spec, tokens, words.candidate()) : undefined;
    if (info === undefined) return null;
    return {
      pos: node.from,
      end: node.to,
      above: true,
      create: () => ({ dom: describe(titleOf(tokens, node), info) }),
    };
  });
}

/** The name of a property, or where an item is. */
function titleOf(tokens: readonly string[], { parent }: SyntaxNode): string {
  const [container = "", last = ""] = tokens.slice(-2);
  return parent?.name === "Array" && tokens.length > 1 ? `item ${Number(last) + 1} of ${container}` : last;
}

function describe(title: string, { schema, rules }: PlaceInfo): HTMLElement {
  const about = element("div", { className: "about" });
  const { description } = schema;
  about.append(element("p", { textContent: typeof description === "string" ? description : title }));
  const facts = factsOf(schema);
  if (facts !== "") about.append(element("p", { className: "facts", textContent: facts }));
  if (rules.length > 0) {
    const list = element("ul", {});
    list.append(...rules.map(({ summary }) => element("li", { textContent: summary })));
    about.append(list);
  }
  return about;
}

function factsOf(schema: JsonObject): string {
  const { type, enum: allowed, minLength, maxLength, minItems, maxItems, minimum, maximum, format } = schema;
  const between = (low: Json | undefined, high: Json | undefined, unit: string) =>
    low === undefined && high === undefined ? "" : `${low ?? ""}–${high ?? ""}${unit}`;
  return [
    typeof type === "string" ? type : "",
    typeof format === "string" ? format : "",
    between(minLength, maxLength, " characters"),
    between(minItems, maxItems, " items"),
    between(minimum, maximum, ""),
    Array.isArray(allowed) ? allowed.map((value) => JSON.stringify(value)).join(" | ") : "",
  ]
    .filter((fact) => fact !== "")
    .join(" · ");
}
