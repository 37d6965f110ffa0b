import { isUtf8 } from "node:buffer";
import { setImmediate as nextTurn } from "node:timers/promises";
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

const HEAD = /^\s*\{\s*"([^"\\]*)"\s*:\s*\[/;
const SLICE_LENGTH = 256 * 1024;

/**
 * The ids at the pointer, or at the first default one that leads to an array; other properties are ignored. One bad
 * entry rejects the whole list: skipping it could let a taken id pass as free.
 *
 * `JSON.parse` of 100,000 entries at once blocked the event loop for 22 to 134 ms, a slice of 256 KiB for 2 ms. The
 * end of a slice is a guess that parsing confirms: a slice that starts between two entries and parses as an array of
 * values also ends between two entries. After a wrong guess, and in any other layout, the rest is parsed at once.
 */
export async function readIds(body: Buffer, pointer?: string, sliceLength = SLICE_LENGTH): Promise<string[]> {
  if (!isUtf8(body)) throw new RegistryFormatError("", "is not valid UTF-8");
  const forms = (pointer === undefined ? DEFAULT_POINTERS : [pointer]).map(toForm);
  const text = body.toString();
  const [head = "", name] = HEAD.exec(text) ?? [];
  const sliced = forms.find(({ list }) => list.length === 1 && list[0] === name);
  const ids: string[] = [];
  let restStart = head.length;
  for (const { entries, end } of sliced ? slicesFrom(head.length, text, sliceLength) : []) {
    collect(entries, sliced as Form, ids);
    restStart = end;
    await nextTurn();
  }
  const remainder = tryParse(sliced ? head + text.slice(restStart) : text);
  if (remainder === undefined) throw new RegistryFormatError("", "is not valid JSON");
  const form = sliced ?? forms.find(({ list }) => Array.isArray(list.reduce(childOf, remainder)));
  if (form === undefined) {
    const arrays = forms.map(({ list }) => `"${list.join("/")}"`).join(" or ");
    throw new RegistryFormatError("", `must have an array ${arrays}`);
  }
  collect(form.list.reduce(childOf, remainder) as unknown[], form, ids);
  return ids;
}

/** The entries of an array, slice by slice, as long as guessing where a slice ends succeeds. */
function* slicesFrom(start: number, text: string, length: number): Generator<{ entries: unknown[]; end: number }> {
  const boundary = /[}"]\s*,\s*(?=[{"])/g;
  for (let at = start; ; at = boundary.lastIndex) {
    boundary.lastIndex = at + length;
    const match = boundary.exec(text);
    const entries = match && tryParse(`[${text.slice(at, match.index + 1)}]`);
    if (!entries) return;
    yield { entries: entries as unknown[], end: boundary.lastIndex };
  }
}

function toForm(pointer: string): Form {
  const tokens = toTokens(pointer);
  const star = tokens.indexOf("*");
  return { list: tokens.slice(0, star), id: tokens.slice(star + 1) };
}

function collect(entries: readonly unknown[], form: Form, ids: string[]): void {
  for (const entry of entries) {
    const id = form.id.reduce(childOf, entry);
    if (typeof id !== "string" || id === "") {
      const wanted =
        form.id.length === 0 ? "be a non-empty string" : `have an "${form.id.join("/")}" that is a non-empty string`;
      throw new RegistryFormatError(`${toPointer(form.list)}/${ids.length}`, `must ${wanted}`);
    }
    ids.push(id);
  }
}
