import type * as library from "../../src/index.js";
import { type Answer, Author, type Outcome } from "./author.js";
import { type Combination, combine } from "./combine.js";
import type { Source } from "./corpora.js";
import { type Case, readCorpus } from "./slip.js";

export type Library = Pick<typeof library, "build" | "loadSpecs" | "validate">;

export interface Result {
  readonly slip: Case;
  readonly answer: Answer;
  readonly outcome: Outcome;
}

export interface CombinationResult extends Combination {
  readonly outcome: "fixed" | "wrong" | "invalid";
}

/**
 * The slips of one candidate, sent to the library as to the service. `slips` is the folder that
 * holds all of them.
 */
export async function openCorpus(
  slips: URL,
  source: Source,
  { build, loadSpecs, validate }: Library,
) {
  const { folder, domainId, registry, rules } = source;
  const corpus = readCorpus(new URL(`${folder}/`, slips));
  const specs = await loadSpecs(rules);
  const service = {
    validate: (request: object) => validate(specs, request, { registry }),
    digest: async (request: object) =>
      (await build(specs, request, { registry })).proposalPackage?.digest,
  };
  /** An author who remembers no answer yet. */
  const newAuthor = () => new Author(service, domainId);
  const author = newAuthor();

  /** What becomes of each slip. */
  async function alone(cases = corpus.cases, asked = author): Promise<Result[]> {
    const results: Result[] = [];
    for (const slip of cases) {
      const answer = await asked.validate(slip.sent);
      results.push({ slip, answer, outcome: await asked.outcomeOf(slip, answer) });
    }
    return results;
  }

  /**
   * Whether each is still a slip beside the others: a string with a stray sign is none in a column
   * that is meant as text.
   */
  async function areSlips({ apart }: Combination): Promise<boolean> {
    const answers = await Promise.all(apart.map((candidate) => author.validate(candidate)));
    return answers.every(({ valid }) => !valid);
  }

  /** What one repair makes of several slips, each of which it fixes alone. */
  async function together(
    fixed: readonly Case[],
    size: number,
    count: number,
  ): Promise<CombinationResult[]> {
    const results: CombinationResult[] = [];
    for (const one of combine(fixed, { base: corpus.base, size, count: 2 * count })) {
      if (results.length === count) break;
      if (!(await areSlips(one))) continue;
      const { candidate, valid } = await author.repaired(one.sent);
      const outcome = !valid
        ? "invalid"
        : (await author.isSame(candidate, one.meant))
          ? "fixed"
          : "wrong";
      results.push({ ...one, outcome });
    }
    return results;
  }

  return { ...corpus, author, newAuthor, alone, areSlips, together };
}

/** Whether it is what a reviewer would do. */
export function isRight({ slip: { sure }, outcome }: Result): boolean {
  if (sure === "never") return outcome === "kept" || outcome === "offered";
  return outcome === (sure ? "fixed" : "offered");
}
