import { isUtf8 } from "node:buffer";
import { childOf, toPointer, toTokens } from "../../ground/json/pointer.js";
import { tryParse } from "../../ground/json/try-parse.js";

/** A registry document is not in the expected format. */
export class RegistryFormatError extends Error {
  constructor(
    /** RFC 6901, into the registry document. */
    readonly pointer: string,
    readonly detail: string,
  ) {
    super(`${pointer || "the document"} ${detail}`);
  }
}

/** The default places of ids: `{ "generators": [{ "id" }] }` or `{ "ids": […] }`. */
const DEFAULT_POINTERS = ["/generators/*/id", "/ids/*"];

/** A pointer with one `*`: the array, and the id within an entry. */
interface Form {
  readonly list: readonly string[];
  readonly id: readonly string[];
}

/**
 * The ids at the pointer, or at the first default one that leads to an array. One bad entry rejects
 * the whole list: skipping it could let a taken id pass as free.
 */
export function readIds(body: Uint8Array, pointer?: string): string[] {
  if (!isUtf8(body)) throw new RegistryFormatError("", "is not valid UTF-8");
  const document = tryParse(Buffer.from(body.buffer, body.byteOffset, body.length).toString());
  if (document === undefined) throw new RegistryFormatError("", "is not valid JSON");
  const forms = (pointer === undefined ? DEFAULT_POINTERS : [pointer]).map(toForm);
  for (const form of forms) {
    const list = form.list.reduce(childOf, document);
    if (Array.isArray(list)) return list.map((entry, index) => readId(entry, index, form));
  }
  const arrays = forms.map(({ list }) => `"${list.join("/")}"`).join(" or ");
  throw new RegistryFormatError("", `must have an array ${arrays}`);
}

function toForm(pointer: string): Form {
  const tokens = toTokens(pointer);
  const star = tokens.indexOf("*");
  return { list: tokens.slice(0, star), id: tokens.slice(star + 1) };
}

function readId(entry: unknown, index: number, form: Form): string {
  const id = form.id.reduce(childOf, entry);
  if (typeof id === "string" && id !== "") return id;
  const wanted =
    form.id.length === 0
      ? "be a non-empty string"
      : `have an "${form.id.join("/")}" that is a non-empty string`;
  throw new RegistryFormatError(`${toPointer(form.list)}/${index}`, `must ${wanted}`);
}
