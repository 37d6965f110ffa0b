import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../support/json.js";
import { patched } from "../support/patched.js";
import type { Case } from "./slip.js";

/** The part of an answer that an author acts on. */
export interface Answer {
  readonly valid: boolean;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly severity: string;
    readonly path: string;
    readonly fixes?: readonly { readonly title: string; readonly patch: readonly object[] }[];
  }[];
  readonly repair?: { readonly patch: readonly object[]; readonly remaining: number };
}

/** The service as a client sees it: a request in, an answer out. */
export interface Service {
  validate(request: JsonObject): Promise<Answer>;
  /** The digest of the package; undefined where the candidate is not valid. */
  digest(request: JsonObject): Promise<string | undefined>;
}

/**
 * What became of a slip:
 * - fixed: the repair made of it what was meant.
 * - wrong: it is valid after the repair, and not what was meant.
 * - offered: one of the fixes leads to what was meant.
 * - kept: the repair left it alone, and no fix leads to what was meant.
 * - touched: the repair changed it, and it is neither valid nor is the right fix offered.
 * - unreported: a diagnostic is missing.
 */
export type Outcome = "fixed" | "wrong" | "offered" | "kept" | "touched" | "unreported";

const MOST_ROUNDS = 8;
/** Nobody looks at more fixes than these. */
const MOST_FIXES = 40;

/**
 * An author who does what the answers say. Most ways lead to the same few candidates, which are
 * sent once.
 */
export class Author {
  readonly #service: Service;

  constructor(
    service: Service,
    private readonly domainId: string,
  ) {
    this.#service = {
      validate: remembering((request) => service.validate(request)),
      digest: remembering((request) => service.digest(request)),
    };
  }

  request(candidate: Json): JsonObject {
    return { targetProduct: "sample-studio", domainId: this.domainId, candidate };
  }

  validate(candidate: Json): Promise<Answer> {
    return this.#service.validate(this.request(candidate));
  }

  /** What the answer to a slip that is alone makes of it. */
  async outcomeOf({ sent, meant, reports = {} }: Case, answer: Answer): Promise<Outcome> {
    const reported = new Set(answer.diagnostics.map(({ code, path }) => `${path} ${code}`));
    if (
      Object.entries(reports).some(
        ([pointer, code]) => !reported.has(`/candidate${pointer} ${code}`),
      )
    )
      return "unreported";
    if (answer.valid) return "kept";
    const repaired = answer.repair && patched(this.request(sent), answer.repair.patch);
    if (repaired !== undefined) {
      if (await this.#means(repaired, meant)) return "fixed";
      if ((await this.#service.validate(repaired)).valid) return "wrong";
    }
    if (await this.#isOffered(this.request(sent), answer, meant)) return "offered";
    return repaired === undefined || isDeepStrictEqual(repaired.candidate, sent)
      ? "kept"
      : "touched";
  }

  /** What one repair makes of a candidate. */
  async repaired(sent: Json): Promise<{ candidate: Json; valid: boolean }> {
    const { repair, valid } = await this.validate(sent);
    if (repair === undefined) return { candidate: sent, valid };
    const after = patched(this.request(sent), repair.patch);
    return {
      candidate: after.candidate as Json,
      valid: (await this.#service.validate(after)).valid,
    };
  }

  /** Whether two candidates are the same proposal: what normalization makes equal is equal. */
  async isSame(one: Json, other: Json): Promise<boolean> {
    return this.#means(this.request(one), other);
  }

  async isValid(meant: Json): Promise<boolean> {
    return (await this.#service.digest(this.request(meant))) !== undefined;
  }

  async #means(request: JsonObject, meant: Json): Promise<boolean> {
    if (isDeepStrictEqual(request.candidate, meant)) return true;
    const digest = await this.#service.digest(request);
    return digest !== undefined && digest === (await this.#service.digest(this.request(meant)));
  }

  /**
   * Whether some fix leads to what was meant: alone, or followed round by round by what is offered
   * first.
   */
  async #isOffered(
    sent: JsonObject,
    { diagnostics, repair }: Answer,
    meant: Json,
  ): Promise<boolean> {
    for (const { patch } of diagnostics.flatMap(({ fixes = [] }) => fixes).slice(0, MOST_FIXES))
      if (await this.#leadsTo(patched(sent, patch), meant)) return true;
    if (repair === undefined) return false;
    const repaired = patched(sent, repair.patch);
    const { diagnostics: rest } = await this.#service.validate(repaired);
    return this.#isOffered(repaired, { valid: false, diagnostics: rest }, meant);
  }

  async #leadsTo(start: JsonObject, meant: Json): Promise<boolean> {
    let request = start;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if (await this.#means(request, meant)) return true;
      const answer = await this.#service.validate(request);
      const next = answer.repair?.patch ?? firstFix(answer);
      if (answer.valid || next === undefined) return false;
      request = patched(request, next);
    }
    return false;
  }
}

function remembering<T>(
  ask: (request: JsonObject) => Promise<T>,
): (request: JsonObject) => Promise<T> {
  const known = new Map<string, Promise<T>>();
  return (request) => {
    const key = JSON.stringify(request);
    const answer = known.get(key) ?? ask(request);
    known.set(key, answer);
    return answer;
  };
}

function firstFix({ diagnostics }: Answer): readonly object[] | undefined {
  return diagnostics.find(({ severity, fixes = [] }) => severity === "error" && fixes.length > 0)
    ?.fixes?.[0]?.patch;
}
