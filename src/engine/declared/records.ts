import { beforeFirstEach, compileGetter, compileSelector } from "../../ground/json/selector.js";
import { isObject, onlyItem } from "../../ground/json/value.js";
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

  /** The one spelling of a name that all records have as a key. */
  spellingOf(name: string): string | undefined {
    return this.memo.derive(["spelling", this, name], () => {
      const key = onlyItem(this.spellingsOf(name));
      return key !== undefined && this.values(key).length === this.count ? key : undefined;
    });
  }

  /** All spellings of a name among the keys. */
  spellingsOf(name: string): readonly string[] {
    const find = this.memo.derive(["spellings", this], () => compileSpellings(this.keys));
    return find(name);
  }
}

/** Finds the records of a candidate, once for all trials of fixes. */
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
