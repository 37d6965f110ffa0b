import { beforeFirstStar, compileGetter, compileSelector } from "../../json/selector.js";
import { isObject } from "../../json/value.js";
import { compileSpellings } from "../../text/fold.js";
import type { DeclarationSource } from "../grammar.js";
import type { Subject } from "../memo.js";

/** The records of a declaration, which show what their author meant. */
export class Records {
  readonly #values = new Map<string, unknown[]>();
  readonly #derived = new Map<string, unknown>();

  constructor(private readonly objects: readonly Record<string, unknown>[]) {}

  get count(): number {
    return this.objects.length;
  }

  /** The values under a key, in all records that have it. */
  values(key: string): readonly unknown[] {
    let values = this.#values.get(key);
    if (values === undefined) {
      values = [];
      for (const object of this.objects) if (Object.hasOwn(object, key)) values.push(object[key]);
      this.#values.set(key, values);
    }
    return values;
  }

  /** The last record that has a key. */
  lastWith(key: string): object | undefined {
    return this.derive(["last", key], () => this.objects.findLast((object) => Object.hasOwn(object, key)));
  }

  /** The key that all records have for a name, in whichever spelling; undefined if they do not agree on one. */
  spellingOf(name: string): string | undefined {
    return this.derive(["spelling", name], () => {
      const spellingsOf = this.derive(["spellings"], () => compileSpellings(this.#keys()));
      const [key, ...others] = spellingsOf(name);
      const isAgreed = key !== undefined && others.length === 0 && this.values(key).length === this.count;
      return isAgreed ? key : undefined;
    });
  }

  #keys(): Set<string> {
    const keys = new Set<string>();
    for (const object of this.objects) for (const key in object) keys.add(key);
    return keys;
  }

  /** Calls `find` once for each question, because the fixes of all records ask the same questions. */
  derive<T>(question: readonly unknown[], find: () => T): T {
    const key = JSON.stringify(question);
    if (!this.#derived.has(key)) this.#derived.set(key, find());
    return this.#derived.get(key) as T;
  }
}

/** Returns a function that finds the records of a candidate. They are read once, and shared by the trials of fixes. */
export function compileRecords(name: string, { records: selector }: DeclarationSource) {
  const key = `records ${name}`;
  if (selector === undefined) return () => new Records([]);
  const [container, select] = [compileGetter(beforeFirstStar(selector)), compileSelector(selector)];
  return ({ candidate, memo }: Subject): Records => {
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
