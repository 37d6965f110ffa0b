import { beforeFirstEach, compileGetter, compileSelector } from "../../ground/json/selector.js";
import { isObject } from "../../ground/json/value.js";
import { compileSpellings } from "../../ground/text/fold-name.js";
import type { DeclarationSource } from "../grammar.js";
import type { Memo, Subject } from "../memo.js";

/** The records of a declaration, which show what their author meant. */
export class Records {
  constructor(
    private readonly objects: readonly Record<string, unknown>[],
    private readonly memo: Memo,
  ) {}

  get count(): number {
    return this.objects.length;
  }

  /** The keys of all records. */
  get keys(): ReadonlySet<string> {
    return this.memo.derive(["keys", this], () => {
      const keys = new Set<string>();
      for (const object of this.objects) for (const key in object) keys.add(key);
      return keys;
    });
  }

  /** The records that have a key. */
  having(key: string): readonly Record<string, unknown>[] {
    return this.memo.derive(["having", this, key], () =>
      this.objects.filter((object) => Object.hasOwn(object, key)),
    );
  }

  /** The values under a key, in all records that have it. */
  values(key: string): readonly unknown[] {
    return this.memo.derive(["values", this, key], () =>
      this.having(key).map((object) => object[key]),
    );
  }

  /** The last record that has a key. */
  lastWith(key: string): object | undefined {
    return this.having(key).at(-1);
  }

  /**
   * The key that all records have for a name, in whichever spelling; undefined if they do not agree
   * on one.
   */
  spellingOf(name: string): string | undefined {
    return this.memo.derive(["spelling", this, name], () => {
      const [key, ...others] = this.spellingsOf(name);
      const isAgreed =
        key !== undefined && others.length === 0 && this.values(key).length === this.count;
      return isAgreed ? key : undefined;
    });
  }

  /** All spellings of a name among the keys. */
  spellingsOf(name: string): readonly string[] {
    const find = this.memo.derive(["spellings", this], () => compileSpellings(this.keys));
    return find(name);
  }
}

/**
 * Returns a function that finds the records of a candidate. They are read once, and shared by the
 * trials of fixes.
 */
export function compileRecords(name: string, { records: selector }: DeclarationSource) {
  if (selector === undefined) return ({ memo }: Subject) => new Records([], memo);
  const [container, select] = [compileGetter(beforeFirstEach(selector)), compileSelector(selector)];
  return ({ candidate, memo }: Subject): Records => {
    const whole = container(candidate);
    return memo.derive(["records", name, whole], () => {
      const objects: Record<string, unknown>[] = [];
      select(candidate, (value) => {
        if (isObject(value)) objects.push(value);
      });
      return new Records(objects, memo);
    });
  };
}
