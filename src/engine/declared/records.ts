import { beforeFirstStar, compileGetter, compileSelector } from "../../json/selector.js";
import { isObject } from "../../json/value.js";
import { spellingsAmong } from "../../text/did-you-mean.js";
import type { DeclarationSource } from "../grammar.js";
import type { Memo } from "../memo.js";

/** The records that a declaration is about, as evidence of what their author meant. */
export class Records {
  readonly #values = new Map<string, unknown[]>();
  readonly #derived = new Map<string, unknown>();

  constructor(private readonly objects: readonly Record<string, unknown>[]) {}

  get count(): number {
    return this.objects.length;
  }

  /** The values under one key, of all records that have it. */
  values(key: string): readonly unknown[] {
    let values = this.#values.get(key);
    if (values === undefined) {
      values = [];
      for (const object of this.objects) if (Object.hasOwn(object, key)) values.push(object[key]);
      this.#values.set(key, values);
    }
    return values;
  }

  lastWith(key: string): object | undefined {
    return this.derive(`last ${key}`, () => this.objects.findLast((object) => Object.hasOwn(object, key)));
  }

  /** The key that all records have for a name that is declared in another spelling. */
  spellingOf(name: string): string | undefined {
    return this.derive(`spelling ${name}`, () => {
      const among = this.derive("spellings", () => spellingsAmong(this.#keys()));
      const [key, ...others] = among(name);
      const isAgreed = key !== undefined && others.length === 0 && this.values(key).length === this.count;
      return isAgreed ? key : undefined;
    });
  }

  #keys(): Set<string> {
    const keys = new Set<string>();
    for (const object of this.objects) for (const key in object) keys.add(key);
    return keys;
  }

  /** Found once for all records: each of them asks. */
  derive<T>(what: string, find: () => T): T {
    if (!this.#derived.has(what)) this.#derived.set(what, find());
    return this.#derived.get(what) as T;
  }
}

/** Made when a fix asks for it; proofs of the same candidate share it. */
export function compileRecords(name: string, { records: selector }: DeclarationSource) {
  const key = `records ${name}`;
  if (selector === undefined) return () => new Records([]);
  const [container, select] = [compileGetter(beforeFirstStar(selector)), compileSelector(selector)];
  return ({ candidate, memo }: { candidate: unknown; memo: Memo }): Records => {
    const whole = container(candidate);
    return memo.derive(key, whole, () => {
      const objects: Record<string, unknown>[] = [];
      select(candidate, (value) => {
        if (isObject(value)) objects.push(value);
      });
      return new Records(objects);
    });
  };
}
