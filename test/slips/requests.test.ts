import { isDeepStrictEqual } from "node:util";
import { RegistryIndex } from "../../src/ground/registry/registry-index.js";
import * as library from "../../src/index.js";
import type { Dependencies } from "../../src/proposals/dependencies.js";
import { AppError } from "../../src/proposals/errors/app-error.js";
import { resolveRequest } from "../../src/proposals/evaluate-candidate.js";
import { readRequest } from "../../src/proposals/read-request.js";
import { validateProposal } from "../../src/proposals/validate-proposal.js";
import { compiledSpecs } from "../support/compiled-specs.js";
import { copy, type Json, type JsonObject } from "../support/json.js";
import { patched } from "../support/patched.js";
import { fewestExpected, repetitions, someOf } from "../support/runs.js";
import { changed } from "./change.js";
import { type Combination, combine } from "./combine.js";
import { CORPORA } from "./corpora.js";
import { openCorpus } from "./measure.js";
import { type Case, readCorpus } from "./slip.js";

const slips = new URL("./", import.meta.url);
const { cases } = readCorpus(new URL("requests/", slips));
const MOST_ROUNDS = 6;

const specs = compiledSpecs("rules");
const registry = { current: () => RegistryIndex.of([]), retryAfterSeconds: () => 1 };
const target = {
  id: "sample-studio",
  url: "http://localhost",
  domains: ["generator-option"],
  registry,
};
const targets = {
  list: () => [target],
  find: (id: string) => (id === target.id ? target : undefined),
};
const dependencies: Dependencies = { catalog: specs, baseUrl: "http://localhost", targets };

test.each(cases.map((one) => [one.title, one] as const))(
  "alone: %s",
  async (_, { sent, meant, sure }) => {
    const error = await refusal(sent);
    const repaired = patched(sent, error?.details.repair?.patch ?? []);
    if (sure === true) {
      expect(withoutNulls(repaired)).toEqual(meant);
      return;
    }
    expect(await refusal(repaired)).toBeInstanceOf(AppError);
    if (sure === false) expect(await isOffered(sent, error as AppError, meant)).toBe(true);
  },
);

describe("together with slips of the candidate", () => {
  /** Slips of the envelope that say nothing about the candidate of their own base. */
  const ofEnvelope = cases.filter(
    ({ sure, sent: _, meant: __, ...slip }) =>
      sure === true && !/rider|bike/i.test(JSON.stringify(slip)),
  );
  let corpus: Awaited<ReturnType<typeof openCorpus>>;
  let ofCandidate: Case[];
  beforeAll(async () => {
    const source = CORPORA.find(
      ({ folder }) => folder === "cheese-counter",
    ) as (typeof CORPORA)[number];
    corpus = await openCorpus(slips, source, { ...library, loadSpecs: async () => specs });
    const results = await corpus.alone(
      someOf(
        corpus.cases.filter(({ sure }) => sure === true),
        5,
      ),
    );
    ofCandidate = results
      .filter(({ slip, outcome }) => slip.sure === true && outcome === "fixed")
      .map(({ slip }) => slip);
  });

  const LEAST: Readonly<Record<number, number>> = { 2: 0.97, 3: 0.95, 5: 0.92 };
  test.each(someOf([2, 3, 5], 3))("one repair fixes %i of them", async (size) => {
    const all: Combination[] = [];
    for (const one of combine(ofCandidate, {
      base: corpus.base,
      size: size - 1,
      count: repetitions(40),
    }))
      if (await corpus.areSlips(one)) all.push(one);
    let right = 0;
    const wrong: string[] = [];
    for (const [at, combination] of all.entries()) {
      const slip = ofEnvelope[(at * 7) % ofEnvelope.length] as Case;
      const request = { targetProduct: "sample-studio", domainId: "generator-option" };
      const sent = changed({ ...request, candidate: combination.sent }, [slip]);
      const meant = changed({ ...request, candidate: combination.meant }, [
        slip.fixed ?? {},
      ]) as JsonObject;
      const { repair } = await ask(sent);
      const repaired = patched(sent, repair?.patch ?? []);
      if (await isSame(repaired, meant)) right++;
      else if ((await ask(repaired)).valid)
        wrong.push(`${slip.title} | ${combination.titles.join(" | ")}`);
    }
    expect(wrong).toEqual([]);
    expect(right).toBeGreaterThanOrEqual(fewestExpected(all.length, LEAST[size] as number));
  });

  async function ask(body: Json): Promise<Answer> {
    try {
      return await validateProposal(await readRequest(copy(body), dependencies), dependencies);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { valid: false, repair: error.details.repair };
    }
  }

  async function isSame(body: Json, { candidate: meant, ...others }: JsonObject): Promise<boolean> {
    const { candidate, ...rest } = body as JsonObject;
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== null));
    return (
      isDeepStrictEqual(given, others) && corpus.author.isSame(candidate as Json, meant as Json)
    );
  }
});

interface Answer {
  readonly valid: boolean;
  readonly repair?: { readonly patch: readonly object[] } | undefined;
}

async function refusal(body: Json): Promise<AppError | undefined> {
  try {
    await resolveRequest(await readRequest(copy(body), dependencies), dependencies);
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/**
 * Whether some fix leads to what was meant: alone, or followed by what is certain or offered first.
 */
async function isOffered(
  sent: Json,
  { details: { errors = [] } }: AppError,
  meant: Json,
): Promise<boolean> {
  for (const { patch } of errors.flatMap(({ fixes = [] }) => fixes)) {
    let body = patched(sent, patch);
    for (let round = 0; round < MOST_ROUNDS; round++) {
      if (isDeepStrictEqual(body, meant)) return true;
      const { details } = (await refusal(body)) ?? {};
      const next = details?.repair ?? details?.errors?.flatMap(({ fixes = [] }) => fixes)[0];
      body = patched(body, next?.patch ?? []);
    }
  }
  return false;
}

/** An optional property that is null counts as absent. */
function withoutNulls(body: Json): Json {
  return Object.fromEntries(Object.entries(body as object).filter(([, value]) => value !== null));
}
