import { EditFilter } from "./edit-filter.js";

// 1,000 ids of 20 characters take about 2 ms.
const IDS_PER_TURN = 1_000;

/** The generator ids of a target product: whether an id is taken, and which taken id it could be confused with. */
export class RegistryIndex {
  readonly #ids = new Set<string>();
  /** Lowercase form → the two smallest ids that have it and are not lowercase themselves. */
  readonly #folded = new Map<string, string[]>();
  readonly #seen = new Uint8Array(65_536);
  readonly #characters: number[] = [];
  readonly #filter: EditFilter;

  private constructor(ids: readonly string[]) {
    this.#filter = new EditFilter(ids.reduce((forms, id) => forms + id.length + 1, 0));
  }

  /** For short lists. A long one blocks the event loop; see `build`. */
  static of(ids: readonly string[]): RegistryIndex {
    const index = new RegistryIndex(ids);
    for (const id of ids) index.#add(id);
    return index;
  }

  /** Yields to other work between slices of the list. */
  static async build(ids: readonly string[]): Promise<RegistryIndex> {
    const index = new RegistryIndex(ids);
    for (let start = 0; start < ids.length; start += IDS_PER_TURN) {
      for (const id of ids.slice(start, start + IDS_PER_TURN)) index.#add(id);
      await new Promise(setImmediate);
    }
    return index;
  }

  get size(): number {
    return this.#ids.size;
  }

  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /**
   * The smallest other id, in code-unit order, that differs from `id` in case only or by one inserted, deleted or
   * substituted character, and that comes behind `above`. An `id` over 256 characters has none.
   */
  near(id: string, above = ""): string | undefined {
    if (id.length === 0 || id.length > EditFilter.maxLength) return undefined;
    return smaller(this.#sameButForCase(id, above), this.#oneEditAway(id, above));
  }

  #add(id: string): void {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    this.#filter.add(id);
    for (let i = 0; i < id.length; i++) {
      const code = id.charCodeAt(i);
      if (this.#seen[code]) continue;
      this.#seen[code] = 1;
      this.#characters.push(code);
    }
    const lower = id.toLowerCase();
    if (lower !== id) this.#folded.set(lower, [...(this.#folded.get(lower) ?? []), id].sort().slice(0, 2));
  }

  #sameButForCase(id: string, above: string): string | undefined {
    const lower = id.toLowerCase();
    const folded = this.#folded.get(lower)?.find((other) => other !== id && other > above);
    return smaller(folded, lower === id ? undefined : this.#known(lower, above));
  }

  #oneEditAway(id: string, above: string): string | undefined {
    const hash = EditFilter.hash(id);
    let best = this.#filter.mayHold(hash) ? this.#withOneInserted(id, hash, above) : undefined;
    let shorter = EditFilter.dropFirst(id, hash);
    for (let i = 0; ; ) {
      if (this.#filter.mayHold(shorter)) best = smaller(best, this.#withoutOrReplaced(id, hash, i, above));
      if (++i === id.length) return best;
      shorter = EditFilter.slideGap(id, shorter, i);
    }
  }

  #withOneInserted(id: string, hash: number, above: string): string | undefined {
    let best: string | undefined;
    // The hash of `id` with a gap of weight zero at `at`; a character there adds its code times its weight.
    let gapped = hash;
    for (let at = 0; at <= id.length; at++) {
      const weight = EditFilter.weight(id.length - at);
      for (const code of this.#characters) {
        if (!this.#filter.mayHold((gapped + Math.imul(code, weight)) | 0)) continue;
        best = smaller(best, this.#known(id.slice(0, at) + String.fromCharCode(code) + id.slice(at), above));
      }
      const next = EditFilter.weight(id.length - at - 1);
      gapped = (gapped + Math.imul(id.charCodeAt(at), weight - next)) | 0;
    }
    return best;
  }

  #withoutOrReplaced(id: string, hash: number, at: number, above: string): string | undefined {
    const before = id.slice(0, at);
    const after = id.slice(at + 1);
    const weight = EditFilter.weight(after.length);
    const old = id.charCodeAt(at);
    let best = this.#known(before + after, above);
    for (const code of this.#characters) {
      if (code === old || !this.#filter.mayHold((hash + Math.imul(code - old, weight)) | 0)) continue;
      best = smaller(best, this.#known(before + String.fromCharCode(code) + after, above));
    }
    return best;
  }

  #known(id: string, above: string): string | undefined {
    return id > above && this.#ids.has(id) ? id : undefined;
  }
}

function smaller(a: string | undefined, b: string | undefined): string | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a < b ? a : b;
}
