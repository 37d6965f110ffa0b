import { hoverTooltip } from "@codemirror/view";
import { type Cursor, findCursor, unquoted } from "../../../src/ground/json/cursor.js";
import type { JsonObject } from "../../../src/ground/json/value.js";
import { describeLimits } from "../../../src/specs/explain/describe-limits.js";
import { lookUpPlace, type PlaceDescription } from "../../../src/specs/explain/describe-place.js";
import { element } from "../../page-tools.js";
import { MAX_TEXT_LENGTH } from "../limits.js";
import type { DocumentInfo } from "./complete.js";

/** Explains a key or a value on which the pointer rests. */
export function explain(documentInfo: DocumentInfo) {
  return hoverTooltip(({ state: { doc } }, position) => {
    const spec = documentInfo.spec();
    const text = doc.length > MAX_TEXT_LENGTH ? "" : doc.toString();
    const cursor = findCursor(text, position);
    if (spec === undefined || cursor === undefined || cursor.from === cursor.to) return null;
    const { from, to, kind } = cursor;
    const tokens =
      kind === "key" ? [...cursor.tokens, unquoted(text.slice(from, to))] : cursor.tokens;
    const info = lookUpPlace(spec, tokens, documentInfo.candidate());
    if (info === undefined) return null;
    return {
      pos: from,
      end: to,
      above: true,
      create: () => ({ dom: describe(titleOf(cursor, tokens), info) }),
    };
  });
}

/** The name of a property, or where an item is. */
function titleOf({ kind, keys }: Cursor, tokens: readonly string[]): string {
  const [container = "", last = ""] = tokens.slice(-2);
  const isItem = kind === "value" && keys.length === 0;
  return isItem && tokens.length > 1 ? `item ${Number(last) + 1} of ${container}` : last;
}

function describe(title: string, { schema, rules }: PlaceDescription): HTMLElement {
  const about = element("div", { className: "about" });
  const { description } = schema;
  about.append(
    element("p", { textContent: typeof description === "string" ? description : title }),
  );
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
  const { type, format, enum: allowed } = schema;
  const facts = [type, format].filter((fact) => typeof fact === "string");
  const values = Array.isArray(allowed)
    ? [allowed.map((value) => JSON.stringify(value)).join(" | ")]
    : [];
  return [...facts, ...describeLimits(schema), ...values].join(" · ");
}
