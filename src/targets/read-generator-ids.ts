import { isUtf8 } from "node:buffer";
import { setImmediate as turn } from "node:timers/promises";

/** A registry document is not in the expected format. */
export class RegistryFormatError extends Error {
  constructor(
    /** RFC 6901, into the registry document. */
    readonly pointer: string,
    detail: string,
  ) {
    super(detail);
  }
}

const HEAD = /^\s*\{\s*"generators"\s*:\s*\[/;
const SLICE = 256 * 1024;

/**
 * The ids in `{ "generators": [ { "id": "…" } ] }`; other properties are ignored. One bad entry rejects the whole
 * list: skipping it could let a taken id pass as free.
 *
 * `JSON.parse` of 100,000 entries at once blocked the event loop for 22 to 134 ms, a slice of 256 KiB for 2 ms. The
 * end of a slice is a guess that parsing confirms: a slice that starts between two entries and parses as an array of
 * values also ends between two entries. After a wrong guess, and in any other layout, the rest is parsed at once.
 */
export async function readGeneratorIds(body: Buffer, sliceLength = SLICE): Promise<string[]> {
  if (!isUtf8(body)) throw new RegistryFormatError("", "is not valid UTF-8");
  const text = body.toString();
  const head = HEAD.exec(text)?.[0] ?? "";
  const boundary = /\}\s*,\s*(?=\{)/g;
  const ids: string[] = [];
  let start = head.length;
  while (head !== "") {
    boundary.lastIndex = start + sliceLength;
    const end = boundary.exec(text);
    const slice = end && parse(`[${text.slice(start, end.index + 1)}]`);
    if (!slice) break;
    collect(slice.value, ids);
    start = boundary.lastIndex;
    await turn();
  }
  const rest = parse(head + text.slice(start));
  if (!rest) throw new RegistryFormatError("", "is not valid JSON");
  collect(property(rest.value, "generators"), ids);
  return ids;
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function collect(generators: unknown, ids: string[]): void {
  if (!Array.isArray(generators)) throw new RegistryFormatError("", 'must have an array "generators"');
  for (const generator of generators) {
    const id = property(generator, "id");
    if (typeof id !== "string" || id === "") {
      throw new RegistryFormatError(`/generators/${ids.length}`, 'must have an "id" that is a non-empty string');
    }
    ids.push(id);
  }
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
