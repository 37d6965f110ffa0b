import type { CheckSource, Condition, RuleSource } from "../../engine/grammar.js";
import { toTokens } from "../../ground/json/pointer.js";
import { isEach, toItemSelector } from "../../ground/json/selector.js";
import { KEBAB_CASE } from "../../ground/json-schema/formats.js";
import { RESPELLINGS } from "../../ground/text/respell.js";

/** A rule of a draft, and the place and the keyword that it was made of. */
export interface DraftRule {
  readonly name: string;
  readonly at: string;
  readonly keyword: string;
  readonly source: Pick<RuleSource, "severity" | "summary" | "rationale" | "check" | "message"> & {
    when?: Condition;
  };
}

/** What a rule must hold, before it has a name. */
interface RuleWords {
  readonly at: string;
  readonly keyword: string;
  /** What the name of the rule says after its place: "matches-its-pattern". */
  readonly holds: string;
  readonly summary: string;
  readonly message: string;
}

/** The rules of a draft, each with a name and a summary of its own. */
export class DraftRules {
  readonly all: DraftRule[] = [];

  add(words: RuleWords, check: Omit<CheckSource, "where">, condition?: Condition): void {
    const hasItem = toItemSelector([check.at].flat()[0] as string) !== "";
    const source = {
      severity: "error" as const,
      summary: this.#unique(words.summary, "summary"),
      rationale: RATIONALE,
      ...(condition && !hasItem && { when: condition }),
      check: { ...check, ...(condition && hasItem && { where: condition }) } as CheckSource,
      message: this.#unique(words.message, "message"),
    };
    this.all.push({ name: this.#name(words), at: words.at, keyword: words.keyword, source });
  }

  /** Equal words of two rules would not tell their readers apart. */
  #unique(text: string, key: "summary" | "message"): string {
    const words = text.replace(/[{}](?![A-Za-z]+\})(?<![A-Za-z]\})/g, "");
    let number = 1;
    const numbered = () => (number === 1 ? words : `${words} (${number})`);
    while (this.all.some(({ source }) => source[key] === numbered())) number++;
    return numbered();
  }

  #name({ at, holds }: RuleWords): string {
    const place = toTokens(at).filter((token) => !isEach(token));
    const words = place.length === 0 ? ["candidate"] : place.slice(-2);
    const wanted = RESPELLINGS["kebab-case"]?.([...words, holds].join(" ").replace(/[^\w]+/g, " ")) ?? "";
    const plain = (/^[a-z]/.test(wanted) ? wanted : `value-${wanted}`).slice(0, KEBAB_CASE.maxLength - 4);
    let name = plain.replace(/-+$/, "");
    for (let number = 2; this.all.some((rule) => rule.name === name); number++) name = `${plain}-${number}`;
    return name;
  }
}

const RATIONALE = "The JSON Schema that this package was made of demands it.";

/** A place in words: "`name` of each item of `steps`". */
export function placeInWords(at: string): string {
  const parts = toTokens(at)
    .toReversed()
    .map((token) => {
      if (isEach(token)) return token === "*" ? "each item" : "each value";
      return `\`${token.replace(/[{}]/g, "")}\``;
    });
  return parts.length === 0 ? "the candidate" : parts.join(" of ");
}

/** Whether a selector can name a property: some names are steps with another meaning. */
export function isAddressable(name: string): boolean {
  return name !== "*" && !/[{}]/.test(name) && name !== "";
}
